import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCsvProfile } from './csv-profile.ts'
import { type ReadOptions, readStatements } from './read-statements.ts'
import { type Statement, type StatementLine, StatementRefusal } from './statement.ts'

if (process.env['TEST_SEED']) fc.configureGlobal({ seed: Number(process.env['TEST_SEED']) })

interface Movement {
  minor: number
  isCredit: boolean
  id: string
  text: string
}

/** Writes a file of the movements as one kind of bank does. */
type Writer = (movements: readonly Movement[]) => string

const decimal = (minor: number, mark: string) =>
  `${Math.floor(minor / 100)}${mark}${String(minor % 100).padStart(2, '0')}`
const sumOf = (movements: readonly Movement[]) =>
  movements.reduce((sum, { minor, isCredit }) => sum + (isCredit ? minor : -minor), 100_000_000)

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? '')

const camt =
  (written: (text: string) => string): Writer =>
  (movements) => {
    const balance = (code: string, minor: number) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${decimal(minor, '.')}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2030-06-14</Dt></Dt></Bal>`
    const entries = movements.map(
      ({ minor, isCredit, id, text }) =>
        `<Ntry><Amt Ccy="MXN">${decimal(minor, '.')}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2030-06-14</Dt></BookgDt>` +
        `<AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>ANA</Nm></Dbtr><DbtrAcct><Id><IBAN>A${id}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${written(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    )
    return (
      `<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>1</Id></Othr></Id><Ccy>MXN</Ccy></Acct>` +
      `${balance('OPBD', 100_000_000)}${balance('CLBD', sumOf(movements))}\n${entries.join('\n')}\n</Stmt></BkToCstmrStmt></Document>\n`
    )
  }

/** `break`: what stands between the lines of a long text. */
const mt =
  (write: (text: string) => string): Writer =>
  (movements) =>
    `:20:A\r\n:25:1\r\n:28C:1\r\n:60F:C300614MXN1000000,00\r\n${movements
      .map(({ minor, isCredit, id, text }) => {
        const lines = `166?00PAGO?20${write(text)}?31A${id}?32ANA`.match(/.{1,65}/gsu) ?? []
        return `:61:300614${isCredit ? 'C' : 'D'}${decimal(minor, ',')}NTRF//${id}\r\n:86:${lines.join('\r\n')}\r\n`
      })
      .join('')}:62F:C300614MXN${decimal(sumOf(movements), ',')}\r\n-\r\n`

const ofx =
  (write: (movement: Movement) => string, between: string): Writer =>
  (movements) =>
    `OFXHEADER:100\nVERSION:102\n\n<OFX>${between}<STMTTRNRS>${between}<STMTRS>${between}<CURDEF>MXN</CURDEF>${between}<BANKACCTFROM>${between}<ACCTID>1</ACCTID>${between}</BANKACCTFROM>${between}<BANKTRANLIST>${between}${movements
      .map((movement) => `${write(movement)}${between}`)
      .join(
        '',
      )}</BANKTRANLIST>${between}<LEDGERBAL>${between}<BALAMT>${decimal(sumOf(movements), '.')}</BALAMT>${between}<DTASOF>20300614</DTASOF>${between}</LEDGERBAL>${between}</STMTRS>${between}</STMTTRNRS>${between}</OFX>\n`

const values = ({ minor, isCredit, id }: Movement) =>
  [
    ['TRNTYPE', 'OTHER'],
    ['DTPOSTED', '20300614'],
    ['TRNAMT', `${isCredit ? '' : '-'}${decimal(minor, '.')}`],
    ['FITID', id],
  ] as const

/** `inside`: between the elements of an entry. `ends`: whether values have end tags. */
const ofxEntry =
  (write: (text: string) => string, { inside, ends }: { inside: string; ends: boolean }) =>
  (movement: Movement) => {
    const element = (name: string, text: string) => `<${name}>${text}${ends ? `</${name}>` : ''}`
    const written = [
      ...values(movement),
      ['NAME', write(movement.text.slice(0, 40))],
      ['MEMO', write(movement.text)],
    ] as const
    return `<STMTTRN>${inside}${written.map(([name, text]) => element(name, text)).join(inside)}${inside}</STMTTRN>`
  }

const profile = readCsvProfile({
  ...{ name: 'bank', delimiter: ';', account: '1', currency: 'MXN', date: 'dd/MM/yyyy', decimal: ',' },
  header: { Day: 'bookingDay', Id: 'bankRef', Text: 'text', Amount: 'amount', Account: 'partyAccount' },
  ...{ amount: 'signed', order: 'asc', document: '\\d{8}', reference: 'REF (\\w+)' },
})
assert.ok('profile' in profile)
const csv =
  (quote: (text: string) => string): Writer =>
  (movements) =>
    `Day;Id;Text;Amount;Account;Note\n${movements
      .map(
        ({ minor, isCredit, id, text }) =>
          `14/06/2030;${id};${quote(text)};${isCredit ? '' : '-'}${decimal(minor, ',')};A${id};\n`,
      )
      .join('')}`

const plain = (text: string) => text
/** As a bank of MT940 cleans its texts: no line of them begins with a colon or a dash. */
const cleaned = (text: string) => text.replace(/[:?-]/g, '.')
const inTurn = { inside: '\n', ends: true }
const options: Readonly<Record<string, ReadOptions>> = {
  csv: { profile: profile.profile },
  quoting: { profile: { ...profile.profile, quotesTexts: true } },
  mt: { accounts: [{ numbers: ['1'], currency: 'MXN', profiles: { mt94x: { partyFields: true } } }] },
  escaping: { accounts: [{ numbers: ['1'], currency: 'MXN', profiles: { ofx: { escapes: true } } }] },
}

const escaping: Readonly<Record<string, [Writer, (ReadOptions | undefined)?]>> = {
  camt: [camt(escaped)],
  MT940: [mt(cleaned), options['mt']],
  'OFX, an element in each line': [ofx(ofxEntry(escaped, inTurn), '\n')],
  'OFX, an entry in each line': [ofx(ofxEntry(escaped, { inside: '', ends: true }), '\n')],
  'OFX in one line': [ofx(ofxEntry(escaped, { inside: '', ends: true }), ''), options['escaping']],
  CSV: [csv((text) => `"${text.replaceAll('"', '""')}"`), options['quoting']],
}

