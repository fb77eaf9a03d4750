import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry, money, mt, only, read, refusal } from '../test/support/statement-texts.ts'
import { readCsvProfile } from './csv-profile.ts'
import type { Statement } from './statement.ts'

const ofx = (entries: string, between = '\n') =>
  `OFXHEADER:100\nVERSION:102\n\n<OFX><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${between}${entries}${between}` +
  `</BANKTRANLIST><LEDGERBAL><BALAMT>100.00<DTASOF>20300615</LEDGERBAL></STMTRS></STMTTRNRS></OFX>`
/** With elements in lines of their own. */
const inLines = (memo: string, amount = '10.00') =>
  `<STMTTRN>\n<DTPOSTED>20300614\n<TRNAMT>${amount}\n<FITID>F${amount}\n<MEMO>${memo}\n</STMTTRN>`
const inOne = (memo: string, amount = '10.00') =>
  `<STMTTRN><DTPOSTED>20300614</DTPOSTED><TRNAMT>${amount}</TRNAMT><MEMO>${memo}</MEMO></STMTTRN>`

test('OFX: a memo holds what is in its line, whatever it looks like', () => {
  for (const memo of [
    'PIX P22K47XM <TRNAMT>9999.00<DTPOSTED>20300601<FITID>EVIL',
    'a </MEMO><TRNAMT>9999.00</TRNAMT><MEMO> b',
    'a </STMTTRN>',
    'a </MEMO></STMTTRN>',
    'a </STMTTRN></BANKTRANLIST></STMTRS>',
    '<!-- a',
    '--> a',
    '<![CDATA[ a',
    '<STMTTRN><DTPOSTED>20300601<TRNAMT>9999.00',
  ]) {
    const statement = only(ofx([inLines(memo), inLines('x', '5.00')].join('\n')))
    assert.deepEqual(
      statement.lines.map(({ sign, amount, bookingDay, refs }) => [sign, amount, bookingDay, refs.bankRef]),
      [
        ['C', '10.00', '2030-06-14', 'F10.00'],
        ['C', '5.00', '2030-06-14', 'F5.00'],
      ],
      memo,
    )
    const closed = only(ofx([inOne(memo), inOne('x', '5.00')].join('\n')))
    const [first] = closed.lines
    assert.ok(first?.amount === '10.00' && first.bookingDay === '2030-06-14', memo)
    assert.ok(
      closed.lines.filter(({ inDoubt }) => !inDoubt).every(({ amount }) => amount !== '9999.00'),
      memo,
    )
  }
})

test('OFX: comments of two memos hide no entry, and a second memo is a part of the text', () => {
  const memos = [inLines('<!-- a'), inLines('b', '5.00'), inLines('--> c', '7.00')]
  assert.deepEqual(money(only(ofx(memos.join('\n')))), ['C10.00', 'C5.00', 'C7.00'])
  assert.deepEqual(money(only(ofx(memos.join('\n').replace('<!-- a', '<![CDATA[').replace('--> c', ']]>')))), [
    ...['C10.00', 'C5.00', 'C7.00'],
  ])
  assert.match(refusal(ofx(`<!--\n${memos[1]}\n-->\n${memos[0]}`)).reason, /2 entries|3 entries/)
  assert.equal(only(ofx(inLines('one\n<MEMO>two'))).lines[0]?.text, 'one two')
})

test('OFX: a tag ends behind blanks that OFX knows alone, as the second count reads it', () => {
  for (const blank of ['\u00a0', '\u2003', '\ufeff', '\v']) {
    const memo = `a <STMTTRN${blank}> </MEMO${blank}> b`
    for (const write of [inLines, inOne])
      assert.deepEqual(money(only(ofx([write(memo), write('x', '5.00')].join('\n')))), ['C10.00', 'C5.00'], blank)
    const inALine = ofx([inOne(memo), inOne('x', '5.00')].join(''), '')
    assert.deepEqual(money(only(inALine)), ['C10.00?', 'C5.00?'], blank)
  }
})

