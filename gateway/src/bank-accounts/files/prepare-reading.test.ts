import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineIdentity } from '../rules/line-identity.ts'
import { minorOfDecimal } from '../statements/amounts.ts'
import { readCsvProfile } from '../statements/csv-profile.ts'
import { type ReadOptions, readStatements } from '../statements/read-statements.ts'
import { FileFault, prepareReading } from './prepare-reading.ts'

/** More than a block of texts and than two pieces; every seventh line is equal to others, some are not booked. */
const count = 2_345
const numbers = Array.from({ length: count }, (_, index) => index + 1)
const textOf = (n: number) => (n % 7 === 0 ? 'año ñandú €' : `pago ${n}`)

const camt = (entries: string) =>
  `<Document><BkToCstmrStmt><Stmt><Id>S</Id><Acct><Id><Othr><Id>1</Id></Othr></Id><Ccy>MXN</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
const entry = (n: number, { day = '2030-06-14', status = n % 11 === 0 ? 'PDNG' : 'BOOK', currency = 'MXN' } = {}) =>
  `<Ntry><Amt Ccy="${currency}">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>${day && `<BookgDt><Dt>${day}</Dt></BookgDt>`}<AddtlNtryInf>${textOf(n)}</AddtlNtryInf></Ntry>`
const mtLines = (from: number, to: number) =>
  numbers
    .slice(from, to)
    .map((n) => `:61:300614${n % 11 === 0 ? 'E' : ''}C1,00NTRFNONREF\n:86:${textOf(n)}\n`)
    .join('')
const mtPage = (page: number, [opening, closing]: [string, string], lines: string) =>
  `:20:A\n:25:1\n:28C:1/${page}\n:60${opening}\n${lines}:62${closing}\n-\n`
const ofx = (currency: string, late: string) =>
  `OFXHEADER:100\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${currency}<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${numbers.map((n) => `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20300614<TRNAMT>1.00<MEMO>${textOf(n)}</STMTTRN>`).join('')}</BANKTRANLIST>${late}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`
const csv = (order: 'asc' | 'desc'): [string, ReadOptions] => {
  const result = readCsvProfile({
    ...{ name: 'T', delimiter: ';', account: '1', currency: 'MXN', date: 'yyyy-MM-dd', decimal: '.', amount: 'signed' },
    ...{ order, header: { Day: 'bookingDay', Text: 'text', Amount: 'amount', Balance: 'balance' } },
  })
  assert.ok('profile' in result)
  const rows = ['2030-06-13;saldo;;0.00', ...numbers.map((n) => `2030-06-14;${textOf(n)};1.00;${n}.00`)]
  const ordered = order === 'asc' ? rows : rows.toReversed()
  return [`Day;Text;Amount;Balance\n${ordered.join('\n')}\n`, { profile: result.profile }]
}

const half = Math.trunc(count / 2)
const files: Readonly<Record<string, [string, ReadOptions?]>> = {
  'camt.053': [camt(numbers.map((n) => entry(n)).join(''))],
  'two pages of an MT940': [
    mtPage(1, ['F:C300614MXN0,00', 'M:C300614MXN5,00'], mtLines(0, half)) +
      mtPage(2, ['M:C300614MXN5,00', 'F:C300614MXN9,00'], mtLines(half, count)),
  ],
  OFX: [ofx('<CURDEF>MXN', '')],
  'OFX that names its currency last': [ofx('', '<CURDEF>MXN')],
  'a table from the oldest line on': csv('asc'),
  'a table from the newest line on': csv('desc'),
}

for (const [name, [text, options]] of Object.entries(files)) {
  test(`${name} hands out each booked line once, as it was read, and equal ones in one piece`, () => {
    const content = Buffer.from(text)
    const [statement, ...others] = readStatements(content, options).statements
    assert.deepEqual([others, statement?.lines.length, statement?.entries], [[], count, count])
    const reading = prepareReading(content, options)
    const pieces = [...reading.pieces(0)]
    const booked = statement?.lines.filter((line) => line.booked) ?? []
    const { lines: _, ...head } = statement ?? assert.fail()
    const { fromDay, toDay, bookedEntries, expectedEntries, ...prepared } = reading.statements[0] ?? assert.fail()
    assert.deepEqual(prepared, head)
    assert.deepEqual([bookedEntries, expectedEntries], [booked.length, count - booked.length])
    assert.deepEqual([fromDay, toDay], ['2030-06-14', '2030-06-14'])
    const found = pieces.flat().toSorted((one, other) => one.position - other.position)
    assert.deepEqual(
      found.map(({ position, identity, row }) => {
        const { text: itsText, booking_day: day, amount_minor: minor, refs } = JSON.parse(row)
        return { position, identity, text: itsText, day, minor, refs }
      }),
      booked.map((line) => ({
        position: line.position,
        identity: lineIdentity(line, line.bookingDay ?? '').toString('hex'),
        text: line.text,
        day: line.bookingDay,
        minor: minorOfDecimal(line.amount).toString(),
        refs: JSON.parse(JSON.stringify(line.refs)),
      })),
    )
    assert.ok(pieces.length > 2, 'in pieces')
    const places = new Map<string, Set<number>>()
    for (const [piece, entries] of pieces.entries()) {
      for (const { identity } of entries) places.set(identity, (places.get(identity) ?? new Set()).add(piece))
    }
    assert.ok([...places.values()].every(({ size }) => size === 1))
  })
}

test('the first line without a day or in another currency is named, whatever comes after it', () => {
  const refused = (entries: string[], reason: RegExp) =>
    assert.throws(
      () => prepareReading(Buffer.from(camt(entries.join('')))),
      (error) => error instanceof FileFault && reason.test(error.message),
    )
  const [good, none, foreign] = [entry(1), entry(2, { day: '' }), entry(3, { currency: 'USD' })]
  refused([good, none, foreign], /^Line 2 of the statement has no day\.$/)
  refused([good, foreign, none], /^Line 2 of the statement is in USD, the account in MXN\.$/)
  // What is not booked is no line.
  const expected = [entry(2, { day: '', status: 'PDNG' }), entry(3, { currency: 'USD', status: 'PDNG' })]
  assert.equal(prepareReading(Buffer.from(camt([good, ...expected].join('')))).statements[0]?.expectedEntries, 2)
})
