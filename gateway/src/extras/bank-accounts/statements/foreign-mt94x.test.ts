import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry, money, mt, only, read, refusal } from '../../../../test/support/statement-texts.ts'

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
    ['C1.00?', 'C5.00', 'C6.00'],
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
