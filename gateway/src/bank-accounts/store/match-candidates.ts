import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'
import type { Status } from '../../values/status.ts'

/** Orders with one amount that a round looks at. More of them cannot be told apart by the amount. */
const ordersPerAmountMax = 200
/** Receipts of the last days that operators wrote by hand. */
const receiptsMax = 2_000
const endedDays = 31
const payoutDays = 60
const payoutsMax = 2_000

export interface PayinCandidateRow {
  id: string
  connector_account_id: string
  status: Status
  currency: string
  expected_minor: bigint
  received_minor: bigint
  /** Days in the time zone of the bank account. */
  created_day: string
  ended_day: string | null
  target_reference: string | null
  payer_reference: string | null
  details: Record<string, string>
  manual: ManualMoney[]
  of_no_bank_account: boolean
}

/** Money that an operator confirmed and that no line proves. */
export interface ManualMoney {
  transfer_id: string
  amount_minor: string
  /** Bank references that the operator typed for the transaction, without separators and zeros in front. */
  receipts: string[]
}

const payinKinds = `'payin', 'suspense'`
const payoutKinds = `'payout', 'late_payout'`

/** Transfers `x` of a transaction that no line proves. */
const isManual = (transaction: string, kinds: string) => `x.transaction_id = ${transaction} and x.kind in (${kinds})
      and x.bank_line_id is null and not exists (select from bank_line_states s where s.transfer_id = x.id)`

/** Whether an operator confirmed money of a transaction that no line proves. The transaction is locked. */
export async function hasManualMoney(tx: Db, transactionId: string): Promise<boolean> {
  const found = await tx.query({
    name: 'find-manual-money',
    text: `select 1 from ledger_transfers x where ${isManual('$1', `${payinKinds}, ${payoutKinds}`)} limit 1`,
    values: [transactionId],
  })
  return (found.rowCount ?? 0) > 0
}

/** Arrivals of a transaction `t` without a line, by the kinds of transfers given. */
const manualOf = (kinds: string) => `coalesce((
    select jsonb_agg(jsonb_build_object('transfer_id', x.id::text, 'amount_minor', x.amount_minor::text,
      'receipts', array(select reference_key(r.bank_reference) from bank_receipts r where r.transaction_id = t.id)) order by x.id)
    from ledger_transfers x where ${isManual('t.id', kinds)}), '[]'::jsonb) as manual`

/** Orders from before each bank account had a connector account of its own are of no bank account. */
const ofNoBankAccount =
  'not exists (select from bank_accounts b where b.connector_account_id = t.connector_account_id) as of_no_bank_account'

const dayOf = (column: string, zone: string) => `(${column} at time zone ${zone})::date::text`

export interface PayinSearch {
  environment: Environment
  currency: string
  timeZone: string
  references: readonly string[]
  /** Numbers of transfers, as banks or payers write them. */
  transferNumbers: readonly string[]
  amounts: readonly bigint[]
}

const ownAccounts = `(select id from connector_accounts where connector = 'own-account' and environment = $1)`

/** The pay-ins of own bank accounts that something in the lines may point at. */
export async function findPayins(db: Db, search: PayinSearch): Promise<readonly PayinCandidateRow[]> {
  const found = await db.query<PayinCandidateRow>({
    name: 'find-payins-of-bank-lines',
    text: `with own as materialized ${ownAccounts},
      keys as materialized (select array(select distinct reference_key(n) from unnest($5::text[]) as n) as keys),
      wanted as (
        select t.id from own join transactions t on t.connector_account_id = own.id and t.target_reference = any ($4::text[])
        union select t.id from own, keys, lateral (
          select id from transactions t where t.connector_account_id = own.id and t.payer_reference is not null
            and reference_key(t.payer_reference) = any (keys.keys)) t
        union select t.id from own cross join unnest($6::bigint[]) as due(minor) cross join lateral (
          select t.id from transactions t where t.connector_account_id = own.id
            and t.amount_minor - t.received_minor = due.minor and t.pay_type = 'payin' and t.status in ('PENDING', 'EXPIRED')
            and length(t.target_reference) <= 8 limit ${ordersPerAmountMax}) t
        union select r.transaction_id from (
          select transaction_id, bank_reference from bank_receipts where created_at > gateway_now() - interval '${endedDays} days'
          order by created_at desc limit ${receiptsMax}) r, keys
          where reference_key(r.bank_reference) = any (keys.keys) or exists (
            select from ledger_transfers x where x.transaction_id = r.transaction_id and x.amount_minor = any ($6::bigint[])))
      select t.id, t.connector_account_id, t.status, t.currency, t.amount_minor as expected_minor, t.received_minor,
        ${dayOf('t.created_at', '$3')} as created_day,
        case when t.status <> 'PENDING' then ${dayOf("case t.status when 'EXPIRED' then t.expired_at else t.updated_at end", '$3')}
          end as ended_day,
        t.target_reference, t.payer_reference, t.details, ${manualOf(payinKinds)}, ${ofNoBankAccount}
      from wanted w join transactions t on t.id = w.id
      where t.pay_type = 'payin' and t.environment = $1 and t.currency = $2 and t.booked and t.card_bin is null
      order by t.id`,
    values: [
      search.environment,
      search.currency,
      search.timeZone,
      search.references,
      search.transferNumbers,
      search.amounts,
    ],
  })
  return found.rows
}

export interface PayoutCandidateRow {
  id: string
  connector_account_id: string
  status: Status
  currency: string
  reversed_minor: bigint
  amount_minor: bigint
  created_day: string
  details: Record<string, string>
  manual: ManualMoney[]
  of_no_bank_account: boolean
}

/** The payouts of own bank accounts with one of the amounts. */
export async function findPayouts(
  db: Db,
  search: Pick<PayinSearch, 'environment' | 'currency' | 'timeZone' | 'amounts'>,
): Promise<readonly PayoutCandidateRow[]> {
  const found = await db.query<PayoutCandidateRow>({
    name: 'find-payouts-of-bank-lines',
    text: `select t.id, t.connector_account_id, t.status, t.currency, t.reversed_minor, t.amount_minor,
        ${dayOf('t.created_at', '$3')} as created_day, t.details, ${manualOf(payoutKinds)}, ${ofNoBankAccount}
      from points p cross join lateral (
        select * from transactions t where t.point_id = p.id and t.currency = $2 and t.pay_type = 'payout'
          and t.status <> 'ERROR' and t.created_at > gateway_now() - interval '${payoutDays} days'
          and t.amount_minor = any ($4::bigint[]) order by t.created_at desc limit ${ordersPerAmountMax}) t
      where p.environment = $1 and t.connector_account_id in ${ownAccounts} and t.booked
      order by t.created_at desc, t.id limit ${payoutsMax}`,
    values: [search.environment, search.currency, search.timeZone, search.amounts],
  })
  return found.rows
}
