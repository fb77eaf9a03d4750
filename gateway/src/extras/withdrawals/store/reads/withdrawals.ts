import { type BookedMoneyColumn, bookedMoneyColumn } from '../../../../core/ledger/rules/booked-money.ts'
import type { Db } from '../../../../core/platform/database/database.ts'
import { type TransactionRow, transactionColumns } from '../../../../core/processing/rules/transaction.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Status } from '../../../../core/values/status.ts'

export interface WithdrawalRow extends TransactionRow, BookedMoneyColumn {
  withdrawal_account_id: string
}

export interface WithdrawalFilters {
  /** As among payouts. */
  payoutReference?: string | undefined
  status?: Status | undefined
  /** Keyset: strictly after this position, newest first. */
  after?: { createdAt: Date; id: string } | undefined
  limit: number
}

const withdrawals = `select ${transactionColumns}, ${bookedMoneyColumn} from transactions t
  where t.point_id = $1 and t.withdrawal_account_id is not null`

export async function readWithdrawal(db: Db, pointId: string, id: string): Promise<WithdrawalRow | undefined> {
  const found = await db.query<WithdrawalRow>({
    name: 'read-withdrawal',
    text: `${withdrawals} and t.id = $2`,
    values: [pointId, id],
  })
  return found.rows[0]
}

export async function readWithdrawalPage(
  db: Db,
  pointId: string,
  { payoutReference, status, after, limit }: WithdrawalFilters,
): Promise<readonly WithdrawalRow[]> {
  const found = await db.query<WithdrawalRow>({
    name: 'read-withdrawal-page',
    text: `${withdrawals} and ($2::text is null or (t.pay_type = 'payout' and t.reference = $2))
        and ($3::text is null or t.status = $3)
        and ($4::timestamptz is null or (t.created_at, t.id) < ($4, $5::uuid))
      order by t.created_at desc, t.id desc limit $6`,
    values: [pointId, payoutReference ?? null, status ?? null, after?.createdAt ?? null, after?.id ?? null, limit],
  })
  return found.rows
}

/** Money that operators paid out to a merchant outside the gateway. */
export interface OutsideRow {
  id: string
  point_id: string
  reference: string
  currency: CurrencyCode
  amount_minor: bigint
  /** How it was paid, as the merchant reads it. */
  how: string
  created_at: Date
}

export const outsideColumns = 'id, point_id, reference, currency, amount_minor, how, created_at'

interface OutsideFilters {
  id?: string
  reference?: string | undefined
  /** Keyset: strictly after this position, newest first. */
  after?: { createdAt: Date; id: string } | undefined
  limit: number
}

export async function readOutside(
  db: Db,
  pointId: string,
  { id, reference, after, limit }: OutsideFilters,
): Promise<readonly OutsideRow[]> {
  const found = await db.query<OutsideRow>({
    name: 'read-outside-withdrawals',
    text: `select ${outsideColumns} from outside_withdrawals where point_id = $1 and ($2::uuid is null or id = $2)
        and ($3::text is null or reference = $3) and ($4::timestamptz is null or (created_at, id) < ($4, $5::uuid))
      order by created_at desc, id desc limit $6`,
    values: [pointId, id ?? null, reference ?? null, after?.createdAt ?? null, after?.id ?? null, limit],
  })
  return found.rows
}
