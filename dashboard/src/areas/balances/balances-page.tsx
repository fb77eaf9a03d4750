import { Skeleton, Stack } from '@mantine/core'
import type {
  BalanceDetailsData,
  StatementData,
} from '../../../../gateway/src/extras/balance-statements/http/contract/balances.ts'
import type { ParameterOf } from '../../app/addresses.ts'
import { hasMoney } from '../../app/formats.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { ErrorState } from '../../parts/states.tsx'
import { type Filter, FilterBar, optionsOf } from '../../parts/tables/filter-bar.tsx'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import classes from './balances.module.css'
import { MoneyCards } from './money-cards.tsx'
import { MovementsPanel } from './movements-panel.tsx'
import { StatementPanel } from './statement-panel.tsx'
import { useBalancesTexts } from './texts.ts'

/** Balances are looked at while payments come in. */
const everySeconds = 30

type FilterName = ParameterOf<'/p/$pointId/balances'>

/** What the point has, what is on its way, and what changed it. */
export function BalancesPage() {
  const texts = useBalancesTexts()
  const { id: pointId } = usePoint()
  const details = useRead<BalanceDetailsData>(usePointPath()('/balance-details'), { everySeconds })
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={details.data ? texts.explanation(details.data.time_zone) : undefined}
        actions={
          <ButtonLink to="/p/$pointId/withdrawals" params={{ pointId }} variant="default">
            {texts.money.withdrawals}
          </ButtonLink>
        }
      />
      {details.data ? (
        <Shown details={details.data} />
      ) : details.error ? (
        <ErrorState error={details.error} onRetry={() => void details.refetch()} />
      ) : (
        <Waiting heights={[160, 80, 220]} />
      )}
    </>
  )
}

/** The form of what is on its way. */
function Waiting({ heights }: { heights: readonly number[] }) {
  const { loading } = useShellTexts()
  return (
    <Stack role="status" aria-label={loading}>
      {heights.map((height) => (
        <Skeleton key={height} height={height} radius="md" />
      ))}
    </Stack>
  )
}

function Shown({ details }: { details: BalanceDetailsData }) {
  const filters = useUrlFilters('/p/$pointId/balances')
  const { values } = filters
  const known = details.balances.find(({ currency }) => currency === values.currency)
  const balance = known ?? details.balances.find(hasMoney) ?? details.balances[0]
  const from = values.from || details.today
  const to = values.to || (from > details.today ? from : details.today)
  const statement = useRead<StatementData>(usePointPath()(`/statements/${balance?.currency ?? 'USD'}`), {
    query: { from, to },
    everySeconds,
  })
  return (
    <div className={classes['page']}>
      <MoneyCards balances={details.balances} today={details.today} from={from} chosen={balance?.currency} />
      <FilterBar
        filters={{ ...filters, values: { ...values, currency: balance?.currency ?? '', from, to } }}
        fields={useFields(details.balances.map(({ currency }) => currency))}
      />
      {statement.error ? (
        <ErrorState error={statement.error} onRetry={() => void statement.refetch()} />
      ) : statement.data ? (
        <div aria-busy={statement.isPlaceholderData} className={`${classes['shown']} ${classes['page']}`}>
          <StatementPanel statement={statement.data} />
          <MovementsPanel statement={statement.data} type={values.type} />
        </div>
      ) : (
        <Waiting heights={[220, 320]} />
      )}
    </div>
  )
}

function useFields(currencies: readonly string[]): Filter<FilterName>[] {
  const { filters, types, parts } = useBalancesTexts()
  return [
    {
      kind: 'choice',
      name: 'currency',
      label: filters.currency,
      options: currencies.map((value) => ({ value, label: value })),
      isRequired: true,
    },
    { kind: 'date', name: 'from', label: filters.from },
    { kind: 'date', name: 'to', label: filters.to },
    { kind: 'choice', name: 'type', label: filters.type, options: optionsOf({ ...types, reserve: parts.reserved }) },
  ]
}
