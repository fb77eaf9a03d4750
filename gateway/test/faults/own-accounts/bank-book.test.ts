import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addDepositAccount } from '../../../src/bank-accounts/add-deposit-account.ts'
import { importStatement } from '../../../src/bank-accounts/import-statement.ts'
import { readCsvProfile } from '../../../src/bank-accounts/statements/csv-profile.ts'
import { readStatements } from '../../../src/bank-accounts/statements/read-statements.ts'
import { createConnectors } from '../../../src/connectors/index.ts'
import { aPoint, setUp } from '../../support/set-up.ts'
import { type BankMovement, simulatedAccounts, simulatedBankProfile } from '../../support/simulated-accounts.ts'
import { randomFrom } from '../soak/random.ts'

const deps = {
  ...(await setUp({ after })),
  connectors: createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined }),
}
const bank = await simulatedAccounts({ after })
const { pointId } = await aPoint(deps)
const read = readCsvProfile(simulatedBankProfile)
if (!('profile' in read)) throw new Error(read.faults.join())
const { profile } = read

const number = '002180700312345671'
const days = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09']
const formats = ['camt053', 'mt940', 'csv'] as const
const kinds = ['deposit', 'typo', 'other_amount', 'twice', 'no_reference', 'payout', 'payout_returned', 'fee', 'tax']

const shown = (movements: readonly BankMovement[]) =>
  movements.map(({ sign, amount_minor: amount, booking_day: day, id }) => `${day} ${sign} ${amount} ${id}`).sort()

test('days of the simulated bank, read from overlapping files of three formats in any order and again, are its records', async () => {
  const { bankAccountId } = await addDepositAccount(deps, {
    ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test', breakGlass: undefined },
    ...{ number, onlyPointId: pointId },
  })
  await bank.open(number, { holder: 'Pasarela Test SA', currency: 'MXN', time_zone: 'UTC', opened_on: days[0] })
  const random = randomFrom(20_260_105)
  for (const day of days) {
    for (let count = 0; count < 8; count += 1) {
      // Equal amounts and texts, so that only the bank's number tells movements apart.
      const more = {
        amount_minor: random.pick(['500', '1000']),
        reference: random.pick(['P22K47XM', 'P33M58YN']),
        booking_day: day,
      }
      await bank.happen(number, random.pick(kinds), more)
    }
  }
  const files = [0, 1, 2, 3, 4].flatMap((from) =>
    formats.map((format) => ({ format, from: days[from], to: days[Math.min(4, from + random.whole(0, 2))] })),
  )
  for (const each of [...files, ...files.slice(0, 5)].sort(() => random.next() - 0.5)) {
    const { format, from = '', to = '' } = each
    const content = await bank.statement(number, { format, from, to })
    await importStatement(deps, {
      ...{ content, name: `${format} ${from}`, environment: 'test', receivedBy: 'test' },
      profile: format === 'csv' ? profile : undefined,
    })
  }
  const { rows } = await deps.database.owner.query<{ line: string }>(
    `select concat_ws(' ', booking_day, sign, amount_minor, refs ->> 'bankRef') as line from bank_lines where bank_account_id = $1`,
    [bankAccountId],
  )
  assert.deepEqual(rows.map(({ line }) => line).sort(), shown(await bank.movements(number)))
})

test('each format adds up, and says of a deposit who paid and what for', async () => {
  const own = '012180009990001114'
  await bank.open(own, { holder: 'Pasarela Test SA', currency: 'MXN', time_zone: 'UTC', opened_on: days[0] })
  const sender = { name: 'Ana Prueba', document: 'GODE561231GR8', account: '002180700312345678' }
  await bank.happen(own, 'deposit', { amount_minor: '150000', reference: 'P22K47XM', sender, booking_day: days[0] })
  await bank.happen(own, 'payout_returned', { amount_minor: '7', reference: '019a-key', booking_day: days[0] })
  for (const format of formats) {
    const content = await bank.statement(own, { format, from: days[0] ?? '' })
    const { statements } = readStatements(content, format === 'csv' ? { profile } : {})
    const [statement] = statements
    const [line, returned] = statement?.lines ?? []
    assert.deepEqual([statement?.addsUp, statement?.doubts, statement?.account], [true, [], own], format)
    assert.deepEqual(
      [line?.text, line?.amount, line?.party.name],
      ['TRANSFER P22K47XM', '1500.00', 'Ana Prueba'],
      format,
    )
    assert.equal(line?.party.document, format === 'mt940' ? undefined : sender.document)
    assert.deepEqual([returned?.sign, returned?.amount, returned?.refs.endToEndId], ['C', '0.07', '019a-key'], format)
    assert.equal(returned?.reversal, format !== 'csv')
  }
})
