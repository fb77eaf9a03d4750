import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineIdentity } from '../rules/line-identity.ts'
import { readCsvProfile } from './csv-profile.ts'
import { type ReadOptions, readStatements } from './read-statements.ts'
import { type Reading, type Statement, StatementRefusal } from './statement.ts'

const read = (text: string, options: ReadOptions = {}): Reading => readStatements(Buffer.from(text), options)
const only = (text: string, options: ReadOptions = {}): Statement => read(text, options).statements[0] as Statement
const money = ({ lines }: Statement) =>
  lines.map(({ sign, amount, inDoubt }) => `${sign}${amount}${inDoubt ? '?' : ''}`)
const refusal = (text: string, options?: ReadOptions): StatementRefusal => {
  try {
    read(text, options)
  } catch (error) {
    assert.ok(error instanceof StatementRefusal, String(error))
    return error
  }
  return assert.fail('The file was read.')
}

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

const mt = (inside: string, sum = '10,00') =>
  `:20:A\n:25:1\n:28C:1\n:60F:C300614MXN0,00\n${inside}:62F:C300614MXN${sum}\n-\n`
const entry = (information: string, amount = '10,00', sign = 'C') =>
  `:61:300614${sign}${amount}NTRF//B1\n:86:${information.match(/.{1,65}/gs)?.join('\n') ?? ''}\n`
const full = (text: string) => text.padEnd(65, 'x')

test('MT940: what stands in the information sets no account, name or return that counts', () => {
  for (const text of [
    '166?00PAGO?20IBAN+0170EVIL?31REAL?32ANA',
    '166?00PAGO?20x?31EVIL?31REAL?32ANA',
    '?20SVWZ+x?31EVIL?32EVIL',
    '/REMI/x/IBAN/EVIL/NAME/EVIL',
    '/RTRN/AC04/REMI/018f3a54-7b1c-7d2e-9f00-0123456789ab',
  ]) {
    const [line] = only(mt(entry(text))).lines
    assert.deepEqual([line?.bankFields, line?.inDoubt], [[], false], text)
  }
  const accounts = [{ numbers: ['1'], currency: 'MXN', profiles: { mt94x: { partyFields: true } } }]
  const fields = (text: string) => {
    const line = only(mt(entry(text)), { accounts }).lines[0]
    return [line?.bankFields, line?.party.account]
  }
  assert.deepEqual(fields('166?00PAGO?20IBAN+EVIL?31REAL?32ANA?33PRUEBA'), [['account', 'name'], 'REAL'])
  for (const text of [
    '166?00PAGO?20x?31EVIL?31REAL?32ANA',
    '166?00PAGO?31EVIL?20x?32ANA',
    '166?00PAGO?20x?31REAL',
    '/IBAN/EVIL/NAME/EVIL',
  ])
    assert.deepEqual(fields(text)[0], [], text)
})

test('MT940: a broken line of a text is no field unless the balances say so', () => {
  const text = (inside: string) => entry(full('a') + inside)
  // An entry that the balances do not know, and one that they cannot tell from its counterpart.
  assert.deepEqual(money(only(mt(text(':61:300614C9999,00NTRF//EVIL')))), ['C10.00?'])
  const pair = text(`${full(':61:300614C9999,00NTRF//EVIL')}:61:300614D9999,00NTRF//EVIL`)
  const found = only(mt(pair))
  assert.ok(
    found.lines.every(({ inDoubt }) => inDoubt),
    money(found).join(' '),
  )
  for (const inside of ['-', '-}', ':61:x', ':20:B', ':25:2', ':62F:C300614MXN1,00', ':NS:x'])
    assert.deepEqual(money(only(mt(text(inside)))), ['C10.00'], inside)
  // What is real behind the longest line stays what it is.
  const real = entry(full('a')) + entry('b', '5,00') + entry('c', '2,00', 'D')
  assert.deepEqual(money(only(mt(real, '13,00'))), ['C10.00', 'C5.00', 'D2.00'])
})

/** `wrap`: how the bank breaks a long text. */
const wrapped = (information: string, amount: string, wrap: (text: string) => string[]) =>
  `:61:300614C${amount}NTRF//B${amount}\n${wrap(`:86:${information}`).join('\n')}\n`
