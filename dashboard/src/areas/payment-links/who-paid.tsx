import type {
  TransactionItem,
  TransactionListData,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { RowLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { nameOf } from '../payments/list-columns.tsx'
import { usePaymentLinksTexts } from './texts.ts'

/** The list of payments has the others. */
const shownMax = 5

/** The newest completed payments of a link; nothing before the first. */
export function WhoPaid({ linkId, everySeconds }: { linkId: string; everySeconds: number }) {
  const texts = usePaymentLinksTexts()
  const { id: pointId } = usePoint()
  const paid = useRead<TransactionListData>(usePointPath()('/transactions'), {
    query: { pay_type: 'payin', status: 'COMPLETED', payment_link_id: linkId, limit: String(shownMax) },
    everySeconds,
  }).data
  if (!paid || paid.items.length === 0) return null
  const columns: readonly Column<TransactionItem>[] = [
    {
      ...{ key: 'who', header: texts.payer, line: 'first' },
      render: (row) => (
        <RowLink to="/p/$pointId/payments/$transactionId" params={{ pointId, transactionId: row.transaction_id }}>
          {nameOf(row) ?? row.reference}
        </RowLink>
      ),
    },
    {
      ...{ key: 'amount', header: texts.amount, line: 'end', align: 'right' },
      render: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    { key: 'created', header: texts.created, line: 'below', render: (row) => <Instant at={row.created_at} short /> },
  ]
  return (
    <Panel title={texts.whoPaid}>
      <DataTable
        caption={texts.whoPaid}
        columns={columns}
        rows={paid.items}
        rowKey={(row) => row.transaction_id}
        isList
      />
    </Panel>
  )
}
