import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSteps } from '../test/support/count-steps.ts'
import { readCsvProfile } from './csv-profile.ts'
import { readStatements } from './read-statements.ts'
import { StatementRefusal } from './statement.ts'

/** Files that grow with n, and what makes each of them hard. */
const files: Readonly<Record<string, Readonly<Record<string, (n: number) => string>>>> = {
  detection: {
    'white space alone': (n) => '\n'.repeat(10 * n),
    'blanks before a tag': (n) => `${' '.repeat(10 * n)}x`,
    'references without a field': (n) => ':20:\n'.repeat(n),
    'delimiters without a line end': (n) => ';'.repeat(10 * n),
    'comments without an end': (n) => `<${'<!--'.repeat(n)}`,
    'instructions without an end': (n) => '<?xml '.repeat(n),
  },
  camt: {
    entries: (n) => camt(entry().repeat(n)),
    'details of one entry': (n) => camt(entry(`<NtryDtls>${detail.repeat(n)}</NtryDtls>`, n)),
    'groups of details in one entry': (n) => camt(entry(`<NtryDtls>${detail}</NtryDtls>`.repeat(n), n)),
    'details that do not add up': (n) => camt(entry(`<NtryDtls>${detail.repeat(n)}</NtryDtls>`)),
    'texts of one detail': (n) =>
      camt(entry(`<NtryDtls><TxDtls><RmtInf>${'<Ustrd>a</Ustrd>'.repeat(n)}</RmtInf></TxDtls></NtryDtls>`)),
    'a long text': (n) => camt(entry(`<AddtlNtryInf>${'a '.repeat(10 * n)}</AddtlNtryInf>`)),
    'white space between entries': (n) => camt(`${'\n'.repeat(10 * n)}${entry()}`),
    balances: (n) => camt(balance.repeat(n)),
    statements: (n) => camt(`${entry()}</Stmt>${statement}`.repeat(n)),
    'elements without an end': (n) => camt('<Ntry>'.repeat(n)),
  },
  MT940: {
    entries: (n) => mt('\n:61:300614C5,00NTRF//B1\n:86:pago'.repeat(n)),
    'entries behind two that may be text': (n) =>
      mt(
        `\n:61:300614C5,00NTRF//B1\n:86:${'a'.repeat(30)}\n:61:300614D5,00NTRF//B1\n:86:${'a'.repeat(30)}\n:61:300614C5,00NTRF//B1\n:61:300614D5,00NTRF//B1${'\n:61:300614C5,00NTRF//B1\n:86:pago\n:61:300614D5,00NTRF//B1'.repeat(n)}`,
      ),
    'entries that the balances leave to texts': (n) =>
      mt(
        `\n:61:300614C5,00NTRF//B1\n:86:pago${'\n:61:300614C5,00NTRF//B1\n:61:300614D5,00NTRF//B1\n:86:pago'.repeat(n)}`,
      ),
    'information of one entry': (n) => mt(`\n:61:300614C5,00NTRF//B1${'\n:86:pago'.repeat(n)}`),
    'lines of one field': (n) => mt(`\n:61:300614C5,00NTRF//B1\n:86:pago${'\na'.repeat(n)}`),
    'a long line': (n) => mt(`\n:61:300614C5,00NTRF//B1\n:86:${'a '.repeat(n)}`),
    'control characters in a line': (n) => mt(`\n:61:300614C5,00NTRF//B1\n:86:a${'\x01'.repeat(n)}b`),
    'strokes in a word': (n) => mt(`\n:61:300614C5,00NTRF//B1\n:86:/EREF/a${'/'.repeat(n)}b/REMI/c`),
    'numbered subfields': (n) => mt(`\n:61:300614C5,00NTRF//B1\n:86:166${'?20a'.repeat(n)}`),
    'fields of an account': (n) => mt('\n:25:1'.repeat(n)),
    totals: (n) =>
      `:20:A\n:25:1\n:28C:1\n:34F:MXN0,${'\n:61:300614C5,00NTRF'.repeat(n)}${`\n:90C:${n}MXN${5 * n},`.repeat(n)}\n-\n`,
    pages: (n) => Array.from({ length: n }, (_, page) => mtPage(page, n)).join(''),
    messages: (n) => mt('').repeat(n),
  },
  OFX: {
    entries: (n) => ofx(transaction('pago').repeat(n)),
    'blank lines': (n) => ofx(`${'\n'.repeat(10 * n)}${transaction('a')}`),
    'markup in a text': (n) => ofx(transaction('<BR/>'.repeat(n))),
    'angles in a text': (n) => ofx(transaction('<'.repeat(10 * n))),
    'references in a text': (n) => ofx(transaction('&amp;'.repeat(n))),
    comments: (n) => ofx(`${'<!--x-->'.repeat(n)}${transaction('a')}`),
    'comments without an end': (n) => ofx('<!-- '.repeat(n)),
    'values of one entry': (n) => ofx(transaction('<CITY>a'.repeat(n))),
    'elements without an end': (n) => ofx('<STMTTRN>'.repeat(n)),
    'a header': (n) => `OFXHEADER:100\n${'<?xml '.repeat(n)}`,
    statements: (n) => ofx(`${transaction('a')}</BANKTRANLIST></STMTRS>${ofxStatement}`.repeat(n)),
  },
  CSV: {
    rows: (n) => `Day;Text;Amount\n${'14/06/2030;pago;5,00\n'.repeat(n)}`,
    'a long text': (n) => `Day;Text;Amount\n14/06/2030;${'a '.repeat(n)};5,00\n`,
    'blanks in an amount': (n) => `Day;Text;Amount\n14/06/2030;a;5${' '.repeat(n)}x\n`,
    delimiters: (n) => `Day;Text;Amount\n14/06/2030;a;5,00${';'.repeat(n)}\n`,
    quotes: (n) => `Day;Text;Amount\n14/06/2030;"${'""'.repeat(n)}";5,00\n`,
    'line ends inside quotes': (n) => `Day;Text;Amount\n14/06/2030;"a${'\n'.repeat(n)}b";5,00\n`,
    'empty lines': (n) => `Day;Text;Amount\n14/06/2030;a;5,00\n${'\n'.repeat(10 * n)}`,
  },
}

