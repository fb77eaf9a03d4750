import { feeSigns } from '../../../../core/ledger/rules/fee-and-net.ts'
import type { Db } from '../../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { TransactionType } from '../../../../core/values/status.ts'
import { type MovementType, type Parts, partOf } from '../../rules/movement-types.ts'
import type { ReportRow } from '../../rules/report.ts'

/** The kind of an account whose money is the merchant's. */
type Part = keyof Parts

/** The accounts of a point that hold the merchant's money, with their balances at one moment. */
export interface OwnAccounts {
  /** Ids by part; of all currencies that were asked for. */
  ids: Record<Part, bigint[]>
  balance: Parts
  /** The snapshot of that moment: the balance is the sum of exactly the entries that it sees. */
  snapshot: string
}

/** Reads balances and their snapshot in one statement, so that they are of one moment. Undefined `currency`: all. */
export async function readOwnAccounts(db: Db, pointId: string, currency?: CurrencyCode): Promise<OwnAccounts> {
  const found = await db.query<{ snapshot: string; id: bigint | null; kind: Part; balance_minor: bigint }>({
    name: 'statement-accounts',
    text: `select pg_current_snapshot()::text as snapshot, a.id, a.kind, a.balance_minor
      from (select 1) one left join ledger_accounts a on a.point_id = $1 and a.kind in ('available', 'pending', 'reserved')
        and ($2::text is null or a.currency = $2::text::char(3))`,
    values: [pointId, currency ?? null],
  })
  const accounts: OwnAccounts = {
    ids: { available: [], pending: [], reserved: [] },
    balance: { available: 0n, pending: 0n, reserved: 0n },
    snapshot: found.rows[0]?.snapshot ?? '',
  }
  for (const { id, kind, balance_minor: minor } of found.rows) {
    if (id === null) continue
    accounts.ids[kind].push(id)
    accounts.balance[kind] += minor
  }
  return accounts
}

/** The entries of one point, as of one moment. */
export interface MovementScope {
  pointId: string
  accounts: Pick<OwnAccounts, 'ids' | 'snapshot'>
  currency?: CurrencyCode | undefined
  type?: MovementType | undefined
  from?: Date | undefined
  /** Up to but not including. */
  to?: Date | undefined
}

export interface MovementRow {
  id: bigint
  created_at: Date
  type: MovementType
  currency: CurrencyCode
  transaction_id: string | null
  reference: string | null
  pay_type: TransactionType | null
  service_code: string | null
  /** The movement of a payout to the merchant's own account. */
  is_withdrawal: boolean | null
  available_minor: bigint
  pending_minor: bigint
  reserved_minor: bigint
  fee_minor: bigint
}

export interface MovementPage {
  order: 'newest first' | 'oldest first'
  /** Strictly after this position in that order. */
  after?: { createdAt: Date; id: bigint } | undefined
  limit: number
}

/**
 * The movements of a point in the order of time. A movement is one change of a payment: its transfer with the fee that
 * was charged in the same transition. Needs row-level security or a trusted point id.
 */
export async function readMovements(
  db: Db,
  scope: MovementScope,
  { order, after, limit }: MovementPage,
): Promise<readonly MovementRow[]> {
  const { values, place } = parametersOf(scope)
  const newestFirst = order === 'newest first'
  const [sign, direction] = newestFirst ? ['<', 'desc'] : ['>', 'asc']
  const conditions = [
    ...conditionsOf(scope, place),
    ...(after
      ? [`(t.created_at, t.id) ${sign} (${place(after.createdAt)}::timestamptz, ${place(after.id)}::bigint)`]
      : []),
    `not exists (select from ledger_transfers o where ${isSameMovement('o')} and o.id < t.id and ${isOwn('o')})`,
  ]
  const inOrder = (alias: string) => `order by ${alias}.created_at ${direction}, ${alias}.id ${direction}`
  const found = await db.query<MovementRow>({
    // First the entries of the page, so that nothing else is read for any other.
    text: `with page as materialized (
        select t.* from ledger_transfers t where ${conditions.join(' and ')} ${inOrder('t')} limit ${place(limit)})
      select t.id, t.created_at, ${typeOf('t')} as type, t.currency, t.transaction_id,
        case t.kind when 'withdrawal' then t.note else x.reference end as reference, x.pay_type, x.service_code, x.is_withdrawal,
        ${allParts.map((part) => `${effectOf('t', part)} + coalesce(m.${part}, 0) as ${part}_minor`).join(',\n        ')},
        ${feeOf('t')} + coalesce(m.fee, 0) as fee_minor
      from page t
      left join lateral (
        select ${allParts.map((part) => `sum(${effectOf('o', part)})::bigint as ${part}`).join(', ')},
          sum(${feeOf('o')})::bigint as fee
        from ledger_transfers o where ${isSameMovement('o')} and o.id > t.id and ${isOwn('o')}) m on true
      left join lateral (
        select reference, pay_type, service_code, withdrawal_account_id is not null as is_withdrawal
        from transactions where id = t.transaction_id limit 1) x on true
      ${inOrder('t')}`,
    values,
  })
  return found.rows
}

