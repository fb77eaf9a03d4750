import type { AccountKind, TransferKind } from '../../../../core/ledger/rules/ledger.ts'
import type { Db } from '../../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import { type OperatorTransactionRow, type PartyRow, partyColumns, readNamesOfPoints } from './transactions.ts'

/** Transfers since the last stored sums that one request adds up. Verify stores sums every minute. */
const transfersAddedMax = 200_000

/** A ledger account with its stored balance and the sum of its transfers. */
export interface LedgerAccountRow {
  id: bigint
  environment: Environment
  currency: CurrencyCode
  kind: AccountKind
  point_id: string | null
  point_name: string | null
  merchant_name: string | null
  connector_account_id: string | null
  connector_account_name: string | null
  /** Null if no balance is stored. */
  stored_minor: bigint | null
  overdraft_minor: bigint | null
  /** The sum of its transfers; null if there are too many since the last stored sums. */
  sum_minor: string | null
}

/** Sums of the transfers since the last stored sums, by account; `whole` is false if there are too many. */
const sums = `upto as (select transfer_id from ledger_sums_upto),
  fresh as materialized (
    select debit_account, credit_account, amount_minor from ledger_transfers
    where id > (select transfer_id from upto) order by id limit ${transfersAddedMax}),
  whole as (select count(*) < ${transfersAddedMax} as yes from fresh),
  added as (
    select account, sum(minor) as minor from (
      select credit_account as account, amount_minor as minor from fresh
      union all select debit_account, -amount_minor from fresh) x group by account)`

const sumOf = `case when (select yes from whole)
  then (coalesce((select sum_minor from ledger_sums s where s.account_id = a.id), 0)
    + coalesce((select minor from added d where d.account = a.id), 0))::text end`

export interface AccountFilters {
  environment: Environment
  currency?: string
  kind?: AccountKind
  pointId?: string
  /** Keyset pagination: after this account. */
  after?: bigint
  limit: number
}

/** Accounts in order of creation. */
export async function readLedgerAccounts(db: Db, filters: AccountFilters): Promise<readonly LedgerAccountRow[]> {
  const found = await db.query<LedgerAccountRow>({
    name: 'read-ledger-accounts',
    text: `with ${sums}
      select a.id, a.environment, a.currency, a.kind, a.point_id, p.name as point_name, m.name as merchant_name,
        a.connector_account_id, c.name as connector_account_name, a.balance_minor as stored_minor, a.overdraft_minor,
        ${sumOf} as sum_minor
      from (select * from ledger_accounts where environment = $1 and ($2::text is null or currency = $2)
          and ($3::text is null or kind = $3) and ($4::uuid is null or point_id = $4) and id > $5
          order by id limit $6) a
        left join points p on p.id = a.point_id left join merchants m on m.id = p.merchant_id
        left join connector_accounts c on c.id = a.connector_account_id
      order by a.id`,
    values: [
      filters.environment,
      filters.currency ?? null,
      filters.kind ?? null,
      filters.pointId ?? null,
      filters.after ?? 0n,
      filters.limit,
    ],
  })
  return found.rows
}

/** The sum of all accounts of one kind, by environment and currency. Every purse adds up to zero over its kinds. */
export interface PurseRow {
  environment: Environment
  currency: CurrencyCode
  kind: AccountKind
  accounts: number
  sum_minor: string | null
}

export async function readPurses(db: Db): Promise<readonly PurseRow[]> {
  const found = await db.query<PurseRow>({
    name: 'read-purses',
    text: `with ${sums}
      select a.environment, a.currency, a.kind, count(*)::int as accounts, sum((${sumOf})::numeric)::text as sum_minor
      from ledger_accounts a group by a.environment, a.currency, a.kind order by a.environment, a.currency, a.kind`,
  })
  return found.rows
}

/** One double entry with the accounts' names. */
export interface TransferRow {
  id: bigint
  kind: TransferKind
  environment: Environment
  currency: CurrencyCode
  amount_minor: bigint
  transaction_id: string | null
  point_id: string | null
  point_name: string | null
  debit_account: bigint
  debit_kind: AccountKind
  credit_account: bigint
  credit_kind: AccountKind
  note: string | null
  created_at: Date
}

/** Newest transfers that one page reads, because transfers have no index per account. */
const transfersLookedAtMax = 20_000

const transferColumns = `x.id, x.kind, x.environment, x.currency, x.amount_minor, x.transaction_id, x.point_id,
  p.name as point_name, x.debit_account, d.kind as debit_kind, x.credit_account, c.kind as credit_kind, x.note, x.created_at`
const transferJoins = `join ledger_accounts d on d.id = x.debit_account join ledger_accounts c on c.id = x.credit_account
  left join points p on p.id = x.point_id`

