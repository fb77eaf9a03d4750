import type { Db } from '../../../core/platform/database/database.ts'

/** A deposit account that payers do not see yet. */
export interface WaitingDepositRow {
  id: string
  service_code: string
  number: string | null
  pix_key: string | null
  beneficiary: string
  shown_from: Date
  /** Null: added by one person with the CLI. Such a wait cannot be shortened. */
  proposed_by: string | null
  decided_by: string | null
}

/** More accounts than operators add within a day. */
const waitingMax = 200

const waiting = `d.active and d.shown_from > gateway_now()`
const columns = `d.id, d.service_code, d.number, d.extra ->> 'pix_key' as pix_key, d.beneficiary, d.shown_from, q.proposed_by,
  q.decided_by`
const tables = 'deposit_accounts d left join proposals q on q.id = d.proposal_id'

export async function findWaitingDeposits(db: Db): Promise<readonly WaitingDepositRow[]> {
  const found = await db.query<WaitingDepositRow>({
    name: 'find-waiting-deposit-accounts',
    text: `select ${columns} from ${tables} where ${waiting} order by d.created_at, d.id limit ${waitingMax}`,
  })
  return found.rows
}

/** The row, locked until the transaction ends. */
export async function lockWaitingDeposit(tx: Db, id: string): Promise<WaitingDepositRow | undefined> {
  const found = await tx.query<WaitingDepositRow>({
    name: 'lock-waiting-deposit-account',
    text: `select ${columns} from ${tables} where d.id = $1 and ${waiting} for update of d`,
    values: [id],
  })
  return found.rows[0]
}

export async function showDepositNow(tx: Db, id: string, shownBy: string): Promise<void> {
  await tx.query({
    name: 'show-deposit-account',
    text: `with shown as (
        update deposit_accounts set shown_from = gateway_now(), shown_by = $2 where id = $1 returning id, shown_from)
      update routes r set starts_at = shown.shown_from from shown where r.deposit_account_id = shown.id`,
    values: [id, shownBy],
  })
}
