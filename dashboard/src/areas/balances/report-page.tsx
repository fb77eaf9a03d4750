import { Button, Text } from '@mantine/core'
import type {
  BalanceDetailsData,
  StatementData,
} from '../../../../gateway/src/extras/balance-statements/http/contract/balances.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { Amount } from '../../parts/amount.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SaveMenu } from '../../parts/save-menu.tsx'
import { ErrorState, LoadingState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import classes from './balances.module.css'
import { hasMoney } from './current-panel.tsx'
import { formatMonth, useDay } from './day.ts'
import { useBalancesTexts } from './texts.ts'

/** The months to choose from: two years. */
const monthsShown = 24

/** What a month changed the balance by, for the books: opening, each kind once, closing. */
export function ReportPage() {
  const { report: texts } = useBalancesTexts()
  const details = useRead<BalanceDetailsData>(usePointPath()('/balance-details'))
  if (details.data) return <Shown details={details.data} />
  return (
    <>
      <PageHeader title={texts.title} />
      {details.error ? <ErrorState error={details.error} onRetry={() => void details.refetch()} /> : <LoadingState />}
    </>
  )
}

function Shown({ details: { balances, today, time_zone: zone } }: { details: BalanceDetailsData }) {
  const { report: texts, statement: words } = useBalancesTexts()
  const filters = useUrlFilters('/p/$pointId/balances/report')
  const path = usePointPath()
  const day = useDay()
  const months = monthsBefore(today, filters.values.month)
  const currency = filters.values.currency || (balances.find(hasMoney) ?? balances[0])?.currency || 'USD'
  const month = filters.values.month || today.slice(0, 7)
  const query = { month }
  const statement = useRead<StatementData>(path(`/statements/${currency}`), { query })
  const language = useLanguage()
  return (
    <>
      <PageHeader
        title={`${texts.title}: ${formatMonth(month, language)}`}
        explanation={statement.data && texts.explanation(day(statement.data.from), day(statement.data.to), zone)}
        actions={
          <div className={classes['actions']}>
            <Button variant="default" onClick={() => window.print()}>
              {texts.print}
            </Button>
            <SaveMenu
              label={words.save}
              path={path('/statement.csv')}
              query={{ currency, ...query }}
              name="report.csv"
              report={texts.alone}
            />
          </div>
        }
      />
      <div className={classes['filters']}>
        <FilterBar
          filters={{ ...filters, values: { month, currency }, isFiltered: false }}
          fields={[
            {
              ...{ kind: 'choice', name: 'month', label: texts.month, isRequired: true },
              options: months.map((value) => ({ value, label: formatMonth(value, language) })),
            },
            {
              ...{ kind: 'choice', name: 'currency', label: texts.currency, isRequired: true },
              options: balances.map(({ currency: value }) => ({ value, label: value })),
            },
          ]}
        />
      </div>
      {statement.data ? (
        <div aria-busy={statement.isPlaceholderData} className={classes['shown']}>
          <Report statement={statement.data} />
        </div>
      ) : statement.error ? (
        <ErrorState error={statement.error} onRetry={() => void statement.refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  )
}

/** The newest first, with the one of the address. */
function monthsBefore(today: string, chosen: string): readonly string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const months = Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  )
  return chosen === '' || months.includes(chosen) ? months : [...months, chosen]
}

function Report({ statement }: { statement: StatementData }) {
  const { report: texts, statement: words } = useBalancesTexts()
  const language = useLanguage()
  const { currency, opening, closing, totals, final: isFinal } = statement
  const balance = (what: string, { total }: { total: number }) => (
    <tr className={classes['sum']}>
      <th scope="row">{what}</th>
      <td />
      <td>
        <Amount value={total} currency={currency} />
      </td>
    </tr>
  )
  return (
    <Panel title={words.title(currency)}>
      <table className={classes['report']}>
        <thead>
          <tr>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.count}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody>
          {balance(words.opening, opening)}
          {totals.map(({ kind, count, amount }) => (
            <tr key={kind}>
              <th scope="row">{texts.kinds[kind]}</th>
              <td>{formatCount(count, language)}</td>
              <td>{amount === 0 ? '–' : <Amount value={amount} currency={currency} />}</td>
            </tr>
          ))}
          {balance(words.closing, closing)}
        </tbody>
      </table>
      {!isFinal && (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.open}
        </Text>
      )}
    </Panel>
  )
}