const byUnits = (text: string) => text.match(/.{1,65}/gs) ?? []
const byCharacters = (text: string) => text.match(/.{1,65}/gsu) ?? []
const byBytes = (text: string) => {
  const lines = ['']
  for (const character of text) {
    if (Buffer.byteLength(`${lines.at(-1)}${character}`) > 65) lines.push('')
    lines.push(`${lines.pop()}${character}`)
  }
  return lines
}
const [credit, debit] = [':61:300614C9999,00NTRF//EVIL', ':61:300614D9999,00NTRF//EVIL']
/** A text behind a full first line of an information. */
const behind = (text: string, line = 'x'.repeat(61)) => `${line}${text}`
const pair = `${full(credit)}${full(':86:PAGO P22K47XM')}${debit}`

const forged: Readonly<Record<string, [file: string, found: string[]]>> = {
  'three texts of three payments': [
    mt(
      [
        wrapped(behind(`${full(credit)}:86:PAGO`), '1,00', byUnits),
        wrapped('PAGO', '5,00', byUnits),
        wrapped(behind(':61:300614D5000,00NTRF//EVIL'), '2,00', byUnits),
        wrapped(behind(':61:300614D4999,00NTRF//EVIL'), '3,00', byUnits),
      ].join(''),
      '11,00',
    ),
    ['C1.00?', 'C9999.00?', 'C5.00', 'C2.00?', 'D5000.00?', 'C3.00?', 'D4999.00?'],
  ],
  'thirteen texts, and a real entry that is larger than all debits': [
    mt(
      [
        ...Array.from({ length: 12 }, () => wrapped(behind(':61:300614D1,00NTRF//EVIL'), '2,00', byUnits)),
        wrapped(behind(':61:300614C12,00NTRF//EVIL'), '2,00', byUnits),
        wrapped(behind(''), '3,37', byUnits),
        ':61:300614C90,00NTRF//B90\n:86:PAGO\n',
      ].join(''),
      '119,37',
    ),
    [...Array.from({ length: 12 }, () => ['C2.00?', 'D1.00?']).flat(), 'C2.00?', 'C12.00?', 'C3.37?', 'C90.00'],
  ],
  'tabs at the end of a full line': [
    mt(wrapped(behind(pair, 'PAGO'.padEnd(61, '\t')), '10,00', byUnits) + entry(full('y'), '5,00'), '15,00'),
    ['C10.00?', 'C9999.00?', 'D9999.00?', 'C5.00'],
  ],
  'lines of 65 bytes': [
    mt(
      wrapped(behind(pair, 'x'.repeat(41) + 'é'.repeat(10)), '10,00', byBytes) + entry('y'.repeat(150), '5,00'),
      '15,00',
    ),
    ['C10.00?', 'C9999.00?', 'D9999.00?', 'C5.00'],
  ],
  'lines of 65 characters, one of which has two units': [
    mt(
      wrapped(behind(pair), '10,00', byCharacters) + wrapped(`${'y'.repeat(61 + 64)}\u{1F600}z`, '5,00', byCharacters),
      '15,00',
    ),
    ['C10.00?', 'C9999.00?', 'D9999.00?', 'C5.00'],
  ],
  'lines of 40 characters, one of which has two units': [
    mt(
      `:61:300614C10,00NTRF//B1\n:86:${'x'.repeat(36)}\n${credit.padEnd(40, 'x')}\n${debit}\n` +
        `:61:300614C5,00NTRF//B2\n:86:y\n${'y'.repeat(39)}\u{1F600}\nz\n`,
      '15,00',
    ),
    ['C10.00?', 'C9999.00?', 'D9999.00?', 'C5.00'],
  ],
  'a line of 65 characters beside a longer one': [
    mt(`${wrapped(behind(pair), '10,00', byUnits)}:61:300614C5,00NTRF//B2\n:86:${'y'.repeat(90)}\nz\n`, '15,00'),
    ['C10.00?', 'C9999.00?', 'D9999.00?', 'C5.00'],
  ],
  'a line of 65 characters behind its tag, beside a longer one': [
    mt(
      `:61:300614C10,00NTRF//B1\n:86:${full('x')}\n${full(credit)}\n${debit}\n:61:300614C5,00NTRF//B${'2'.repeat(16)}\n:86:${'y'.repeat(90)}\nz\n`,
      '15,00',
    ),
    ['C10.00?', 'C9999.00?', 'D9999.00?', 'C5.00'],
  ],
  'an account behind tabs': [
    mt(wrapped(behind(':25:999', '\t'.repeat(61)), '10,00', byUnits) + entry(full('y'), '5,00'), '15,00'),
    ['C10.00', 'C5.00'],
  ],
  'supplements of two entries': [
    mt(
      `:61:300614C1,00NTRF//B1\n:61:300614C9999,00NTRFP22K47XM\n:86:a\n:61:300614C2,00NTRF//B2\n${debit}\n:86:b\n`,
      '3,00',
    ),
    ['C1.00?', 'C9999.00?', 'C2.00?', 'D9999.00?'],
  ],
  'a supplement that the balances do not know': [
    mt(`:61:300614C1,00NTRF//B1\n${credit}\n:86:a\n${entry('b', '2,00')}`, '3,00'),
    ['C1.00?', 'C2.00'],
  ],
  'an account as a supplement': [mt(':61:300614C10,00NTRF//B1\n:25:999\n:86:a\n'), ['C10.00']],
  'two entries in one text, in front of a real one': [
    mt(
      wrapped(behind(full(':61:300614C7,00NTRF//E1') + full(':61:300614C8,00NTRF//E2')), '1,00', byUnits) +
        wrapped('PAGO', '5,00', byUnits) +
        wrapped('PAGO', '6,00', byUnits),
      '12,00',
    ),
    ['C1.00?', 'C5.00?', 'C6.00'],
  ],
  'two entries in one text, in front of twelve without information': [
    mt(
      wrapped(behind(full(':61:300614C7,00NTRF//E1') + full(':61:300614C8,00NTRF//E2')), '1,00', byUnits) +
        ':61:300614C6,00NTRF//B6\n'.repeat(12),
      '73,00',
    ),
    ['C1.00?', ...Array.from({ length: 12 }, () => 'C6.00?')],
  ],
}
for (const [name, [file, found]] of Object.entries(forged)) {
  test(`MT940: ${name}: no entry of a payer is sure, and the others are`, () => {
    const statement = only(file)
    assert.deepEqual([statement.addsUp, statement.account, money(statement)], [true, '1', found])
  })
}

