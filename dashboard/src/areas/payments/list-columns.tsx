import { useMemo } from 'react'
import type {
  TransactionItem,
  TransactionType,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { usePoint } from '../../app/point.ts'
import { usePerson } from '../../app/session.ts'
import { storedChoice, useStoredChoice } from '../../app/stored-choice.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { RowLink } from '../../parts/links.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { Method } from '../../parts/values/method.tsx'
import { ReasonText, StatusBadge, Tag } from '../../parts/values/tag.tsx'
import { pageOf } from './page-of.ts'
import classes from './payments.module.css'
import { usePaymentsTexts } from './texts.ts'

/** What a list can show of each, in order. */
export function useColumns(payType: TransactionType): readonly Column<TransactionItem>[] {
  const { columns, one } = usePaymentsTexts()
  const { id: pointId } = usePoint()
  // Rows that are drawn already are drawn again only when these change.
  return useMemo(
    () => [
      {
        ...{ key: 'status', header: columns.status, line: 'mark', width: '8.25rem' },
        render: (row) => <StatusBadge status={row.status} />,
      },
      {
        ...{ key: 'amount', header: columns.amount, align: 'right', line: 'end', width: '11rem' },
        render: (row) => <Amount value={row.amount} currency={row.currency} />,
      },
      {
        ...{ key: 'who', header: columns.party[payType], line: 'first', isLineOnly: true },
        render: (row) => <ItemLink item={row} pointId={pointId} text={nameOf(row) ?? row.reference} />,
      },
      {
        key: payType === 'refund' ? 'payment' : 'method',
        header: payType === 'refund' ? one.payin : columns.method,
        line: 'below',
        render: (row) => row.refund_of?.reference ?? <Method code={row.service_code} short />,
      },
      {
        key: 'reference',
        header: columns.reference,
        render: (row) => <Reference item={row} pointId={pointId} name={columns.reference} />,
      },
      { key: 'reason', header: columns.reason, render: (row) => <Why item={row} /> },
      {
        ...{ key: 'note', header: columns.reason, line: 'note', isLineOnly: true },
        render: (row) => (row.status === 'ERROR' || isRefunded(row)) && <Why item={row} />,
      },
      { key: 'party', header: columns.party[payType], width: '12.5rem', render: (row) => nameOf(row) ?? '–' },
      {
        key: 'created',
        header: columns.created,
        line: 'below',
        width: '9.5rem',
        render: (row) => <Instant at={row.created_at} short />,
      },
      {
        key: 'updated',
        header: columns.updated,
        width: '11.5rem',
        render: (row) => <Instant at={row.updated_at} short />,
      },
      {
        key: 'id',
        header: columns.id,
        width: '12rem',
        render: (row) => <Identifier value={row.transaction_id} name={columns.id} short />,
      },
    ],
    [columns, one, payType, pointId],
  )
}

/** The payer or beneficiary: as the merchant named them, else the sender that the bank told. */
export function nameOf({ party_name: given, sender_name: told }: TransactionItem): string | null {
  return given ?? told
}

/** The columns that cannot be hidden: without them a row says nothing, or opens nothing. */
const fixedColumns: readonly string[] = ['status', 'amount', 'reference', 'who', 'note']

/** Hidden until the viewer chooses otherwise. */
const hiddenAtFirst = 'updated,id'

export interface ColumnChoice {
  shown: readonly Column<TransactionItem>[]
  /** Those that can be chosen, with whether they are shown. */
  choices: readonly { key: string; header: string; isShown: boolean }[]
  toggle(key: string): void
}

/** The viewer's choice among the columns, kept by this browser. */
export function useColumnChoice(payType: TransactionType): ColumnChoice {
  const columns = useColumns(payType)
  const { user_id: userId } = usePerson()
  const stored = useMemo(() => storedChoice(`hidden-columns.${payType}.${userId}`, isKeys), [payType, userId])
  const hidden = useStoredChoice(stored) ?? hiddenAtFirst
  return useMemo(() => {
    const keys = hidden.split(',').filter((key) => key !== '')
    const isShown = (key: string) => fixedColumns.includes(key) || !keys.includes(key)
    return {
      shown: columns.filter(({ key }) => isShown(key)),
      choices: columns
        .filter(({ key }) => !fixedColumns.includes(key))
        .map(({ key, header }) => ({ key, header, isShown: isShown(key) })),
      toggle: (key) => stored.write((isShown(key) ? [...keys, key] : keys.filter((each) => each !== key)).join(',')),
    }
  }, [columns, hidden, stored])
}

function isKeys(text: string): text is string {
  return /^[a-z,]*$/.test(text)
}

/** Whether a pay-in was given back, in part or as a whole. */
function isRefunded({ refunded_amount: refunded }: TransactionItem): boolean {
  return Number(refunded) > 0
}

/** Why it stands where it stands, why a refund was made, and whether a pay-in was given back. "Paid" says no more than the status. */
function Why({ item }: { item: TransactionItem }) {
  const { list, facts } = usePaymentsTexts()
  if (item.asks_operator) return <Tag tone="accent">{list.asksOperator}</Tag>
  const isPart = Number(item.refunded_amount) < Number(item.credited_amount)
  const isSaid = item.reason === 'refunded' || item.reason === 'partially_refunded'
  const rest = [item.refund_of?.reason, isRefunded(item) && !isSaid && (isPart ? list.partRefunded : facts.refunded)]
  const more = rest.filter(Boolean).join(' · ')
  if (item.reason === 'paid') return more
  return (
    <>
      <ReasonText reason={item.reason} payType={item.pay_type} />
      {more !== '' && ` · ${more}`}
    </>
  )
}

/** Clamped to its column; copying gives the whole. */
function Reference({ item, pointId, name }: { item: TransactionItem; pointId: string; name: string }) {
  return (
    <span className={classes['clamped']}>
      <ItemLink item={item} pointId={pointId} text={item.reference} className={classes['reference'] ?? ''} />
      <CopyButton value={item.reference} name={name} />
    </span>
  )
}

interface ItemLinkProps {
  item: TransactionItem
  pointId: string
  text: string
  className?: string
}

function ItemLink({ item, pointId, text, className = '' }: ItemLinkProps) {
  return (
    <RowLink
      to={pageOf(item.pay_type)}
      params={{ pointId, transactionId: item.transaction_id }}
      className={className}
      title={item.reference}
    >
      {text}
    </RowLink>
  )
}