const statement = '<Stmt><Acct><Id><IBAN>1</IBAN></Id><Ccy>MXN</Ccy></Acct>'
const camt = (inside: string) =>
  `<?xml version="1.0"?>\n<Document><BkToCstmrStmt>${statement}${inside}</Stmt></BkToCstmrStmt></Document>`
const entry = (inside = '', amount = 1) =>
  `<Ntry><Amt Ccy="MXN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2030-06-14</Dt></BookgDt>${inside}</Ntry>`
const detail = '<TxDtls><Refs><TxId>a</TxId></Refs><Amt Ccy="MXN">1</Amt></TxDtls>'
const balance =
  '<Bal><Tp><CdOrPrtry><Cd>ITBD</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">1</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>'
const mt = (inside: string) => `:20:A\n:25:1\n:28C:1\n:60F:C300614MXN0,${inside}\n:62F:C300614MXN0,\n-\n`
const mtPage = (page: number, of: number) => {
  const kinds = [page === 0 ? 'F' : 'M', page === of - 1 ? 'F' : 'M']
  return `:20:A\n:25:1\n:28C:1/${page}\n:60${kinds[0]}:C300614MXN${page},\n:61:300614C1,NTRF\n:62${kinds[1]}:C300614MXN${page + 1},\n-\n`
}
const ofxStatement = '<STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>1<ACCTID>22</BANKACCTFROM><BANKTRANLIST>'
const ofx = (inside: string) =>
  `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS>${ofxStatement}${inside}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const transaction = (memo: string) => `<STMTTRN><DTPOSTED>20300614<TRNAMT>1.00<FITID>1<MEMO>${memo}</STMTTRN>`

const result = readCsvProfile({
  ...{
    name: 'bank',
    delimiter: ';',
    account: '1',
    currency: 'ARS',
    date: 'dd/MM/yyyy',
    decimal: ',',
    footer: '^Total',
  },
  ...{ header: { Day: 'bookingDay', Text: 'text', Amount: 'amount' }, amount: 'signed', order: 'asc' },
})
assert.ok('profile' in result)
const profile = { ...result.profile, footer: undefined }

async function stepsOf(text: string, isTable: boolean): Promise<number> {
  const file = Buffer.from(text)
  return await countSteps(() => {
    try {
      readStatements(file, isTable ? { profile } : {})
    } catch (error) {
      if (!(error instanceof StatementRefusal)) throw error
    }
  })
}

for (const [format, cases] of Object.entries(files)) {
  test(`${format}: four times as much takes four times the steps`, async () => {
    for (const [name, file] of Object.entries(cases)) {
      // What runs for the first time takes steps of its own, and so does the file around what grows.
      await stepsOf(file(1), format === 'CSV')
      const base = await stepsOf(file(1), format === 'CSV')
      const few = await stepsOf(file(41), format === 'CSV')
      const many = await stepsOf(file(161), format === 'CSV')
      assert.ok(many - base <= 4.1 * (few - base), `${name}: ${base}, ${few} and ${many} steps`)
    }
  })
}

test('MT940: information has more lines than a call has arguments', () => {
  const file = Buffer.from(mt(`\n:61:300614C5,00NTRF\n:86:a${'\n'.repeat(200_000)}b`))
  assert.equal(readStatements(file).statements[0]?.lines[0]?.text, 'a b')
})
