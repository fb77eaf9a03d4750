import type { PayType, TransactionItem } from '../../../../gateway/src/transactions/http/contract/payments.ts'
import { usePoint } from '../../app/point.ts'
import { Amount } from '../../parts/amount.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Instant } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Method } from '../../parts/method.tsx'
import { ReasonText, StatusBadge, Tag } from '../../parts/tag.tsx'
import classes from './payments.module.css'
import { usePaymentsTexts } from './texts.ts'

/** What a list shows of each, in order. */
export function useColumns(payType: PayType): readonly Column<TransactionItem>[] {
  const { columns } = usePaymentsTexts()
  const { id: pointId } = usePoint()
  return [
    {
      key: 'status',
      header: columns.status,
      isHead: true,
      render: (row) => <Standing item={row} />,
    },
    {
      key: 'amount',
      header: columns.amount,
      align: 'right',
      isHead: true,
      render: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    {
      key: 'method',
      header: columns.method,
      render: (row) => <Method code={row.service_code} />,
    },
    {
      key: 'reference',
      header: columns.reference,
      render: (row) => (
        <TextLink
          to="/p/$pointId/payments/$transactionId"
          params={{ pointId, transactionId: row.transaction_id }}
          className={classes['reference'] ?? ''}
        >
          {row.reference}
        </TextLink>
      ),
    },
    { key: 'party', header: columns.party[payType], render: (row) => row.party_name ?? '–' },
    {
      key: 'created',
      header: columns.created,
      render: (row) => (
        <div>
          <Instant at={row.created_at} />
          <div className={classes['aside']}>
            <Instant at={row.created_at} distance />
          </div>
        </div>
      ),
    },
  ]
}

function Standing({ item }: { item: TransactionItem }) {
  const { list } = usePaymentsTexts()
  return (
    <div>
      <StatusBadge status={item.status} />
      <div className={classes['aside']}>
        <ReasonText reason={item.reason} />
      </div>
      {item.asks_operator && <Tag tone="accent">{list.asksOperator}</Tag>}
    </div>
  )
}
