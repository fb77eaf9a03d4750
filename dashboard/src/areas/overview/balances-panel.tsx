import { Text } from '@mantine/core'
import type { BalanceData } from '../../../../gateway/src/overview/http/contract/overview.ts'
import { Amount } from '../../parts/amount.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useOverviewTexts } from './texts.ts'

/** What the point has, where it has or owes anything. */
export function BalancesPanel({ balances }: { balances: readonly BalanceData[] }) {
  const texts = useOverviewTexts().balances
  const moved = balances.filter((each) => amounts.some((name) => Number(each[name]) !== 0))
  const columns: readonly Column<BalanceData>[] = [
    { key: 'currency', header: texts.currency, isHead: true, render: ({ currency }) => currency },
    ...amounts.map((name) => ({
      key: name,
      header: texts[name],
      align: 'right' as const,
      render: (row: BalanceData) => <Amount value={row[name]} currency={row.currency} />,
    })),
  ]
  return (
    <Panel title={texts.title}>
      {moved.length > 0 && (
        <DataTable caption={texts.title} columns={columns} rows={moved} rowKey={({ currency }) => currency} />
      )}
      {moved.length < balances.length && (
        <Text size="sm" c="dimmed" mt={moved.length > 0 ? 'sm' : 0}>
          {texts.others}
        </Text>
      )}
    </Panel>
  )
}

const amounts = ['available', 'pending', 'reserved'] as const