test('OFX: a day of availability, or of a statement, that a payer may have written is none', () => {
  for (const memo of ['a <DTAVAIL>zz', 'a </MEMO><DTAVAIL>zz</DTAVAIL><MEMO>', 'a <DTAVAIL>20300101']) {
    const { lines } = only(ofx([inOne(memo), inOne('x', '5.00')].join(''), ''))
    assert.deepEqual(
      lines.map(({ amount, inDoubt, valueDay }) => [amount, inDoubt, valueDay]),
      [
        ['10.00', true, undefined],
        ['5.00', true, undefined],
      ],
      memo,
    )
  }
  for (const name of ['DTSTART', 'DTEND']) {
    const { from, to } = only(ofx([inOne(`a</MEMO></STMTTRN><${name}>zz`), inOne('x', '5.00')].join(''), ''))
    assert.deepEqual([from, to], [undefined, undefined])
  }
  const entry = inLines('x').replace('<TRNAMT>', '<DTAVAIL>20300615\n<TRNAMT>')
  assert.equal(only(ofx(entry)).lines[0]?.valueDay, '2030-06-15')
})

test('no text holds U+0000 or half of a surrogate pair, whatever the file writes', () => {
  const memo = 'a &#0; &#x1; &#xD800; &#xdfff; &#x110000; &#x7f; &#65;&#x1F600;&#10;b'
  assert.equal(only(ofx(inLines(memo))).lines[0]?.text, 'a &#0; &#x1; &#xD800; &#xdfff; &#x110000; &#x7f; A\u{1f600} b')
  const isWhole = (statement: Statement) => !/\0|\p{Cs}|\\u(?:0000|d[89a-f])/iu.test(JSON.stringify(statement))
  // What looks for zero bytes in the beginning of a file does not see these.
  const far = ' '.repeat(70_000)
  const zeros = ofx(`${far}${inLines('a\0b').replace('FITID>', 'FITID>\0')}`)
  const statement = only(zeros)
  assert.deepEqual([statement.lines[0]?.text, statement.lines[0]?.refs.bankRef], ['a\ufffdb', '\ufffdF10.00'])
  assert.ok(isWhole(statement))
  const rows = `Día;Text;Amount\n${'14/06/2030;x;1,00\n'.repeat(4_000)}14/06/2030;a\0b;1,00\n`
  assert.ok(isWhole(only(rows, profile())))
  // A pattern sees the beginning of a text, which may end within a pair.
  const cut = table('1,00', { reference: 'x+(.)$' }, `${'x'.repeat(999)}\u{1f600}`)
  assert.equal(cut?.lines[0]?.refs.customerRef, '\ufffd')
  assert.ok(isWhole(only(mt(entry('x', '0,00').repeat(3_000) + entry('a\0b')))))
  for (const reference of ['&#0;', '&#xD800;'])
    assert.match(refusal(camt(camtEntry(details(reference)))).reason, /not well-formed/)
})

test('OFX: entries that share a line wait, unless the bank is known to escape', () => {
  const file = ofx([inOne('a &lt;TRNAMT&gt;9999'), inOne('x', '5.00')].join(''), '')
  assert.deepEqual(money(only(file)), ['C10.00?', 'C5.00?'])
  const accounts = (escapes: boolean) => [{ numbers: ['1'], currency: 'BRL', profiles: { ofx: { escapes } } }]
  assert.deepEqual(money(only(file, { accounts: accounts(true) })), ['C10.00', 'C5.00'])
  assert.deepEqual(money(only(file, { accounts: accounts(false) })), ['C10.00?', 'C5.00?'])
  const open = file.replaceAll('</MEMO>', '')
  assert.deepEqual(money(only(open, { accounts: accounts(true) })), ['C10.00?', 'C5.00?'])
  const twice = `<STMTTRN>\n<DTPOSTED>20300614\n<TRNAMT>10.00\n<TRNAMT>11.00\n<MEMO>x\n</STMTTRN>`
  assert.deepEqual(money(only(ofx(twice))), ['C10.00?'])
  assert.match(refusal(ofx(twice.replace('<TRNAMT>10.00', '<MEMO>y\n<TRNAMT>10.00'))).message, /^Line 8.*two values/)
})

const profile = (changes: object = {}) => {
  const result = readCsvProfile({
    ...{ name: 'bank', delimiter: ';', account: '1', currency: 'MXN', date: 'dd/MM/yyyy', decimal: ',' },
    ...{
      thousands: '.',
      header: { Día: 'bookingDay', Text: 'text', Amount: 'amount' },
      amount: 'signed',
      order: 'asc',
    },
    ...changes,
  })
  assert.ok('profile' in result, JSON.stringify(result))
  return { profile: result.profile }
}
const table = (amount: string, changes: object = {}, text = 'x') =>
  read(`Día;Text;Amount\n14/06/2030;${text};${amount}\n`, profile(changes)).statements[0]

