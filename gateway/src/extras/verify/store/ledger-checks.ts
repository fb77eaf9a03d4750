import type { Db } from '../../../core/platform/database/database.ts'
import type { ViolationRow } from './transaction-checks.ts'

/** Transfers per statement. */
const transfersPerStatement = 100_000

export interface LedgerCheck {
  checked: number
  violations: ViolationRow[]
}

/**
 * Adds up the transfers since the stored sums (all transfers in a full run) and compares them with the stored
 * balances. The caller's repeatable-read transaction gives all statements one snapshot. Also checks that all accounts
 * of one environment and currency sum to zero.
 */
export async function checkBalances(tx: Db, full: boolean): Promise<LedgerCheck> {
  const kept = await keptSums(tx)
  const upTo = await keptUpTo(tx)
  const sums = full ? new Map<string, bigint>() : kept
  const before = full ? await addUp(tx, sums, { after: 0n, upTo }) : 0
  const wrong = full ? keptWrongly(kept, sums) : []
  const checked = before + (await addUp(tx, sums, { after: upTo, upTo: lastTransferId }))
  return { checked, violations: [...wrong, ...(await compare(tx, sums))] }
}

/** The greatest possible transfer id. */
const lastTransferId = 9_223_372_036_854_775_807n

/** Adds the transfers after `after`, up to and including `upTo`, page by page. Returns their number. */
async function addUp(
  tx: Db,
  sums: Map<string, bigint>,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<number> {
  let checked = 0
  let position = after
  for (;;) {
    const page = await sumPage(tx, position, upTo)
    for (const [account, minor] of page.sums) sums.set(account, (sums.get(account) ?? 0n) + minor)
    checked += page.count
    if (page.count < transfersPerStatement) return checked
    position = page.last
  }
}

/** Stored sums that differ from the sum of their transfers. */
function keptWrongly(kept: ReadonlyMap<string, bigint>, sums: ReadonlyMap<string, bigint>): ViolationRow[] {
  return [...new Set([...kept.keys(), ...sums.keys()])].flatMap((id) => {
    const ours = kept.get(id) ?? 0n
    const right = sums.get(id) ?? 0n
    return ours === right ? [] : [{ id, what: `the kept sum is ${ours}, its transfers add up to ${right}` }]
  })
}

/** Stores sums up to a settled transfer: one page, in its own transaction. True while there is more to do. */
export async function keepSums(tx: Db, upTo: bigint): Promise<boolean> {
  const found = await tx.query<{ transfer_id: bigint }>({
    name: 'lock-ledger-upto',
    text: 'select transfer_id from ledger_sums_upto for update',
  })
  const after = found.rows[0]?.transfer_id ?? 0n
  if (after >= upTo) return false
  const pageEnd = after + BigInt(transfersPerStatement)
  const last = pageEnd < upTo ? pageEnd : upTo
  await tx.query({
    name: 'keep-ledger-sums',
    text: `insert into ledger_sums (account_id, sum_minor)
      select account, sum(minor) from (
        select credit_account as account, amount_minor as minor from ledger_transfers where id > $1 and id <= $2
        union all
        select debit_account, -amount_minor from ledger_transfers where id > $1 and id <= $2) x group by account
      on conflict (account_id) do update set sum_minor = ledger_sums.sum_minor + excluded.sum_minor`,
    values: [after, last],
  })
  await tx.query({
    name: 'move-ledger-upto',
    text: 'update ledger_sums_upto set transfer_id = $1',
    values: [last],
  })
  return last < upTo
}

/**
 * The last transfer that a run saw at least `settledSeconds` of true time ago. Ids are assigned before the commit;
 * after this time no open transaction can hold an earlier id (statements end after 15 s).
 */
export async function settledTransfer(db: Db, settledSeconds: number): Promise<bigint> {
  const found = await db.query<{ id: bigint }>({
    name: 'settled-transfer',
    text: `select coalesce((results ->> 'last_transfer')::bigint, 0) as id from verify_runs
      where recorded_at <= statement_timestamp() - make_interval(secs => $1) and failed is null order by id desc limit 1`,
    values: [settledSeconds],
  })
  return found.rows[0]?.id ?? 0n
}

export async function lastTransfer(db: Db): Promise<bigint> {
  const found = await db.query<{ id: bigint }>({
    name: 'last-transfer',
    text: 'select coalesce(max(id), 0) as id from ledger_transfers',
  })
  return found.rows[0]?.id ?? 0n
}

async function keptSums(tx: Db): Promise<Map<string, bigint>> {
  const found = await tx.query<{ account_id: bigint; sum_minor: string }>({
    name: 'kept-ledger-sums',
    text: 'select account_id, sum_minor from ledger_sums',
  })
  return new Map(found.rows.map((row) => [row.account_id.toString(), BigInt(row.sum_minor)]))
}

async function keptUpTo(tx: Db): Promise<bigint> {
  const found = await tx.query<{ transfer_id: bigint }>({
    name: 'kept-ledger-upto',
    text: 'select transfer_id from ledger_sums_upto',
  })
  return found.rows[0]?.transfer_id ?? 0n
}

async function sumPage(
  tx: Db,
  after: bigint,
  upTo: bigint,
): Promise<{ sums: Map<string, bigint>; count: number; last: bigint }> {
  const found = await tx.query<{ account: bigint; minor: string; n: bigint; last: bigint }>({
    name: 'sum-ledger-page',
    text: `with page as materialized (
        select id, debit_account, credit_account, amount_minor from ledger_transfers where id > $1 and id <= $3
        order by id limit $2),
      facts as (select count(*) as n, coalesce(max(id), 0) as last from page)
      select account, sum(minor)::text as minor, facts.n, facts.last from facts, (
        select credit_account as account, amount_minor as minor from page
        union all select debit_account, -amount_minor from page) x group by account, facts.n, facts.last`,
    values: [after, transfersPerStatement, upTo],
  })
  const sums = new Map(found.rows.map((row) => [row.account.toString(), BigInt(row.minor)]))
  return { sums, count: Number(found.rows[0]?.n ?? 0n), last: found.rows[0]?.last ?? after }
}

async function compare(tx: Db, sums: ReadonlyMap<string, bigint>): Promise<ViolationRow[]> {
  const found = await tx.query<{ id: bigint; name: string; balance_minor: bigint | null; purse: string }>({
    name: 'verify-ledger-accounts',
    text: `select id, environment || ' ' || currency || ' ' || kind as name, balance_minor,
        environment || ' ' || currency as purse from ledger_accounts order by id`,
  })
  const violations: ViolationRow[] = []
  const purses = new Map<string, bigint>()
  const known = new Set<string>()
  for (const row of found.rows) {
    const id = row.id.toString()
    const sum = sums.get(id) ?? 0n
    known.add(id)
    purses.set(row.purse, (purses.get(row.purse) ?? 0n) + sum)
    if (row.balance_minor !== null && row.balance_minor !== sum) {
      violations.push({ id, what: `${row.name}: the balance is ${row.balance_minor}, its transfers add up to ${sum}` })
    }
  }
  for (const [purse, sum] of purses) {
    if (sum !== 0n) violations.push({ id: purse, what: `the accounts add up to ${sum} instead of 0` })
  }
  for (const id of sums.keys()) {
    if (!known.has(id)) violations.push({ id, what: 'transfers of an account that does not exist' })
  }
  return violations
}
