import type { SuspenseData } from '../../../../gateway/src/extras/operator-desk/http/contract/books.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { EnvironmentBadge, Tag } from '../../parts/values/tag.tsx'
import { useOperatorTexts } from './texts.ts'

/** What transactions say beside what the ledger holds, by environment and currency. */
export function SuspenseSums({ sums }: { sums: SuspenseData['sums'] }) {
  const texts = useOperatorTexts()
  const language = useLanguage()
  return (
    <DataTable
      caption={texts.suspenseTitle}
      rows={sums}
      rowKey={(row) => `${row.environment} ${row.currency}`}
      columns={[
        {
          key: 'environment',
          header: texts.environment,
          isHead: true,
          render: (row) => <EnvironmentBadge environment={row.environment} />,
        },
        {
          key: 'count',
          header: texts.count,
          align: 'right',
          render: (row) => formatCount(row.transactions, language),
        },
        {
          key: 'amount',
          header: texts.byTransactions,
          align: 'right',
          render: (row) => <Amount value={row.amount} currency={row.currency} />,
        },
        {
          key: 'ledger',
          header: texts.byLedger,
          align: 'right',
          render: (row) => (row.ledger === null ? '–' : <Amount value={row.ledger} currency={row.currency} />),
        },
        {
          key: 'agrees',
          header: texts.status,
          render: (row) =>
            row.ledger === null ? (
              '–'
            ) : (
              <Tag tone={row.ledger === row.amount ? 'good' : 'bad'}>
                {row.ledger === row.amount ? texts.agrees : texts.differs}
              </Tag>
            ),
        },
      ]}
    />
  )
}
