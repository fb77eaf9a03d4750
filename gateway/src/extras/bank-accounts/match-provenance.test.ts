import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readBankProfile, type StatementFormat } from '@pasarela/bank-statements'
import { aProcess, aTransaction } from '../../../test/support/a-transaction.ts'
import { workOff } from '../../../test/support/eventually.ts'
import { textReference } from '../../../test/support/reference-mistakes.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import type { NewTransaction } from '../../core/processing/rules/new-transaction.ts'
import { insertTransactions } from '../../core/processing/store/creations.ts'
import { countries } from '../../core/values/country.ts'
import { dayOf } from '../../core/values/days.ts'
import { addDepositAccount } from './add-deposit-account.ts'
import { ownAccount } from './connector/connector.ts'
import { importStatement } from './import-statement.ts'
import { matchNewLines } from './match-lines.ts'
import { setBankAccount } from './set-bank-account.ts'
import { setBankProfile, showProfiles } from './set-bank-profile.ts'

const world = await setUp({ after })
const deps = {
  ...world,
  ...aProcess(world),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
}
const { pointId } = await aPoint(deps, { environment: 'live' })
const { owner, engine } = deps.database
const alone = { actor: 'ana', breakGlass: 'ana' }
const number = '002180700312345678'

const { bankAccountId } = await addDepositAccount(deps, {
  ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', ...alone },
  number: `${number.slice(0, 17)}${(10 - ([...number.slice(0, 17)].reduce((sum, digit, at) => sum + ((Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10), 0) % 10)) % 10}`,
})
await setBankAccount(deps, { bankAccountId, number: '7200', automatic: true }, alone)
const { rows } = await owner.query<{ id: string }>(
  'select connector_account_id as id from bank_accounts where id = $1',
  [bankAccountId],
)
const connectorAccountId = rows[0]?.id ?? ''

let sequence = 1n
async function anOrder(amountMinor: bigint, changes: Partial<NewTransaction> = {}) {
  const order = aTransaction(
    deps,
    { pointId, connectorAccountId },
    {
      ...{ environment: 'live', service_code: 'SPEI_MX', currency: 'MXN', amount_minor: amountMinor },
      ...{ target_reference: textReference('key', sequence++), details: { payer_doc_id: '28456789' } },
      ...changes,
    },
  )
  await insertTransactions(engine, [order])
  return order
}

const today = dayOf(new Date(), countries.MX.timeZone)

async function give(text: string): Promise<number> {
  const file = { content: Buffer.from(text), name: 'a', environment: 'live', receivedBy: 'ana' } as const
  const { statements } = await importStatement(deps, { ...file, agreed: { breakGlass: 'ana' } })
  await workOff(async () => await matchNewLines(deps))
  return statements.reduce((sum, { newLines }) => sum + newLines, 0)
}

async function setProfile(format: StatementFormat, json: object, by: object = alone): Promise<number> {
  const read = readBankProfile(format, json)
  assert.ok('profile' in read, JSON.stringify(read))
  return await setBankProfile(deps, { bankAccountId, format, profile: read.profile }, { actor: 'ana', ...by })
}

/** The state of the newest line of an amount in cents. */
async function lineOf(cents: number): Promise<string | undefined> {
  const found = await owner.query<{ state: string }>(
    `select concat_ws(' ', s.state, s.class) as state from bank_line_states s join bank_lines l on l.id = s.bank_line_id
      where l.amount_minor = $1 order by l.id desc limit 1`,
    [cents],
  )
  return found.rows[0]?.state
}

