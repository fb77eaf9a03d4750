import type { ServiceData, ServicesData } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'

/** The methods that pay out at the point; undefined while they are on their way. */
export function usePayoutServices(): readonly ServiceData[] | undefined {
  const { services_enabled: enabled } = usePoint()
  const { data } = useRead<ServicesData>(usePointPath()('/services'))
  return data?.services.filter(
    ({ service_code: code, operations }) => operations.payout && (enabled?.includes(code) ?? true),
  )
}

/** The fields of a payout that say where its money goes. */
export function accountFieldsOf({ operations }: ServiceData) {
  return operations.payout?.fields.filter(({ name }) => name.startsWith('account')) ?? []
}
