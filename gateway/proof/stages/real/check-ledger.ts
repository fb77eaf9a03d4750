import type { BankOrder } from './bank-records.ts'
import type { Cluster } from './cluster.ts'

/** Questions in SQL that `pasarela verify` does not ask, by the sentence about their rows, which are violations. */
const questions = {
  'a transfer touches an account that is not its transaction’s': `
    select x.id, x.transaction_id, x.kind from ledger_transfers x
    join transactions t on t.id = x.transaction_id
    join ledger_accounts a on a.id in (x.debit_account, x.credit_account)
    where a.currency <> t.currency or a.environment <> t.environment
      or (a.point_id is not null and a.point_id <> t.point_id)
      or (a.connector_account_id is not null and a.connector_account_id <> t.connector_account_id)`,
  'a transaction is outside the ledger': 'select id from transactions where not booked',
}

/** As many rows of one kind are listed; the rest is counted. */
const rowsListed = 5

/** The books as the operator's command proves them, what it does not ask, and the ledger against the bank's book. */
export async function verifyLedger(
  cluster: Cluster,
  orders: ReadonlyMap<string, BankOrder>,
): Promise<{ violations: string[]; transfers: number }> {
  const [counted] = await cluster.database.query<{ count: string }>('select count(*) from ledger_transfers')
  const { code, output } = await cluster.verify()
  const violations = code === 0 ? [] : [`the books do not hold: ${output}`]
  for (const [says, sql] of Object.entries(questions)) {
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
