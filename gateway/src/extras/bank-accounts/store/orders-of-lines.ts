import type { Db } from '../../../core/platform/database/database.ts'
import type { Environment } from '../../../core/values/environment.ts'
import type { Status, TransactionType } from '../../../core/values/status.ts'

/** A transaction of the own accounts as matching reads it. Days are those of the line's account, amounts minor units. */
export interface OrderRow {
  id: string
  pay_type: TransactionType
  connector_account_id: string
  status: Status
  currency: string
  amount_minor: bigint
  received_minor: bigint
  reversed_minor: bigint
  created_at: Date
  created_day: string
  ended_day: string | null
  target_reference: string | null
  payer_reference: string | null
  details: Record<string, string>
  manual: ManualMoney[]
}

/** Money that an operator confirmed and that no line proves. */
export interface ManualMoney {
  transfer_id: string
  amount_minor: string
  /** Bank references that the operator typed for the transaction, without separators and zeros in front. */
  receipts: string[]
}

/** A provider books money without lines: only where an operator named a receipt, money of its order may be the operator's. */
const isOfOperator = (
  transaction: string,
) => `(exists (select from bank_receipts r where r.transaction_id = ${transaction})
      or not exists (select from transactions o join bank_accounts b on b.connector_account_id = o.connector_account_id
        where o.id = ${transaction} and b.kind = 'provider'))`

/** Transfers `x` of a transaction that no line proves. */
const isManual = (transaction: string) => `x.transaction_id = ${transaction}
      and x.kind in ('payin', 'suspense', 'payout', 'late_payout', 'refund')
      and x.bank_line_id is null and not exists (select from bank_line_states s where s.transfer_id = x.id)
      and ${isOfOperator(transaction)}`

/** Whether an operator confirmed money of a transaction that no line proves. The transaction is locked. */
export async function hasManualMoney(tx: Db, transactionId: string): Promise<boolean> {
  const found = await tx.query({
    name: 'find-manual-money',
    text: `select 1 from ledger_transfers x where ${isManual('$1')} limit 1`,
    values: [transactionId],
  })
  return (found.rowCount ?? 0) > 0
}

/** Arrivals of a transaction `t` without a line. */
const manualMoney = `coalesce((
    select jsonb_agg(jsonb_build_object('transfer_id', x.id::text, 'amount_minor', x.amount_minor::text,
      'receipts', array(select reference_key(r.bank_reference) from bank_receipts r where r.transaction_id = t.id)) order by x.id)
    from ledger_transfers x where ${isManual('t.id')}), '[]'::jsonb) as manual`

const dayOf = (column: string, zone: string) => `(${column} at time zone ${zone})::date::text`
const ended = `case t.status when 'EXPIRED' then t.expired_at else t.updated_at end`

/** Columns of `t`. */
const columns = `t.id, t.pay_type, t.connector_account_id, t.status, t.currency, t.amount_minor, t.received_minor,
    t.reversed_minor, t.created_at, ${dayOf('t.created_at', '$3')} as created_day,
    case when t.status <> 'PENDING' then ${dayOf(ended, '$3')} end as ended_day,
    t.target_reference, t.payer_reference, t.details, ${manualMoney}`

/** Whose orders a line of the account `$4` may be of: all own accounts', or those of its provider account alone. */
const ownAccounts = `own as materialized (select o.id from connector_accounts l
      join connector_accounts o on o.id = l.id or (l.connector = 'own-account' and o.connector = 'own-account')
      where l.id = $4 and o.environment = $1)`
const ofTheAccounts = `t.environment = $1 and t.currency = $2 and t.card_bin is null
        and t.connector_account_id in (select id from own)`

export interface AccountOfLine {
  environment: Environment
  currency: string
  timeZone: string
  connectorAccountId: string
}

/** `$1` to `$4`. */
function accountValues({ environment, currency, timeZone, connectorAccountId }: AccountOfLine): readonly string[] {
  return [environment, currency, timeZone, connectorAccountId]
}

/** What lines name: references, ids of payouts, and numbers that an operator may have confirmed by. */
export interface Named {
  references: readonly string[]
  payoutIds: readonly string[]
  /** As `reference_key` writes them. */
  numbers: readonly string[]
}

/** The orders of own accounts that lines name. Each name is one look into an index. */
export async function findNamedOrders(db: Db, named: AccountOfLine & Named): Promise<readonly OrderRow[]> {
  const found = await db.query<OrderRow>({
    name: 'find-named-orders-of-bank-lines',
    text: `with ${ownAccounts}, wanted as (
        select t.id from own join transactions t on t.connector_account_id = own.id and t.target_reference = any ($5::text[])
        union select t.id from transactions t where t.id = any ($6::uuid[])
        union select r.transaction_id from own join bank_receipts r on r.connector_account_id = own.id
          and reference_key(r.bank_reference) = any ($7::text[]))
      select ${columns} from wanted w join transactions t on t.id = w.id where ${ofTheAccounts} order by t.id`,
    values: [...accountValues(named), named.references, named.payoutIds, named.numbers],
  })
  return found.rows
}

