import type { Db } from '../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { Environment } from '../../../core/values/environment.ts'

/** An own account with its first day and what it held then. */
export interface BankOpening {
  id: string
  connector_account_id: string
  environment: Environment
  currency: CurrencyCode
  bank_name: string | null
  holder: string
  /** `2030-06-14` */
  first_day: string
  /** Of the account's time zone. */
  today: string
  /** Null: nobody has said it. */
  opening_minor: bigint | null
}

/** `lock`: until the transaction ends. */
export async function findOpening(db: Db, bankAccountId: string, lock: boolean): Promise<BankOpening | undefined> {
  const found = await db.query<BankOpening>({
    text: `select b.id, b.connector_account_id, b.environment, b.currency, b.bank_name, b.holder, b.opening_minor,
        coalesce(b.ledger_from, (b.created_at at time zone b.time_zone)::date)::text as first_day,
        (gateway_now() at time zone b.time_zone)::date::text as today
      from bank_accounts b where b.id = $1 ${lock ? 'for no key update' : ''}`,
    values: [bankAccountId],
  })
  return found.rows[0]
}

/** Until the transaction ends nobody decides about lines that another first day concerns. */
export async function lockUndecidedLines(tx: Db, bankAccountId: string): Promise<void> {
  await tx.query({
    name: 'lock-undecided-bank-lines',
    text: `select from bank_line_states where bank_account_id = $1 and state in ('new', 'closed') order by bank_line_id for update`,
    values: [bankAccountId],
  })
}

/** Lines from the day on that were left out as earlier ones are judged as new ones. */
export async function saveOpening(
  tx: Db,
  { bankAccountId, day, openingMinor }: { bankAccountId: string; day: string; openingMinor: bigint },
): Promise<void> {
  await tx.query({
    name: 'save-bank-opening',
    text: 'update bank_accounts set opening_minor = $3, ledger_from = $2 where id = $1',
    values: [bankAccountId, day, openingMinor],
  })
  await tx.query({
    name: 'reopen-closed-bank-lines',
    text: `update bank_line_states s set state = 'new', judged_at = null from bank_lines l
      where s.bank_account_id = $1 and s.state = 'closed' and l.id = s.bank_line_id and l.amount_minor > 0 and l.booking_day >= $2`,
    values: [bankAccountId, day],
  })
}
