import { Text } from '@mantine/core'
import type {
  TimelineData,
  TimelineTransfer,
} from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { Panel } from '../../../parts/panel.tsx'
import { DataTable } from '../../../parts/tables/data-table.tsx'
import type { Column } from '../../../parts/tables/table-types.ts'
import { Amount } from '../../../parts/values/amount.tsx'
import classes from '../payments.module.css'
import { usePaymentsTexts } from '../texts.ts'
import { TransactionLink } from '../transaction-link.tsx'

/** What the transaction, and the refunds of a pay-in, moved between accounts. */
export function LedgerPanel({ story: { ledger, transaction } }: { story: TimelineData }) {
  const texts = usePaymentsTexts().ledger
  const amount = (value: string) => <Amount value={value} currency={transaction.currency} />
  const columns: Column<TimelineTransfer>[] = [
    {
      key: 'kind',
      header: texts.why,
      isHead: true,
      render: (row) => (
        <div>
          {row.refund_id === null ? (
            texts.kinds[row.kind]
          ) : (
            <TransactionLink payType="refund" transactionId={row.refund_id}>
              {texts.kinds[row.kind]}
            </TransactionLink>
          )}
          <div className={classes['aside']}>
            {texts.accounts[row.debit]} → {texts.accounts[row.credit]}
          </div>
        </div>
      ),
    },
    { key: 'amount', header: texts.amount, align: 'right', isHead: true, render: (row) => amount(row.amount) },
    { key: 'available', header: texts.available, align: 'right', render: (row) => amount(row.running.available) },
  ]
  return (
    <Panel title={texts.title} explanation={texts.explanation} isFoldedOnPhone>
      {ledger.length === 0 ? (
        <Text size="sm">{transaction.status === 'PENDING' ? texts.empty : texts.none}</Text>
      ) : (
        <DataTable caption={texts.explanation} columns={columns} rows={ledger} rowKey={(row) => row.id} />
      )}
    </Panel>
  )
}