const careless: Readonly<Record<string, [Writer, (ReadOptions | undefined)?]>> = {
  camt: [camt(plain)],
  MT940: [mt(plain), options['mt']],
  'OFX, an element in each line': [ofx(ofxEntry(plain, inTurn), '\n')],
  'OFX, an element in each line without an end tag': [ofx(ofxEntry(plain, { inside: '\n', ends: false }), '\n')],
  'OFX, an entry in each line': [ofx(ofxEntry(plain, { inside: '', ends: true }), '\n')],
  'OFX, an entry in each line without end tags': [ofx(ofxEntry(plain, { inside: '', ends: false }), '\n')],
  'OFX in one line': [ofx(ofxEntry(plain, { inside: '', ends: true }), '')],
  'OFX in one line without end tags': [ofx(ofxEntry(plain, { inside: '', ends: false }), '')],
  CSV: [csv(plain), options['csv']],
}

const pieces: Readonly<Record<string, readonly string[]>> = {
  camt: '<!-- --> <![CDATA[ ]]> <Ntry> </Ntry> </Ustrd> <Ustrd> </RmtInf> <RmtInf> <RltdPties><DbtrAcct><Id><IBAN>EVIL</IBAN></Id></DbtrAcct></RltdPties> <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf> <BkTxCd><Prtry><Cd>EVIL</Cd></Prtry></BkTxCd> </TxDtls> <TxDtls> </NtryDtls> <NtryDtls> <Amt_Ccy="MXN">9999.00</Amt> <CdtDbtInd>CRDT</CdtDbtInd> <Sts><Cd>BOOK</Cd></Sts> & &amp;'.split(
    ' ',
  ),
  MT940:
    ':61:300614C9999,00NTRF//EVIL|:61:300614D9999,00NTRF//EVIL|:61:x|:86:|-|-}|:62F:C300614MXN1,00|:20:B|:25:2|:NS:|?20|?31EVIL|?32EVIL|?33|/RTRN/AC04|/IBAN/EVIL|/NAME/EVIL|IBAN+EVIL|EREF+EVIL|/EREF/|/REMI/|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'.split(
      '|',
    ),
  OFX: '<!-- --> <![CDATA[ ]]> <STMTTRN> </STMTTRN> <TRNTYPE>FEE <TRNAMT>9999.00 </TRNAMT> <DTPOSTED>20300601 <FITID>EVIL <MEMO> </MEMO> <NAME> </NAME> <BANKACCTTO><ACCTID>EVIL</BANKACCTTO> <CURRENCY><CURSYM>USD</CURRENCY> </BANKTRANLIST> <BANKTRANLIST> <LEDGERBAL><BALAMT>1<DTASOF>20300614</LEDGERBAL> </STMTRS> </OFX> <BR/> & &lt;'.split(
    ' ',
  ),
  CSV: '; " ""  , 9999,00 ;9999,00;EVIL;" ;-9999,00 14/06/2030 REF_EVIL 12345678 Total'.split(' '),
}