export interface TransferFilters {
  accountId?: bigint
  environment?: Environment
  kind?: TransferKind
  /** Keyset pagination: made before this one. */
  before?: bigint
  limit: number
}

/** The journal, newest first. Also returns the last row read if the page ended early. */
export async function readJournal(
  db: Db,
  filters: TransferFilters,
): Promise<{ rows: readonly TransferRow[]; lookedUpTo: bigint | null }> {
  const before = filters.before ?? lastTransferId
  const found = await db.query<TransferRow>({
    name: 'read-journal',
    text: `select ${transferColumns} from (
        select x.* from (select * from ledger_transfers where id < $1 order by id desc limit ${transfersLookedAtMax}) x
        where ($2::bigint is null or x.debit_account = $2 or x.credit_account = $2)
          and ($3::text is null or x.environment = $3) and ($4::text is null or x.kind = $4)
        order by x.id desc limit $5) x ${transferJoins} order by x.id desc`,
    values: [before, filters.accountId ?? null, filters.environment ?? null, filters.kind ?? null, filters.limit],
  })
  if (found.rows.length === filters.limit) return { rows: found.rows, lookedUpTo: null }
  const end = await db.query<{ id: bigint }>({
    name: 'end-of-journal-look',
    text: `select id from ledger_transfers where id < $1 order by id desc offset ${transfersLookedAtMax - 1} limit 1`,
    values: [before],
  })
  return { rows: found.rows, lookedUpTo: end.rows[0]?.id ?? null }
}

/** Greater than every id of a transfer. */
const lastTransferId = 9_223_372_036_854_775_807n

/** More entries than one transaction has. */
const transfersOfTransactionMax = 200

export async function readTransfersOfTransaction(db: Db, transactionId: string): Promise<readonly TransferRow[]> {
  const found = await db.query<TransferRow>({
    name: 'read-transfers-of-transaction',
    text: `select ${transferColumns} from ledger_transfers x ${transferJoins} where x.transaction_id = $1
      order by x.id limit ${transfersOfTransactionMax}`,
    values: [transactionId],
  })
  return found.rows
}

/** Manual transfers at one point, newest first. */
export async function readManualTransfers(db: Db, pointId: string, limit: number): Promise<readonly TransferRow[]> {
  const found = await db.query<TransferRow>({
    name: 'read-transfers-by-hand',
    text: `select ${transferColumns} from ledger_transfers x ${transferJoins}
      where x.point_id = $1 and x.transaction_id is null order by x.id desc limit $2`,
    values: [pointId, limit],
  })
  return found.rows
}

/** Money in suspense in one environment and currency, according to the transactions and the lines of own bank accounts. */
export interface SuspenseSumRow {
  environment: Environment
  currency: CurrencyCode
  transactions: number
  sum_minor: string
}

/** Operators handle suspense manually, so a queue is never this long. */
const suspenseRowsMax = 100_000

export async function readSuspenseSums(db: Db): Promise<readonly SuspenseSumRow[]> {
  const found = await db.query<SuspenseSumRow>({
    name: 'read-suspense-sums',
    text: `select environment, currency, count(*)::int as transactions, sum(suspense_minor)::text as sum_minor
      from ((select environment, currency, suspense_minor from transactions where suspense_minor > 0 limit ${suspenseRowsMax})
        union all
        -- Deposits at own bank accounts that nobody has claimed.
        (select b.environment, b.currency, l.amount_minor from bank_line_states s join bank_lines l on l.id = s.bank_line_id
          join bank_accounts b on b.id = s.bank_account_id
          where s.state = 'in_suspense' and l.sign = 'C' limit ${suspenseRowsMax})) t
      group by environment, currency order by environment, currency`,
  })
  return found.rows
}

/** Transactions with money in suspense, oldest first. */
export async function readInSuspense(
  db: Db,
  wanted: { environment: Environment | undefined; after: string | undefined; limit: number },
): Promise<readonly OperatorTransactionRow[]> {
  const found = await db.query<PartyRow>({
    name: 'read-in-suspense',
    text: `select ${partyColumns} from transactions t where t.suspense_minor > 0
        and ($1::text is null or t.environment = $1) and ($2::uuid is null or t.id > $2)
      order by t.id limit $3`,
    values: [wanted.environment ?? null, wanted.after ?? null, wanted.limit],
  })
  return await withNames(db, found.rows)
}

/** Transactions with the names of their merchants and points. */
export async function withNames(db: Db, rows: readonly PartyRow[]): Promise<readonly OperatorTransactionRow[]> {
  const names = await readNamesOfPoints(
    db,
    rows.map((row) => row.point_id),
  )
  return rows.map((row) => {
    const name = names.get(row.point_id)
    return {
      ...row,
      point_name: name?.pointName ?? '',
      merchant_id: name?.merchantId ?? '',
      merchant_name: name?.merchantName ?? '',
    }
  })
}