test('CSV: what a pattern takes out of a text is text', () => {
  const line = table('10,00', { document: '\\d{8}', reference: 'REF (\\w+)' }, 'REF B1 28456789')?.lines[0]
  assert.deepEqual([line?.party.document, line?.bankFields], ['28456789', []])
  assert.deepEqual([line?.refs.bankRef, line?.refs.customerRef], [undefined, 'B1'])
  assert.deepEqual(table('10,00', { reference: 'REF (\\w+)' }, 'B1')?.lines[0]?.bankFields, ['ids'])
})

test('CSV: signs of currencies, minus signs and letters at amounts', () => {
  for (const other of ['USD 10,00', 'U$S 10,00', '10,00 €', 'R$ 10,00', 'S/ 10,00', '10,00 EUR', 'ARS 10,00'])
    assert.throws(() => table(other), /^StatementRefusal.*in another currency than MXN|another currency/, other)
  for (const [text, is] of [
    ['$ 1.010,00', 'C1010.00'],
    ['MXN 10,00', 'C10.00'],
    ['100,00 D', 'D100.00'],
    ['100,00D', 'D100.00'],
    ['100,00 C', 'C100.00'],
    ['\u201310,00', 'D10.00'],
    ['\uff0d10,00', 'D10.00'],
    ['\u221210,00', 'D10.00'],
    ['10,00-', 'D10.00'],
    ['(10,00)', 'D10.00'],
    ['+10,00', 'C10.00'],
  ] as const)
    assert.deepEqual(
      table(text)?.lines.map(({ sign, amount }) => sign + amount),
      [is],
      text,
    )
  assert.equal(table('R$ 10,00', { currency: 'BRL' })?.lines[0]?.amount, '10.00')
  for (const wrong of ['-10,00 D', '(10,00-)', '10,00 X', 'D 10,00', '--10,00'])
    assert.throws(() => table(wrong), /amount|currency/, wrong)
})

test('CSV: a header compares by its letters, and refusals name the line of their row', () => {
  assert.equal(read('Di\u0301a;Text;Amount\n14/06/2030;x;1,00\n', profile()).statements[0]?.lines.length, 1)
  for (const [end, rows] of [
    ['\r\n', '14/06/2030;x;1,00|14/06/2030;x;bad'],
    ['\n', '14/06/2030;"x\ny";1,00|14/06/2030;x;bad'],
    ['\r\n', '14/06/2030;"x\r\ny";1,00|14/06/2030;x;bad'],
  ] as const) {
    const file = `Día;Text;Amount${end}${rows.replaceAll('|', end)}${end}`
    const line = file.slice(0, file.indexOf('bad')).split(/\r\n|\n/).length
    assert.equal(refusal(file, profile()).line, line, JSON.stringify(file))
  }
})

test('CSV: quotes and delimiters of payers hide no row and move no amount', () => {
  const rows = (...texts: string[]) =>
    `Día;Text;Amount\n${texts.map((text, index) => `14/06/2030;${text};${index + 1},00\n`).join('')}`
  assert.match(refusal(rows('"a', 'b', 'c"'), profile()).message, /^Line 2.*may hold rows/)
  assert.match(refusal(rows('a;9999,00'), profile()).message, /^Line 2.*columns/)
  assert.deepEqual(money(only(rows('a "b" c', 'd"e'), profile())), ['C1.00', 'C2.00'])
  const footed = (...texts: string[]) => `${rows(...texts)}Total;3\n`
  const withFooter = profile({ header: { Día: 'bookingDay', Text: 'text', Amount: 'amount' }, footer: 'Total' })
  assert.deepEqual(money(only(footed('Total', 'b'), withFooter)), ['C1.00', 'C2.00'])
})

const columns = {
  header: {
    Día: 'bookingDay',
    Amount: 'amount',
    Balance: 'balance',
    Text: 'text',
    Doc: 'partyDocument',
    Acc: 'partyAccount',
  },
}
const balanced = (...rows: string[]) =>
  only(
    `Día;Amount;Balance;Text;Doc;Acc\n${rows.map((row, index) => `14/06/2030;1,00;${index + 1},00;${row}\n`).join('')}`,
    profile(columns),
  )

