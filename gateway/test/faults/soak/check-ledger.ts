import type { BankOrder } from './bank-records.ts'
import type { Cluster } from './cluster.ts'

/** A question in SQL whose every row is a violation, with the sentence that says so. */
interface LedgerCheck {
  says: string
  sql: string
}

/** Sums of one transaction's rows by kind, beside what its own row says. */
const sumsOfTransactions = `
  select t.*, coalesce(s.reserve, 0) as reserve, coalesce(s.ended, 0) as ended, coalesce(s.unreserve, 0) as unreserve,
    coalesce(s.reserves, 0) as reserves, coalesce(s.payin, 0) as payin, coalesce(s.fee, 0) as fee,
    coalesce(s.suspense, 0) as suspense, coalesce(s.reversal, 0) as reversal, coalesce(s.returned, 0) as returned
  from transactions t left join (
    select transaction_id,
      sum(amount_minor) filter (where kind = 'reserve') as reserve,
      count(*) filter (where kind = 'reserve') as reserves,
      sum(amount_minor) filter (where kind in ('payout', 'payout_fee', 'unreserve')) as ended,
      sum(amount_minor) filter (where kind = 'unreserve') as unreserve,
      sum(amount_minor) filter (where kind in ('payin', 'suspense_accepted')) as payin,
      sum(amount_minor) filter (where kind in ('payin_fee', 'payout_fee')) as fee,
      sum(case when kind = 'suspense' then amount_minor
        when kind in ('suspense_accepted', 'suspense_returned', 'suspense_reversed') then -amount_minor end) as suspense,
      sum(amount_minor) filter (where kind in ('reversal', 'suspense_reversed')) as reversal,
      sum(amount_minor) filter (where kind = 'return') as returned
    from ledger_transfers group by transaction_id) s on s.transaction_id = t.id`

const questions: readonly LedgerCheck[] = [
  {
    says: 'a stored balance is not the sum of its rows',
    sql: `select a.id, a.kind, a.currency, a.balance_minor, coalesce(m.moved, 0) as rows_minor
      from ledger_accounts a left join (
        select account, sum(amount) as moved from (
          select credit_account as account, amount_minor as amount from ledger_transfers
          union all select debit_account, -amount_minor from ledger_transfers) both_sides
        group by account) m on m.account = a.id
      where a.balance_minor is not null and a.balance_minor <> coalesce(m.moved, 0)`,
  },
  {
    says: 'the balances of a currency do not add up to zero',
    sql: `select a.environment, a.currency, sum(coalesce(a.balance_minor, m.moved, 0)) as sum_minor
      from ledger_accounts a left join (
        select account, sum(amount) as moved from (
          select credit_account as account, amount_minor as amount from ledger_transfers
          union all select debit_account, -amount_minor from ledger_transfers) both_sides
        group by account) m on m.account = a.id
      group by 1, 2 having sum(coalesce(a.balance_minor, m.moved, 0)) <> 0`,
  },
  {
    says: 'a transfer touches an account that is not its transaction’s',
    sql: `select x.id, x.transaction_id, x.kind from ledger_transfers x
      join transactions t on t.id = x.transaction_id
      join ledger_accounts a on a.id in (x.debit_account, x.credit_account)
      where a.currency <> t.currency or a.environment <> t.environment
        or (a.point_id is not null and a.point_id <> t.point_id)
        or (a.connector_account_id is not null and a.connector_account_id <> t.connector_account_id)`,
  },
  {
    says: 'a payout was not reserved once, with its fee',
    sql: `select id, status, reserves, reserve from (${sumsOfTransactions}) t
      where pay_type = 'payout' and (reserves <> 1 or reserve <> amount_minor + fee_minor)`,
  },
  {
    says: 'a reservation is not open while PENDING, and used or released once afterwards',
    sql: `select id, status, reason, reserve, ended, unreserve from (${sumsOfTransactions}) t
      where pay_type = 'payout' and not case
        when status = 'PENDING' then ended = 0
        when status = 'ERROR' and reason <> 'returned' then ended = reserve and unreserve = reserve
        else ended = reserve and unreserve = 0 end`,
  },
  {
    says: 'what a returned payout gave back is not booked, or something else is',
    sql: `select id, status, reason, returned, reversed_minor from (${sumsOfTransactions}) t
      where pay_type = 'payout' and (returned <> reversed_minor or (reason = 'returned') <> (returned = amount_minor))`,
  },
  {
    says: 'a pay-in is not booked as it was credited',
    sql: `select id, status, reason, payin, credited_minor, suspense, suspense_minor, reversal, reversed_minor, fee
      from (${sumsOfTransactions}) t where pay_type = 'payin' and (
        payin <> case when status = 'COMPLETED' or status = 'ERROR' and reason = 'reversed' then credited_minor else 0 end
        or suspense <> suspense_minor or reversal <> reversed_minor or fee <> fee_minor)`,
  },
  {
    says: 'funds are still reserved though no payout is open',
    sql: `select id, currency, balance_minor from ledger_accounts where kind = 'reserved' and balance_minor <> 0
      and not exists (select from transactions where pay_type = 'payout' and status = 'PENDING')`,
  },
  { says: 'a transaction is outside the ledger', sql: 'select id from transactions where not booked' },
]

/** As many rows of one kind are listed; the rest is counted. */
const rowsListed = 5

/** The ledger against itself, against the transactions, and against the bank's book. */
export async function verifyLedger(
  cluster: Cluster,
  orders: ReadonlyMap<string, BankOrder>,
): Promise<{ violations: string[]; transfers: number }> {
  const [counted] = await cluster.database.query<{ count: string }>('select count(*) from ledger_transfers')
  const violations: string[] = []
  for (const { says, sql } of questions) {
    const rows = await cluster.database.query(sql)
    if (rows.length === 0) continue
    const shown = rows.slice(0, rowsListed).map((row) => JSON.stringify(row))
    violations.push(`${says} (${rows.length} times): ${shown.join(' ')}`)
  }
  violations.push(...(await checkSettlement(cluster, orders)))
  return { violations, transfers: Number(counted?.count) }
}

/** The settlement account of each currency is the bank's account with us: what came in less what went out. */
async function checkSettlement(cluster: Cluster, orders: ReadonlyMap<string, BankOrder>): Promise<string[]> {
  const atBank = new Map<string, bigint>()
  for (const { currency, direction, executedMinor, returnedMinor } of orders.values()) {
    const stays = executedMinor - returnedMinor
    atBank.set(currency, (atBank.get(currency) ?? 0n) + (direction === 'in' ? stays : -stays))
  }
  const rows = await cluster.database.query<{ currency: string; minor: string }>(
    `select a.currency, sum(case when x.debit_account = a.id then x.amount_minor else -x.amount_minor end) as minor
     from ledger_accounts a join ledger_transfers x on a.id in (x.debit_account, x.credit_account)
     where a.kind = 'settlement' group by a.currency`,
  )
  const booked = new Map(rows.map((row) => [row.currency.trim(), BigInt(row.minor)]))
  return [...new Set([...atBank.keys(), ...booked.keys()])].flatMap((currency) => {
    const [bank, own] = [atBank.get(currency) ?? 0n, booked.get(currency) ?? 0n]
    return bank === own ? [] : [`in ${currency} the bank holds ${bank} minor units for us, the ledger says ${own}`]
  })
}