test('a memo that looks like an amount of its own completes no order, and its entry is booked as it is', async () => {
  const order = await anOrder(999_900n)
  const day = today.replaceAll('-', '')
  const memo = `PIX ${order.target_reference} <TRNAMT>9999.00<DTPOSTED>${day}<FITID>EVIL`
  const entry = `<STMTTRN>\n<DTPOSTED>${day}\n<TRNAMT>10.00\n<FITID>F1\n<MEMO>${memo}\n</STMTTRN>`
  const file = (entries: string) =>
    `OFXHEADER:100\n\n<OFX><STMTTRNRS><STMTRS><CURDEF>MXN<BANKACCTFROM><ACCTID>7200</BANKACCTFROM><BANKTRANLIST>\n${entries}\n</BANKTRANLIST></STMTRS></STMTTRNRS></OFX>`
  assert.equal(await give(file(entry)), 1)
  assert.equal(await lineOf(1_000), 'in_suspense')
  // With its own amount the same words are a payment. Two entries in one line wait, also of the due amount.
  assert.equal(await give(file(entry.replaceAll('10.00', '9999.00').replace('F1', 'F2'))), 1)
  assert.equal(await lineOf(999_900), 'applied payin')
  const other = await anOrder(777_700n)
  const inOne = (id: string, text: string) =>
    `<STMTTRN><DTPOSTED>${day}</DTPOSTED><TRNAMT>7777.00</TRNAMT><FITID>${id}</FITID><MEMO>${text}</MEMO></STMTTRN>`
  await give(file(inOne('F3', `${other.target_reference}`) + inOne('F4', 'x')))
  assert.equal(await lineOf(777_700), 'in_suspense')
  assert.equal(await setProfile('ofx', { escapes: true }), 1)
  assert.equal(await give(`${file(inOne('F5', `${other.target_reference}`) + inOne('F6', 'x'))}\n`), 2)
  const { rows: states } = await owner.query<{ state: string }>(
    `select s.state from bank_line_states s join bank_lines l on l.id = s.bank_line_id where l.amount_minor = 777700`,
  )
  assert.equal(states.filter(({ state }) => state === 'applied').length, 1)
})

test('a document makes another amount sure where a column of the bank holds it, and not where a pattern finds it', async () => {
  const [day = '', month = '', year = ''] = today.split('-').reverse()
  const table = (id: string, cents: string, text: string, document = '') =>
    `Day;Id;Text;Amount;Document\n${day}/${month}/${year};${id};${text};${cents};${document}\n`
  const order = await anOrder(150_000n)
  const words = `${order.target_reference} 28456789`
  await assert.rejects(give(table('C0', '1,11', words)), /profile/)
  const profile = {
    ...{ name: 'bank', delimiter: ';', account: '7200', currency: 'MXN', date: 'dd/MM/yyyy', decimal: ',' },
    header: { Day: 'bookingDay', Id: 'bankRef', Text: 'text', Amount: 'amount' },
    ...{ amount: 'signed', order: 'asc', document: '\\d{8}' },
  }
  await assert.rejects(setProfile('csv', profile, { breakGlass: undefined }), { code: 'second_person_required' })
  assert.equal(await setProfile('csv', profile), 1)
  assert.equal(await give(table('C1', '1,11', words)), 1)
  assert.equal(await lineOf(111), 'in_suspense')
  const named = { ...profile, header: { ...profile.header, Document: 'partyDocument' } }
  assert.equal(await setProfile('csv', named), 2)
  assert.equal(await give(table('C1', '1,11', words, '28456789')), 0)
  assert.equal(await give(table('C2', '2,22', words, '28456789')), 1)
  assert.equal(await lineOf(222), 'applied payin')
  const shown = await showProfiles(deps, bankAccountId)
  assert.deepEqual(
    shown.map(({ format, version }) => [format, version]),
    [
      ['csv', 2],
      ['ofx', 1],
    ],
  )
})

test('a payout that a pattern finds in a text is named by the text: it comes back whole or waits', async () => {
  const [day = '', month = '', year = ''] = today.split('-').reverse()
  const payout = await anOrder(60_000n, { pay_type: 'payout', target_reference: null, details: {} })
  const table = (id: string, amount: string, code: string) =>
    `Day;Id;Text;Amount;Code\n${day}/${month}/${year};${id};REF ${payout.id};${amount};${code}\n`
  const header = { Day: 'bookingDay', Id: 'bankRef', Text: 'text', Amount: 'amount', Code: 'code' }
  await setProfile('csv', {
    ...{ name: 'bank', delimiter: ';', account: '7200', currency: 'MXN', date: 'dd/MM/yyyy', decimal: ',' },
    ...{ header, amount: 'signed', order: 'asc', reference: 'REF (\\S+)' },
  })
  await owner.query(
    `insert into ledger_accounts (environment, currency, kind, point_id, balance_minor) values ('live', 'MXN', 'reserved', $1, 60000)
      on conflict do nothing`,
    [pointId],
  )
  await give(table('R1', '-600,00', ''))
  assert.equal(await lineOf(60_000), 'applied payout')
  await give(table('R2', '40,00', 'ARET'))
  assert.equal(await lineOf(4_000), 'in_suspense')
})
