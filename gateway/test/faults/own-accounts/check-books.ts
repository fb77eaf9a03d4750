import assert from 'node:assert/strict'
import { checkBankLines } from '../../../src/verify/store/bank-line-checks.ts'
import { checkBalances } from '../../../src/verify/store/ledger-checks.ts'
import { checkStatements } from '../../../src/verify/store/statement-checks.ts'
import type { BankMovement } from '../../support/simulated-accounts.ts'
import type { Scene } from './kill-importers.ts'

interface StoredLine {
  bank_ref: string
  sign: string
  amount_minor: bigint
  state: string
  transaction_id: string | null
  /** What its transfers, and those of the line that announced it, changed in the settlement of the account. */
  booked: bigint
}

/** Compares lines, orders and ledger with the bank's own records, and runs what `verify` runs about them. */
export async function checkBooks({ deps, bank, connectorAccountId }: Scene, number: string): Promise<void> {
  const movements = await bank.movements(number)
  const callOf = new Map<string, string>()
  for (const { call = '', movements: some } of await bank.booked()) for (const { id } of some) callOf.set(id, call)
  const { owner } = deps.database
  const { rows: lines } = await owner.query<StoredLine>(
    `select l.refs ->> 'bankRef' as bank_ref, l.sign, l.amount_minor, s.state, s.transaction_id,
        (select coalesce(sum(case when a.id = t.debit_account then t.amount_minor else -t.amount_minor end), 0)
          from ledger_transfers t join ledger_accounts a on a.id in (t.debit_account, t.credit_account)
          where (t.bank_line_id = l.id or t.bank_line_id in (select bank_line_id from bank_line_states where adopted_by = l.id))
            and a.kind = 'settlement' and a.connector_account_id = $1)::bigint as booked
      from bank_lines l join bank_line_states s on s.bank_line_id = l.id where not l.announced`,
    [connectorAccountId],
  )
  const plain = ({ id, sign, amount_minor: amount }: Pick<BankMovement, 'id' | 'sign' | 'amount_minor'>) =>
    `${id} ${sign} ${amount}`
  assert.deepEqual(
    lines.map((line) => `${line.bank_ref} ${line.sign} ${line.amount_minor}`).sort(),
    movements.map(plain).sort(),
    'each movement of the bank is one line of its statements',
  )
  for (const line of lines) {
    const amount = line.sign === 'C' ? line.amount_minor : -line.amount_minor
    assert.equal(line.booked, amount, `the money of ${line.bank_ref} is booked once`)
    if (line.transaction_id !== null)
      assert.equal(line.transaction_id, callOf.get(line.bank_ref), 'it is its payer’s order')
  }
  assert.ok(
    lines.some(({ state }) => state === 'applied'),
    'some lines completed their orders',
  )
  const paid = new Map<string, bigint>()
  for (const { transaction_id: id, amount_minor: amount } of lines) if (id) paid.set(id, (paid.get(id) ?? 0n) + amount)
  const { rows: orders } = await owner.query<{ id: string; received: bigint }>(
    'select id, received_minor as received from transactions',
  )
  for (const { id, received } of orders) assert.equal(received, paid.get(id) ?? 0n, `what the order ${id} received`)
  const { rows } = await owner.query<{ minor: bigint }>(
    `select coalesce(sum(case when a.id = t.debit_account then t.amount_minor else -t.amount_minor end), 0)::bigint as minor
      from ledger_transfers t join ledger_accounts a on a.id in (t.debit_account, t.credit_account)
      where a.kind = 'settlement' and a.connector_account_id = $1`,
    [connectorAccountId],
  )
  assert.equal(rows[0]?.minor, await bank.balance(number), 'the ledger holds what the bank holds')
  const { engine } = deps.database
  assert.deepEqual((await checkBalances(engine, true)).violations, [])
  assert.deepEqual((await checkBankLines(engine, undefined)).violations, [])
  assert.deepEqual((await checkStatements(engine, undefined)).violations, [])
}