test('CSV: balances prove no cell behind a delimiter of a payer', () => {
  const evil = 'x;28456789;EVIL;;'
  assert.deepEqual(money(balanced(evil, 'x;;', 'x;DOC;ACC')), ['C1.00?', 'C1.00', 'C1.00'])
  assert.deepEqual(money(balanced(evil)), ['C1.00?'])
  // A bank that ends every row with a delimiter.
  assert.deepEqual(money(balanced('x;DOC;ACC;', 'x;;;')), ['C1.00', 'C1.00'])
  assert.deepEqual(money(balanced('x;28456789;;', 'x;DOC;ACC;', 'x;;;')), ['C1.00', 'C1.00', 'C1.00'])
})

test('CSV: a quote without an end puts its row in doubt and stops no file', () => {
  assert.deepEqual(money(balanced('a;D1;A1', 'c "d;D2;A2', '"b;D3;A3', 'e;D4;A4')), [
    'C1.00',
    'C1.00?',
    'C1.00?',
    'C1.00',
  ])
  const many = Array.from({ length: 3_000 }, () => 'x;;')
  const found = balanced('"a;D1;A1', ...many).lines
  assert.deepEqual([found.length, found.filter(({ inDoubt }) => inDoubt).length], [3_001, 1])
  // The bank puts texts in quotes: the table is cut.
  assert.throws(() => balanced('"a";D1;A1', '"b;D2;A2'), /Quote Not Closed/)
})

const camt = (entries: string) =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>1</IBAN></Id><Ccy>MXN</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
const camtEntry = (inside: string, amount = '10.00', sign = 'CRDT') =>
  `<Ntry><Amt Ccy="MXN">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts>` +
  `<BookgDt><Dt>2030-06-14</Dt></BookgDt><NtryDtls>${inside}</NtryDtls></Ntry>`
