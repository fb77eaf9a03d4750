import { Text } from '@mantine/core'
import type {
  BalanceDetailData,
  CountData,
} from '../../../../gateway/src/extras/balance-statements/http/contract/balances.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { Amount } from '../../parts/amount.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import type { Column } from '../../parts/table-types.ts'
import classes from './balances.module.css'
import { useDay } from './day.ts'
import { useBalancesTexts } from './texts.ts'

/** What the point has now, in each currency that is not at zero. */
export function CurrentPanel({ balances }: { balances: readonly BalanceDetailData[] }) {
  const texts = useBalancesTexts()
  const count = useCount()
  const moved = balances.filter(hasMoney)
  const amount = (row: BalanceDetailData, name: 'available' | 'pending' | 'reserved' | 'in_transit') => (
    <Amount value={row[name]} currency={row.currency} />
  )
  const columns: readonly Column<BalanceDetailData>[] = [
    { key: 'currency', header: texts.parts.currency, isHead: true, render: ({ currency }) => currency },
    { key: 'available', header: texts.parts.available, align: 'right', render: (row) => amount(row, 'available') },
    { key: 'pending', header: texts.parts.pending, align: 'right', render: (row) => amount(row, 'pending') },
    { key: 'reserved', header: texts.parts.reserved, align: 'right', render: (row) => amount(row, 'reserved') },
    {
      key: 'in-transit',
      header: texts.parts.inTransit,
      align: 'right',
      render: (row) => (
        <div>
          {amount(row, 'in_transit')}
          {row.in_transit_count.count > 0 && (
            <div className={classes['aside']}>
              {texts.payouts[isOne(row.in_transit_count) ? 'one' : 'other'](count(row.in_transit_count))}
            </div>
          )}
        </div>
      ),
    },
  ]
  return (
    <Panel title={texts.now} explanation={texts.inTransitNote}>
      {moved.length > 0 && (
        <DataTable caption={texts.now} columns={columns} rows={moved} rowKey={({ currency }) => currency} />
      )}
      {moved.length < balances.length && (
        <Text size="sm" c="dimmed" mt={moved.length > 0 ? 'sm' : 0}>
          {moved.length > 0 ? texts.others : texts.allZero}
        </Text>
      )}
    </Panel>
  )
}

/** When the pending balance of one currency becomes available. Nothing where nothing is pending. */
export function ReleasesPanel({ balance }: { balance: BalanceDetailData | undefined }) {
  const { releases: texts } = useBalancesTexts()
  const count = useCount()
  const day = useDay()
  if (!balance || balance.releases.length === 0) return null
  type Release = BalanceDetailData['releases'][number]
  const columns: readonly Column<Release>[] = [
    { key: 'day', header: texts.day, isHead: true, render: (row) => day(row.day) },
    { key: 'payments', header: texts.payments, align: 'right', render: (row) => count(row.count) },
    {
      key: 'amount',
      header: texts.amount,
      align: 'right',
      render: (row) => <Amount value={row.amount} currency={balance.currency} />,
    },
  ]
  return (
    <Panel title={texts.title} explanation={texts.explanation(balance.currency)}>
      <DataTable caption={texts.title} columns={columns} rows={balance.releases} rowKey={(row) => row.day} />
    </Panel>
  )
}

/** Whether there is or was something to see: an amount that is not zero. */
export function hasMoney(row: BalanceDetailData): boolean {
  return [row.available, row.pending, row.reserved].some((amount) => Number(amount) !== 0)
}

/** `1,000+` where there are more. */
function useCount(): (count: CountData) => string {
  const language = useLanguage()
  return ({ count, more }) => `${formatCount(count, language)}${more ? '+' : ''}`
}

function isOne({ count, more }: CountData): boolean {
  return count === 1 && !more
}
