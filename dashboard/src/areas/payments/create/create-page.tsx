import { Alert, NativeSelect, SegmentedControl, Stack } from '@mantine/core'
import type {
  PayType,
  ServiceData,
  ServicesData,
  TimelineData,
} from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { usePoint, usePointPath } from '../../../app/point.ts'
import { useRead } from '../../../app/reading.ts'
import { PageHeader } from '../../../parts/page-header.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { EmptyState, ReadState } from '../../../parts/states.tsx'
import { useUrlFilters } from '../../../parts/tables/url-filters.ts'
import { useMethodName } from '../../../parts/values/method.tsx'
import classes from '../payments.module.css'
import { usePaymentsTexts } from '../texts.ts'
import { CreateForm } from './create-form.tsx'
import { isOffered, lastMethod, nearestFirst, valuesOf } from './create-values.ts'

const permissionOf = { payin: 'payins', payout: 'payouts' } as const

/** Charges a customer, or makes a payout; which fields there are comes from the catalogue of methods. */
export function CreatePage() {
  const { create } = usePaymentsTexts()
  const path = usePointPath()
  const point = usePoint()
  const { values } = useUrlFilters('/p/$pointId/create')
  const services = useRead<ServicesData>(path('/services'))
  const kinds = (['payin', 'payout'] as const).filter((kind) => point.permissions.includes(permissionOf[kind]))
  const kind = kinds.find((each) => each === values.kind) ?? kinds[0]
  return (
    <>
      <PageHeader title={create.title[kind ?? 'payin']} explanation={create.explanation[kind ?? 'payin']} />
      {kind === undefined ? (
        <EmptyState title={create.none} />
      ) : (
        <ReadState result={services}>
          {(data) => <Choosing services={data.services} kinds={kinds} kind={kind} />}
        </ReadState>
      )}
    </>
  )
}

interface ChoosingProps {
  services: readonly ServiceData[]
  kinds: readonly PayType[]
  kind: PayType
}

function Choosing({ services, kinds, kind }: ChoosingProps) {
  const { create, one } = usePaymentsTexts()
  const point = usePoint()
  const name = useMethodName()
  const { values, set } = useUrlFilters('/p/$pointId/create')
  const last = lastMethod(kind, point.id).read()
  const usable = services.filter((service) => isOffered(service, kind, point))
  const offered = nearestFirst(usable, last, point.time_zone)
  const asked = values.service_code || last
  const only = offered.length === 1 ? offered[0] : undefined
  const service = offered.find((each) => each.service_code === asked) ?? only
  const operation = service?.operations[kind]
  const earlier = useEarlier(values.again)
  return (
    <Panel title={one[kind]}>
      <Stack align="flex-start">
        {point.environment === 'live' && (
          <Alert color="yellow" variant="outline">
            {create.live}
          </Alert>
        )}
        {kinds.length > 1 && (
          <SegmentedControl
            aria-label={create.kind}
            w="100%"
            maw="34rem"
            classNames={{ label: classes['kind'] ?? '' }}
            value={kind}
            onChange={(chosen) => set({ kind: chosen })}
            data={kinds.map((each) => ({ value: each, label: one[each] }))}
          />
        )}
        <NativeSelect
          label={create.service}
          w="100%"
          maw="34rem"
          value={service?.service_code ?? ''}
          onChange={(event) => set({ service_code: event.currentTarget.value })}
          data={[
            ...(service ? [] : [{ value: '', label: create.choose }]),
            ...offered.map((each) => ({
              value: each.service_code,
              label: `${each.country} · ${name(each.service_code)} (${each.currency})`,
            })),
          ]}
        />
      </Stack>
      {service && operation && !earlier.isLoading && (
        <CreateForm
          key={`${kind}/${service.service_code}`}
          {...{ kind, service, operation }}
          earlier={earlier.data && valuesOf(earlier.data.transaction)}
        />
      )}
    </Panel>
  )
}

/** The transaction whose data the form begins with, where the address names one. */
function useEarlier(transactionId: string) {
  const path = usePointPath()(`/transactions/${encodeURIComponent(transactionId)}/story`)
  return useRead<TimelineData>(path, { enabled: transactionId !== '' })
}