const movementsOf = (format: string, isBroken: boolean) => {
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...(pieces[format.split(',')[0]?.split(' ')[0] ?? ''] ?? [])) },
    { weight: 2, arbitrary: fc.stringMatching(/^[A-Za-z0-9 .]{0,12}$/) },
    { weight: 1, arbitrary: fc.constantFrom(' ', ...(isBroken ? ['\n'] : [])) },
  )
  const text = fc.array(piece, { maxLength: 24 }).map((some) => some.join('').replaceAll('_', ' ').slice(0, 1_000))
  return fc.array(fc.record({ minor: fc.integer({ min: 1, max: 99_999 }), isCredit: fc.boolean(), text }), {
    minLength: 1,
    maxLength: 5,
  })
}

const numbered = (movements: readonly Omit<Movement, 'id'>[]): Movement[] =>
  movements.map((movement, index) => ({ ...movement, id: `ID${index}` }))
const plainTexts = (movements: readonly Movement[]) => movements.map((movement) => ({ ...movement, text: 'x' }))

/** What only the bank says of a line, without its fields of the other party. */
function bankSide(line: StatementLine): string {
  const { sign, amount, currency, bookingDay, valueDay, refs, code, reversal, booked, isSingle } = line
  return JSON.stringify([sign, amount, currency, bookingDay, valueDay, refs.bankRef, code, reversal, booked, isSingle])
}

/** The fields of the other party that count. */
function partyOf({ bankFields, party, returnCode }: StatementLine): object {
  const all = { name: party.name, document: party.document, account: party.account, return_code: returnCode }
  return Object.fromEntries(Object.entries(all).filter(([field]) => (bankFields as readonly string[]).includes(field)))
}

function read(file: string, reading: ReadOptions = {}): Statement | undefined {
  try {
    const { statements } = readStatements(Buffer.from(file), reading)
    assert.equal(statements.length, 1)
    return statements[0]
  } catch (error) {
    if (error instanceof StatementRefusal) return undefined
    throw error
  }
}

for (const [name, [writer, reading]] of Object.entries(escaping)) {
  test(`${name}: no text changes what a bank that escapes says`, () => {
    const breaks = name === 'CSV'
    fc.assert(
      fc.property(movementsOf(name, breaks), (some) => {
        const movements = numbered(some)
        const [found, expected] = [read(writer(movements), reading), read(writer(plainTexts(movements)), reading)]
        assert.ok(found && expected)
        assert.deepEqual(found.lines.map(bankSide), expected.lines.map(bankSide))
        assert.deepEqual(found.lines.map(partyOf), expected.lines.map(partyOf))
        // Lines of MT940 that are as long as the longest may hide an entry: those that cancel each other out are in doubt.
        if (name !== 'MT940') assert.ok(found.lines.every(({ inDoubt }) => !inDoubt))
        const { lines: _lines, ...facts } = found
        const { lines: _others, ...others } = expected
        assert.deepEqual(facts, others)
      }),
      { numRuns: 300 },
    )
  })
}

for (const [name, [writer, reading]] of Object.entries(careless)) {
  test(`${name}: a text that is not escaped changes no line that counts, and hides none`, () => {
    fc.assert(
      fc.property(movementsOf(name, false), (some) => {
        const movements = numbered(some)
        const found = read(writer(movements), reading)
        const expected = read(writer(plainTexts(movements)), reading)
        assert.ok(expected)
        // A refused file, or one whose balances its lines do not give, moves nothing.
        if (!found || found.addsUp === false || found.doubts.length > 0) return
        const left = [...expected.lines]
        for (const line of found.lines.filter(({ inDoubt }) => !inDoubt)) {
          const at = left.findIndex((each) => bankSide(each) === bankSide(line))
          assert.ok(at >= 0, `${bankSide(line)} is of no line of the bank`)
          const [same] = left.splice(at, 1)
          assert.deepEqual({ ...(same && partyOf(same)), ...partyOf(line) }, same && partyOf(same))
        }
        assert.ok(found.lines.filter(({ inDoubt }) => inDoubt).length >= left.length, 'a line is hidden')
      }),
      { numRuns: 500 },
    )
  })
}
