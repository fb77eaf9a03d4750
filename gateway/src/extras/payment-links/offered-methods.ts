import { registry } from '../../core/payment-methods/index.ts'
import type { PayinOperation, PaymentMethod } from '../../core/payment-methods/payment-method.ts'
import { nextRoute } from '../../core/processing/create-transaction.ts'
import type { ProcessingDeps } from '../../core/processing/deps.ts'
import type { PointSettings } from '../../core/values/caller.ts'
import type { LinkContent } from './rules/payment-link.ts'

export type OfferedMethod = PaymentMethod & { payin: PayinOperation }

/**
 * The service codes with which a link of the point may be paid: those of its currency, or those that it names, which the
 * point may use now. Cards never; codes that pull money only where they are named.
 */
export async function offeredMethods(
  deps: Pick<ProcessingDeps, 'routes' | 'connectors'>,
  point: PointSettings,
  { currency, service_codes: named }: Pick<LinkContent, 'currency' | 'service_codes'>,
): Promise<readonly OfferedMethod[]> {
  const wanted = registry.methods.filter(isPayin).filter(({ code, payin: { kind }, ...method }) => {
    const isNamed = named === null ? kind !== 'pull' : named.includes(code)
    const isEnabled = point.servicesEnabled === undefined || point.servicesEnabled.includes(code)
    return method.currency === currency && kind !== 'card' && isNamed && isEnabled
  })
  const routes = await Promise.all(
    wanted.map(async ({ code }) => await nextRoute(deps, { point }, { serviceCode: code, operation: 'payin' }, [])),
  )
  return wanted.filter((_, at) => routes[at] !== undefined)
}

function isPayin(method: PaymentMethod): method is OfferedMethod {
  return method.payin !== undefined
}