const details = (text: string, before = '') => `<TxDtls>${before}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

test('camt: elements that a text brings along put the entry in doubt', () => {
  assert.deepEqual(money(only(camt(camtEntry(details('a</Ustrd><Ustrd>b'))))), ['C10.00'])
  const account = '<RltdPties><DbtrAcct><Id><IBAN>EVIL</IBAN></Id></DbtrAcct></RltdPties>'
  assert.deepEqual(money(only(camt(camtEntry(details(`a</Ustrd></RmtInf>${account}<RmtInf><Ustrd>b`))))), ['C10.00?'])
  const detail = (minor: string, sign: string) =>
    `<TxDtls><Amt Ccy="MXN">${minor}</Amt><CdtDbtInd>${sign}</CdtDbtInd></TxDtls>`
  const cancelled = detail('10', 'CRDT') + detail('9999', 'CRDT') + detail('9999', 'DBIT')
  assert.deepEqual(money(only(camt(camtEntry(cancelled)))), ['C10.00?', 'C9999.00?', 'D9999.00?'])
  assert.equal(only(camt(camtEntry(details('a'), '+10.00'))).lines[0]?.amount, '10.00')
  const hidden = `${camt(camtEntry(details('<!-- a'))).split('</Stmt>')[0]}<Ntry><Amt Ccy="MXN">1</Amt></Ntry>${details('--> b')}`
  assert.ok(refusal(`${hidden}</Stmt></BkToCstmrStmt></Document>`))
})

const other = camtEntry(details('x'), '5.00')
const escaping = (escapes: boolean) => ({
  accounts: [{ numbers: ['1'], currency: 'MXN', profiles: { camt: { escapes } } }],
})

test('camt: what two fields of a payer hide between them puts the entry in doubt, unless the bank escapes', () => {
  const parties = '<RltdPties><DbtrAcct><Id><IBAN>REAL</IBAN></Id></DbtrAcct></RltdPties>'
  const evil = '<RltdPties><DbtrAcct><Id><IBAN>EVIL</IBAN></Id></DbtrAcct></RltdPties>'
  for (const [begin, end] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?a ', '?>'],
  ] as const) {
    const text = `${end}</EndToEndId></Refs>${evil}<RmtInf><Ustrd>x`
    const hidden = camtEntry(details(text, `<Refs><EndToEndId>${begin}</EndToEndId></Refs>${parties}`))
    const file = camt(`\n${hidden}\n${other}\n`)
    assert.deepEqual(money(only(file)), ['C10.00?', 'C5.00'], begin)
    assert.deepEqual(money(only(file, escaping(false))), ['C10.00?', 'C5.00'], begin)
    // The way out for a bank that writes them itself.
    assert.deepEqual(money(only(file.replace(evil, ''), escaping(true))), ['C10.00', 'C5.00'], begin)
  }
  assert.deepEqual(money(only(camt(camtEntry(details('<![CDATA[a <b> c]]>'))))), ['C10.00'])
})

test('camt: a text that splits its entry in two puts both parts in doubt', () => {
  const amount = (text: string) => `<Amt Ccy="MXN">${text}</Amt>`
  const split = (first: string, second: string) =>
    details(`a</Ustrd></RmtInf>${first}</TxDtls><TxDtls>${second}<RmtInf><Ustrd>b`)
  const odd = camtEntry(split(amount('4.00'), amount('6.00')))
  assert.deepEqual(money(only(camt(`\n${odd}\n${other}\n`))), ['C4.00?', 'C6.00?', 'C5.00'])
  // From the id, which stands before the amount: the second part has its id behind it.
  const byId = `<TxDtls><Refs><EndToEndId>a</EndToEndId></Refs>${amount('4.00')}</TxDtls><TxDtls>${amount('6.00')}<Refs><EndToEndId>b</EndToEndId></Refs></TxDtls>`
  assert.deepEqual(money(only(camt(camtEntry(byId)))), ['C4.00?', 'C6.00?'])
  const [four, six] = [details('a', amount('4.00')), details('b', amount('6.00'))]
  assert.deepEqual(money(only(camt(camtEntry(four + six)))), ['C4.00', 'C6.00'])
  assert.deepEqual(money(only(camt(camtEntry(`\n${four}\n${six}\n`)))), ['C4.00', 'C6.00'])
  // Where other details begin in lines of their own, two in one line may be a text.
  const apart = camtEntry(`\n${details('x')}\n`, '5.00')
  assert.deepEqual(money(only(camt(`\n${camtEntry(four + six)}\n${apart}\n`))), ['C4.00?', 'C6.00?', 'C5.00'])
})

test('camt: the ultimate party is what a payer typed, and no field of the bank', () => {
  const person = '<Nm>TYPED</Nm><Id><PrvtId><Othr><Id>28456789</Id></Othr></PrvtId></Id>'
  const account = '<DbtrAcct><Id><IBAN>REAL</IBAN></Id></DbtrAcct>'
  const found = (party: string) => {
    const line = only(camt(camtEntry(details('x', `<RltdPties>${party}${account}</RltdPties>`)))).lines[0]
    return [line?.party, line?.bankFields]
  }
  const typed = { name: 'TYPED', document: '28456789', account: 'REAL' }
  assert.deepEqual(found(`<UltmtDbtr>${person}</UltmtDbtr>`), [typed, ['account', 'ids']])
  assert.deepEqual(found(`<UltmtDbtr><Pty>${person}</Pty></UltmtDbtr>`), [typed, ['account', 'ids']])
  assert.deepEqual(found(`<Dbtr><Id/></Dbtr><UltmtDbtr>${person}</UltmtDbtr>`), [
    { ...typed, document: undefined },
    ['account', 'ids'],
  ])
  assert.deepEqual(found(`<Dbtr><Nm>ANA</Nm></Dbtr><UltmtDbtr>${person}</UltmtDbtr>`), [
    { ...typed, name: 'ANA', document: undefined },
    ['name', 'account', 'ids'],
  ])
})

test('camt: in one line entries that cancel each other out wait, unless the bank is known to escape', () => {
  const pair = camtEntry(details('a'), '9999.00') + camtEntry(details('b'), '9999.00', 'DBIT')
  assert.deepEqual(money(only(camt(pair + other))), ['C9999.00?', 'D9999.00?', 'C5.00'])
  assert.deepEqual(money(only(camt(pair + other), escaping(true))), ['C9999.00', 'D9999.00', 'C5.00'])
  const inTurn = `\n${pair.replace('</Ntry>', '</Ntry>\n')}\n${other}`
  assert.deepEqual(money(only(camt(inTurn))), ['C9999.00', 'D9999.00', 'C5.00'])
})

test('OFX: three digits behind a point are decimals where nothing says otherwise', () => {
  const amount = (text: string) => only(ofx(inLines('x', text))).lines[0]?.amount
  assert.deepEqual([amount('-8.950'), amount('1.500')], ['8.95', '1.50'])
  assert.match(refusal(ofx([inLines('x', '1.500'), inLines('y', '3,50')].join('\n'))).reason, /thousands/)
  assert.match(refusal(ofx(inLines('x', '1.505'))).reason, /thousands/)
})
