import type {
  TimelineData,
  TimelineRefund,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { ReasonText, StatusBadge } from '../../parts/values/tag.tsx'
import { usePaymentsTexts } from './texts.ts'
import { TransactionLink } from './transaction-link.tsx'

/** The refunds of a pay-in; nothing where it has none. */
export function RefundsPanel({ story: { refunds, transaction } }: { story: TimelineData }) {
  const { columns: names, title } = usePaymentsTexts()
  if (refunds.length === 0) return null
  const columns: Column<TimelineRefund>[] = [
    { key: 'status', header: names.status, isHead: true, render: (row) => <StatusBadge status={row.status} /> },
    {
      key: 'amount',
      header: names.amount,
      align: 'right',
      isHead: true,
      render: (row) => <Amount value={row.amount} currency={transaction.currency} />,
    },
    {
      key: 'reference',
      header: names.reference,
      render: (row) => (
        <TransactionLink payType="refund" transactionId={row.transaction_id}>
          {row.reference}
        </TransactionLink>
      ),
    },
    { key: 'reason', header: names.reason, render: (row) => <ReasonText reason={row.reason} payType="refund" /> },
    { key: 'created', header: names.created, render: (row) => <Instant at={row.created_at} short /> },
  ]
  return (
    <Panel title={title.refund}>
      <DataTable caption={title.refund} columns={columns} rows={refunds} rowKey={(row) => row.transaction_id} />
    </Panel>
  )
}
