import type {
  TimelineData,
  TimelineRefund,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { Amount } from '../../parts/amount.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Instant } from '../../parts/instant.tsx'
import { Panel } from '../../parts/panel.tsx'
import type { Column } from '../../parts/table-types.ts'
import { ReasonText, StatusBadge } from '../../parts/tag.tsx'
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