/** Orders of one index that a person's view ranks. */
const rankedMax = 200
/** Days of payouts that a person is shown, and of orders after their end. */
const payoutDays = 60
const endedDays = 31
/** Orders of the simulated bank have longer references. */
const isOwnReference = 'length(t.target_reference) <= 8'
const isOpen = `t.pay_type = 'payin' and t.status in ('PENDING', 'EXPIRED') and ${isOwnReference}`

const isRecentPayin = `t.pay_type = 'payin' and (t.status = 'PENDING'
        or (t.status in ('EXPIRED', 'COMPLETED') and ${ended} > gateway_now() - interval '${endedDays} days'))`

/** What a person is shown about a waiting credit. */
export interface DepositSearch extends AccountOfLine {
  amountMinor: bigint
  /** Exact ones, of any own account. */
  references: readonly string[]
  /** First and last four characters of words that may be a reference with a mistake. */
  heads: readonly string[]
  tails: readonly string[]
  /** Numbers of the transfer that payers may have typed, as `reference_key` writes them. */
  numbers: readonly string[]
}

/** The newest pay-ins that a credit may belong to. Every part is limited. */
export async function findDeposits(db: Db, search: DepositSearch): Promise<readonly OrderRow[]> {
  const half = (side: 'left' | 'right', parameter: string) => `select id from (select t.id from transactions t
          where t.connector_account_id = $4 and ${side}(t.target_reference, 4) = any (${parameter}::text[]) and ${isOpen}
          limit ${rankedMax}) as ${side}_half`
  const found = await db.query<OrderRow>({
    name: 'find-deposits-of-bank-line',
    text: `with ${ownAccounts}, wanted as (
        select t.id from own join transactions t on t.connector_account_id = own.id and t.target_reference = any ($6::text[])
        union select id from (select t.id from transactions t where t.connector_account_id = $4
          and t.amount_minor - t.received_minor = $5::bigint and ${isOpen}
          order by t.created_at desc limit ${rankedMax}) as due
        union ${half('left', '$7')} union ${half('right', '$8')}
        union select typed.id from own cross join lateral (select t.id from transactions t where t.connector_account_id = own.id
          and t.payer_reference is not null and reference_key(t.payer_reference) = any ($9::text[])
          limit ${rankedMax}) as typed)
      select ${columns} from wanted w join transactions t on t.id = w.id
      where ${ofTheAccounts} and ${isRecentPayin} order by t.id desc`,
    values: [
      ...accountValues(search),
      search.amountMinor,
      search.references,
      search.heads,
      search.tails,
      search.numbers,
    ],
  })
  return found.rows
}

/** The newest transactions with the amount `$5`, by the index of amounts. */
const newestOfAmount = (condition: string) => `weeks as materialized (select generate_series(
          floor(extract(epoch from gateway_now() - interval '${payoutDays} days' - timestamptz '1970-01-05 00:00Z') / 604800)::int,
          floor(extract(epoch from gateway_now() - timestamptz '1970-01-05 00:00Z') / 604800)::int) as week),
      newest as (select t.id from points p cross join weeks w cross join lateral (
            select t.id, t.created_at from transactions t where t.point_id = p.id and t.created_week = w.week
              and t.amount_minor = $5::bigint and ${condition}
            order by t.created_at desc limit ${rankedMax}) t
          where p.environment = $1 order by t.created_at desc limit ${rankedMax})`

/** The newest pay-ins of a provider account with an amount, for money that came to it for no order. */
export async function findPayinsOfProvider(
  db: Db,
  search: AccountOfLine & { amountMinor: bigint },
): Promise<readonly OrderRow[]> {
  const found = await db.query<OrderRow>({
    name: 'find-payins-of-provider-line',
    text: `with ${ownAccounts}, ${newestOfAmount(`t.pay_type = 'payin' and t.connector_account_id = $4`)}
      select ${columns} from newest n join transactions t on t.id = n.id
      where ${ofTheAccounts} and ${isRecentPayin} order by t.id desc`,
    values: [...accountValues(search), search.amountMinor],
  })
  return found.rows
}

/** The newest payouts of own accounts with an amount, for a debit or a credit that may return one. */
export async function findPayouts(
  db: Db,
  search: AccountOfLine & { amountMinor: bigint; payoutIds: readonly string[]; references: readonly string[] },
): Promise<readonly OrderRow[]> {
  const found = await db.query<OrderRow>({
    name: 'find-payouts-of-bank-line',
    text: `with ${ownAccounts}, ${newestOfAmount(`t.pay_type <> 'payin' and t.status <> 'ERROR'`)},
      wanted as (
        select id from newest union select unnest($6::uuid[])
        union select t.id from own join transactions t on t.connector_account_id = own.id and t.target_reference = any ($7::text[]))
      select ${columns} from wanted w join transactions t on t.id = w.id
      where ${ofTheAccounts} and t.pay_type <> 'payin' order by t.id desc`,
    values: [...accountValues(search), search.amountMinor, search.payoutIds, search.references],
  })
  return found.rows
}