/** The sums of the movements per type and purpose, sorted by type. A type without movements is left out. */
export async function sumMovements(db: Db, scope: MovementScope): Promise<readonly ReportRow[]> {
  const { values, place } = parametersOf(scope)
  const found = await db.query<ReportRow>({
    text: `select ${typeOf('t')} as type, ${purpose} as purpose,
        ${allParts.map((part) => `sum(${effectOf('t', part)})::bigint as ${part}_minor`).join(', ')},
        sum(${feeOf('t')})::bigint as fee_minor,
        count(*) filter (where ${isMain}) as count, count(*) filter (where ${isFee}) as fee_count
      from ledger_transfers t where ${conditionsOf(scope, place).join(' and ')} group by 1, 2 order by 1, 2`,
    values,
  })
  return found.rows
}

/** Withdrawals of a point are few, and are read once. Only a payment that a person made at the bank can be a late refund. */
const purpose = `case when t.kind not in ('payout', 'late_payout') then null
        when t.transaction_id in (select id from transactions where point_id = $1 and withdrawal_account_id is not null) then 'withdrawal'
        when t.kind = 'late_payout' and (select pay_type from transactions where id = t.transaction_id limit 1) = 'refund' then 'refund' end`

const isFee = `t.kind in (${listOf(Object.keys(feeSigns))})`

/** One transfer for each movement: money out of suspense can be credited together with a new arrival. */
const isMain = `not ${isFee} and not (t.kind = 'suspense_accepted' and exists (select from ledger_transfers o
          where o.transaction_id = t.transaction_id and o.created_at = t.created_at and o.kind = 'payin'))`

function listOf(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ')
}

const allParts = ['available', 'pending', 'reserved'] as const satisfies readonly Part[]

/** `$2` to `$4` are the accounts of the parts, `$1` the point. */
const placeOfPart: Readonly<Record<Part, string>> = { available: '$2', pending: '$3', reserved: '$4' }

type Place = (value: unknown) => string

function parametersOf({ pointId, accounts: { ids } }: MovementScope): { values: unknown[]; place: Place } {
  const values: unknown[] = [pointId, ids.available, ids.pending, ids.reserved]
  return {
    values,
    place: (value) => {
      values.push(value)
      return `$${values.length}`
    },
  }
}

function conditionsOf({ accounts, currency, type, from, to }: MovementScope, place: Place): string[] {
  return [
    't.point_id = $1',
    isOwn('t'),
    `pg_visible_in_snapshot(t.xid, ${place(accounts.snapshot)}::pg_snapshot)`,
    ...(currency === undefined ? [] : [`t.currency = ${place(currency)}`]),
    ...(from === undefined ? [] : [`t.created_at >= ${place(from)}`]),
    ...(to === undefined ? [] : [`t.created_at < ${place(to)}`]),
    ...(type === undefined ? [] : [`${typeOf('t')} = ${place(type)}`]),
  ]
}

/** The transfers of one transition share the transaction and the instant, because one statement writes them. */
function isSameMovement(alias: string): string {
  return `${alias}.transaction_id = t.transaction_id and ${alias}.created_at = t.created_at and ${typeOf(alias)} = ${typeOf('t')}`
}

/** Moves money into or out of an account of the merchant. */
function isOwn(alias: string): string {
  const own = '($2::bigint[] || $3::bigint[] || $4::bigint[])'
  return `(${alias}.debit_account = any ${own} or ${alias}.credit_account = any ${own})`
}

function effectOf(alias: string, part: Part): string {
  const accounts = `any (${placeOfPart[part]}::bigint[])`
  return `(case when ${alias}.credit_account = ${accounts} then ${alias}.amount_minor else 0 end
        - case when ${alias}.debit_account = ${accounts} then ${alias}.amount_minor else 0 end)`
}

function typeOf(alias: string): string {
  const cases = Object.entries(partOf).map(([kind, type]) => `when '${kind}' then '${type}'`)
  return `case ${alias}.kind ${cases.join(' ')} else ${alias}.kind end`
}

function feeOf(alias: string): string {
  const cases = Object.entries(feeSigns).map(([kind, sign]) => `when '${kind}' then ${sign} * ${alias}.amount_minor`)
  return `(case ${alias}.kind ${cases.join(' ')} else 0 end)`
}

/** The gateway's time, and the IANA name of the time zone in which the point's days begin. */
export async function readPointDays(db: Db, pointId: string): Promise<{ now: Date; timeZone: string }> {
  const found = await db.query<{ now: Date; time_zone: string | null }>({
    name: 'statement-days',
    text: `select gateway_now()::timestamptz(3) as now, (select time_zone from points where id = $1) as time_zone`,
    values: [pointId],
  })
  const [row] = found.rows
  return { now: row?.now ?? new Date(0), timeZone: row?.time_zone ?? 'UTC' }
}
