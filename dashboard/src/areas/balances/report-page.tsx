import { Button, Text } from '@mantine/core'
import { currencyDecimals } from '../../../../gateway/src/core/values/currency.ts'
import { dayOf } from '../../../../gateway/src/core/values/days.ts'
import type {
  BalanceDetailsData,
  StatementData,
} from '../../../../gateway/src/extras/balance-statements/http/contract/balances.ts'
import { nowMs } from '../../app/clock.ts'
import { formatCount, hasMoney } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ErrorState, LoadingState } from '../../parts/states.tsx'
import { type Filter, FilterBar } from '../../parts/tables/filter-bar.tsx'
import { SaveMenu } from '../../parts/tables/save-menu.tsx'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import classes from './balances.module.css'
import { formatMonth, useDay } from './day.ts'
import { useBalancesTexts } from './texts.ts'

/** The months to choose from: two years. */
const monthsShown = 24

/** What a month changed the balance by, for the books: opening, each kind once, closing. */
export function ReportPage() {
  const { report: texts, statement: words, movements } = useBalancesTexts()
  const [path, day, language] = [usePointPath(), useDay(), useLanguage()]
  const filters = useUrlFilters('/p/$pointId/balances/report')
  const details = useRead<BalanceDetailsData>(path('/balance-details'))
  const today = dayOf(new Date(nowMs()), usePoint().time_zone)
  const currency = filters.values.currency || details.data?.balances.find(hasMoney)?.currency || 'USD'
  const month = filters.values.month || today.slice(0, 7)
  const { data, ...read } = useRead<StatementData>(path(`/statements/${currency}`), { query: { month } })
  const choice = (name: 'month' | 'currency', options: readonly string[], text = (value: string) => value) =>
    ({
      ...{ kind: 'choice', name, label: texts[name], isRequired: true },
      options: options.map((value) => ({ value, label: text(value) })),
    }) satisfies Filter<'month' | 'currency'>
  return (
    <>
      <PageHeader
        title={`${texts.title}: ${formatMonth(month, language)}`}
        explanation={data && texts.explanation(day(data.from), day(data.to), data.time_zone)}
        actions={
          <div className={classes['screen']}>
            <Button variant="default" mr="xs" onClick={() => window.print()}>
              {texts.print}
            </Button>
            <SaveMenu
              label={words.save}
              path={path('/statement.csv')}
              query={{ currency, month }}
              report={texts.alone}
              rows={movements.title}
            />
          </div>
        }
      />
      <div className={classes['screen']}>
        <FilterBar
          filters={{ ...filters, values: { month, currency }, isFiltered: false }}
          fields={[
            choice('month', monthsUpTo(today, month), (value) => formatMonth(value, language)),
            choice('currency', Object.keys(currencyDecimals)),
          ]}
        />
      </div>
      {data ? (
        <div aria-busy={read.isPlaceholderData} className={classes['shown']}>
          <Report statement={data} />
        </div>
      ) : read.error ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  )
}

/** The newest first, with the chosen one. */
function monthsUpTo(today: string, chosen: string): readonly string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const months = Array.from({ length: monthsShown }, (_, back) => new Date(Date.UTC(year, month - 1 - back)))
  return [...new Set([...months.map((each) => each.toISOString().slice(0, 7)), chosen])]
}

function Report({ statement: { currency, opening, closing, totals, final: isFinal } }: { statement: StatementData }) {
  const { report: texts, statement: words } = useBalancesTexts()
  const [{ name, environment }, { environments }, language] = [usePoint(), useShellTexts(), useLanguage()]
  const row = (what: string, count: string, amount: number, isSum = false) => (
    <tr key={what} className={isSum ? classes['sum'] : undefined}>
      <th scope="row">{what}</th>
      <td>{count}</td>
      <td>{amount === 0 && !isSum ? '–' : <Amount value={amount} currency={currency} />}</td>
    </tr>
  )
  return (
    <Panel title={words.title(currency)} explanation={`${name} · ${environments[environment]}`}>
      <table className={classes['report']}>
        <thead>
          <tr>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.count}</th>
            <th scope="col">{texts.amount}</th>
          </tr>
        </thead>
        <tbody>
          {row(words.opening, '', opening.total, true)}
          {totals.map(({ kind, count, amount }) => row(texts.kinds[kind], formatCount(count, language), amount))}
          {row(words.closing, '', closing.total, true)}
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
