import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CsvProfile, readStatements, type Statement, type StatementLine } from '@pasarela/bank-statements'
import { fc } from '../support/test-seed.ts'
import { openWorld } from '../support/world.ts'

const day = '2030-06-14'

const csv: CsvProfile = {
  ...{ name: 'Simulated bank', delimiter: ';', quote: '"', quotesTexts: true, skip: 1, currency: 'ARS' },
  accountPattern: '^Account;([^;]+);',
  header: {
    ...{ Date: 'bookingDay', Number: 'bankRef', Text: 'text', Code: 'code', Reference: 'endToEndId' },
    ...{ Name: 'partyName', Document: 'partyDocument', Account: 'partyAccount' },
    ...{ Debit: 'debit', Credit: 'credit', Balance: 'balance' },
  },
  ...{ date: 'dd/MM/yyyy', decimal: ',', thousands: '', amount: 'debit_credit', debitWords: [], creditWords: [] },
  ...{ order: 'asc', footer: '^Closing balance;' },
}
const profiles = {
  camt: { escapes: true },
  ofx: { escapes: true },
  mt94x: { partyFields: true, wraps: 'none', supplements: false },
  csv,
} as const

/** Pieces of what payers type, and of each format's own syntax. */
const pieces = 'A P22K47XM 7 ñ - = ; " < > & ? ?31 EREF+X :61:300614C9, </Ntry> <TRNAMT>9 ]]> ";" /NAME/X \' 😀'.split(
  ' ',
)
const text = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  .map((some) => some.join(' '))
  .filter(({ length }) => length <= 140)
const party = fc.record({
  name: fc.constantFrom('Ana Paz', 'Nuñez & Hijos <SA>'),
  document: fc.constant('20267565393'),
  account: fc.constant('2850590940090418135201'),
})
const entry = fc.record(
  {
    kind: fc.constantFrom('deposit', 'return', 'debit', 'fee'),
    amount_minor: fc.bigInt({ min: 1n, max: 10n ** 11n }).map(String),
    text,
    party,
    end_to_end_id: fc.constant('0123456789abcdef0123456789abcdef'),
  },
  { requiredKeys: ['kind', 'amount_minor', 'text'] },
)
type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never

const decimal = (minor: bigint) =>
  `${minor < 0n ? '-' : ''}${String(minor < 0n ? -minor : minor)
    .padStart(3, '0')
    .replace(/(..)$/, '.$1')}`
const isIn = ({ kind }: Entry) => kind === 'deposit' || kind === 'return'

describe('statements of the simulated bank', () => {
  const world = openWorld()

  let accounts = 0

  it('are read as the entries they were written from, in six formats, whatever a payer typed', async () => {
    const property = fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 15 }), async (entries) => {
      accounts += 1
      const number = `0110599520${accounts}`
      const path = `/control/accounts/formats-${accounts}`
      await world.bank('PUT', path, {
        ...{ number, currency: 'ARS', bank: 'Banco & <Hijos>', time_zone: 'America/Lima', opening_minor: '-1' },
      })
      for (const [index, each] of entries.entries()) {
        const body = { ...each, when: index === 0 ? `${day}T05:00:00Z` : `2030-06-15T04:59:59Z` }
        const booked = await world.bank('PUT', `${path}/entries/${index}`, body)
        assert.equal(booked.day, day, JSON.stringify(booked))
      }
      const closing = entries.reduce((sum, each) => sum + BigInt(each.amount_minor) * (isIn(each) ? 1n : -1n), -1n)
      for (const format of ['mt940', 'mt942', 'camt052', 'camt053', 'ofx', 'csv']) {
        const { content } = await world.bank('GET', `${path}/statement?format=${format}&day=${day}`)
        const options = { accounts: [{ numbers: [number], currency: 'ARS', profiles }] }
        const [statement] = readStatements(Buffer.from(content), options).statements
        assert.ok(statement)
        checkStatement(statement, { format, closing: decimal(closing), number })
        assert.deepEqual(
          statement.lines.map((line) => seenOf(line, format)),
          structuredClone(entries).map((each, index) => wantedOf(each, format, index)),
          `${format}: ${content}`,
        )
      }
    })
    await fc.assert(property, { numRuns: 12 })
  })
})

function checkStatement(
  { kind, account, opening, closing, addsUp, doubts }: Statement,
  wanted: { format: string; closing: string; number: string },
) {
  const { format } = wanted
  assert.deepEqual([kind, account, doubts], [/2$/.test(format) ? 'intraday' : 'booked', wanted.number, []], format)
  if (format === 'mt942') return
  if (format !== 'camt052') assert.deepEqual([closing?.amount, addsUp !== false], [wanted.closing, true], format)
  if (format !== 'ofx') assert.equal(opening?.amount, '-0.01', format)
}

function seenOf(line: StatementLine, format: string) {
  const { sign, amount, bookingDay, inDoubt, refs, bankFields } = line
  const isReturn = line.returnCode !== undefined || /(^|\/)(RRTN|NRTI)$/.test(line.code ?? '')
  const ofBank = (['name', 'document', 'account'] as const).filter((field) => bankFields.includes(field))
  return {
    ...{ sign, amount, bookingDay, inDoubt, isReturn, bankRef: refs.bankRef, endToEndId: refs.endToEndId },
    party: Object.fromEntries(ofBank.map((field) => [field, line.party[field]])),
    text: format.startsWith('mt') ? undefined : line.text,
  }
}

/** What each format can carry. */
function wantedOf(
  { kind, amount_minor: minor, text: typed, party: other, end_to_end_id: named }: Entry,
  format: string,
  index: number,
) {
  const isMt = format.startsWith('mt')
  const { name, account } = other ?? {}
  const known =
    format === 'ofx'
      ? {}
      : isMt
        ? { name: name?.replace(/[^A-Za-z ]/g, (one) => (one === 'ñ' ? 'n' : '.')), account }
        : other
  return {
    sign: kind === 'deposit' || kind === 'return' ? 'C' : 'D',
    amount: decimal(BigInt(minor)),
    bookingDay: day,
    inDoubt: false,
    isReturn: kind === 'return' && format !== 'ofx',
    bankRef: `SB300614${String(index + 1).padStart(7, '0')}`,
    endToEndId: isMt || format === 'ofx' ? undefined : named,
    party: other === undefined ? {} : known,
    // OFX has no other text for a name than what people read.
    text: isMt ? undefined : format === 'ofx' && name !== undefined ? `${name} ${typed}` : typed,
  }
}