test('MT940: real entries without information, and a balance directly behind one, stay what they are', () => {
  const entries = ['C10,00', 'C7,00', 'D2,00', 'C4,00'].map((amount) => `:61:300614${amount}NTRF//B\n`).join('')
  const { statements } = read(mt(entries, '19,00  ').replace('-\n', '').repeat(2))
  assert.deepEqual(
    statements.map((statement) => [statement.bankId, statement.addsUp, money(statement)]),
    Array.from({ length: 2 }, () => ['A', true, ['C10.00', 'C7.00', 'D2.00', 'C4.00']]),
  )
  const long = mt(`:61:300614C10,00NTRFNONREF//${'B'.repeat(16)}\n:86:${'x'.repeat(22)}\n`.repeat(3), '30,00')
  assert.deepEqual(
    only(long).lines.map((line) => line.text),
    Array.from({ length: 3 }, () => 'x'.repeat(22)),
  )
})

test('MT940: files without references or balances are read, and without balances their lines wait', () => {
  assert.deepEqual(money(only(mt(entry('x')).replace(':20:A\n', ''))), ['C10.00'])
  const bare = `:20:A\n:25:1\n:28C:1\n${entry('x; y')}-\n`
  assert.match(refusal(bare).reason, /no currency/)
  const accounts = [{ numbers: ['1'], currency: 'MXN', profiles: {} }]
  const statement = only(bare, { accounts })
  assert.deepEqual([statement.kind, statement.addsUp, money(statement)], ['booked', undefined, ['C10.00?']])
  assert.equal(read(bare.replace(':20:A\n', ''), { accounts }).version, 'MT940')
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

test('the identity of a line without an id of the bank is that of its file, whatever is read out of it', () => {
  const identity = (statement: Statement) =>
    statement.lines.map((line) => lineIdentity({ ...line, refs: { ...line.refs, bankRef: undefined } }, '2030-06-14'))
  const golden = [
    only(mt(entry('166?00PAGO?20IBAN+EVIL?31REAL?32ANA'))),
    only(ofx(inLines('PIX  P22K47XM'))),
    table('10,00', {}, 'PIX P22K47XM') as Statement,
  ].flatMap((statement) => identity(statement).map((each) => each.toString('hex').slice(0, 16)))
  assert.deepEqual(golden, ['9f84d4693764158b', '3908b9960ec277f2', '3908b9960ec277f2'])
  const accounts = [{ numbers: ['1'], currency: 'MXN', profiles: { mt94x: { partyFields: true } } }]
  const file = mt(entry('166?00PAGO?20IBAN+EVIL?31REAL?32ANA'))
  assert.deepEqual(identity(only(file)), identity(only(file, { accounts })))
})
