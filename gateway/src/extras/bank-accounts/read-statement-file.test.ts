import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsvProfile, readStatements, StatementRefusal } from '@pasarela/bank-statements'
import { readStatementFile } from './read-statement-file.ts'

const table = (rows: number, text = 'pago') =>
  Buffer.from(`Day;Text;Amount\n${`14/06/2030;${text};5,00\n`.repeat(rows)}`)

function profileOf(changes: object = {}) {
  const result = readCsvProfile({
    ...{ name: 'bank', delimiter: ';', account: '1', currency: 'ARS', date: 'dd/MM/yyyy', decimal: ',', order: 'asc' },
    ...{ header: { Day: 'bookingDay', Text: 'text', Amount: 'amount' }, amount: 'signed', ...changes },
  })
  assert.ok('profile' in result)
  return result.profile
}

/** How often other work gets its turn before the promise ends. */
async function turnsDuring(promise: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const end = () => {
    isOver = true
  }
  promise.then(end, end)
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  return turns
}

test('a large file reads the same as at once, and other work gets a turn after every few hundred lines', async () => {
  const [file, options] = [table(20_000), { profile: profileOf() }]
  const reading = readStatementFile(file, options)
  const turns = await turnsDuring(reading)
  assert.deepEqual(await reading, structuredClone(readStatements(file, options)))
  assert.ok(turns >= 40, `${turns} turns`)
})

test('a refusal of the other thread keeps its reason and place', async () => {
  const file = Buffer.concat([table(2_000), Buffer.from('14/06/2030;pago;5,,00\n')])
  const refusal = await readStatementFile(file, { profile: profileOf() }).catch((error: unknown) => error)
  assert.ok(refusal instanceof StatementRefusal)
  assert.deepEqual([refusal.line, refusal.column, refusal.reason], [2_002, 1, '"5,,00" is no amount.'])
})

test('a pattern that would take for ever stops nothing else and is given up', async () => {
  const profile = profileOf({ reference: '^(a+)+$' })
  const slow = readStatementFile(table(1, `${'a'.repeat(60)}c`), { profile }, 1_000)
  assert.ok((await turnsDuring(slow)) > 10)
  await assert.rejects(slow, /takes more than 1 seconds/)
})
