import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry, money, mt, only, read, refusal } from '../test/support/statement-texts.ts'

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

/** Ways in which banks break texts into lines of a width, and what the agreed profile says of each. */
const ways: Readonly<Record<string, (text: string, width: number) => string[]>> = {
  full_lines: (text, width) => text.match(new RegExp(`.{1,${width}}`, 'gs')) ?? [],
  trimmed: (text, width) => (ways['full_lines']?.(text, width) ?? []).map((line) => line.trimEnd()),
  words: (text, width) =>
    text.split(' ').reduce<string[]>((lines, word) => {
      const line = `${lines.at(-1) ?? ''} ${word}`.trimStart()
      return line.length > width ? lines.concat(word) : lines.slice(0, -1).concat(line)
    }, []),
}
const accountsWith = (mt94x: object) => [{ numbers: ['1'], currency: 'MXN', profiles: { mt94x } }]

test('MT940: no way of breaking texts makes forged entries sure that cancel out, with and without the profile of the bank', () => {
  const chains = [
    ['C4999,00', 'D4999,00'],
    ['C4999,00', 'D3000,00', 'D1999,00'],
    ['D5,00', 'C5,00', 'C2,00', 'D2,00'],
  ]
  for (const [way, wrap] of Object.entries(ways))
    for (const width of [27, 32, 35, 65])
      for (const chain of chains)
        for (const head of ['PAGO', '166?00PAGO?20DE']) {
          const parts = [`:86:${head}`, ...chain.map((each) => `:61:300614${each}NTRF`)]
          // A payer fills the lines with blanks; where the bank breaks at words, with letters.
          const text = parts
            .map((part, at) =>
              way === 'words'
                ? `${part}${at > 0 ? 'x'.repeat(width - part.length) : 'x'.repeat(width - 10)}`
                : part.padEnd(width),
            )
            .join(way === 'words' ? ' ' : '')
          const file = mt(
            `:61:300614C1,00NTRF//B1\n${wrap(text, width).join('\n')}\n${entry('PAGO', '90000,00')}`,
            '90001,00',
          )
          for (const accounts of [undefined, accountsWith({ wraps: way })]) {
            const found = money(only(file, accounts && { accounts }))
            const forgedOnes = chain.map((each) => `${each.replace(',', '.')}?`)
            assert.deepEqual(found, ['C1.00?', ...forgedOnes, 'C90000.00'], `${way} ${width} ${file}`)
          }
        }
})

test('MT940: the profile says which lines a payer may have begun, and what is agreed is not doubted', () => {
  const pairOf = (text: string) =>
    mt(`:61:300614C1,00NTRF//B1\n:86:${text}\n${credit}\n:86:${text}\n${debit}\n${entry(full('y'), '5,00')}`, '6,00')
  const found = (text: string, settings?: object) =>
    money(only(pairOf(text), settings && { accounts: accountsWith(settings) }))
      .slice(0, 3)
      .join(' ')
  const [sure, doubted] = ['C1.00 C9999.00 D9999.00', 'C1.00? C9999.00? D9999.00?']
  for (const settings of [undefined, {}, { supplements: true }, { wraps: 'trimmed' }])
    assert.equal(found('PAGO', settings), doubted)
  for (const wraps of ['full_lines', 'words', 'none']) assert.equal(found('PAGO', { wraps }), sure, wraps)
  // The next word would not have stood in a line of 65, and a text that shows two lines is not as agreed.
  assert.equal(found('x'.repeat(45), { wraps: 'words' }), doubted)
  assert.equal(found('PAGO\nDE', { wraps: 'none' }), doubted)
  const direct = (inside: string, settings: object) =>
    money(
      only(mt(`:61:300614C5,00NTRF//B1\n${inside}${credit}\n${debit}\n:86:a\n`, '5,00'), {
        accounts: accountsWith(settings),
      }),
    )
  const all = ['C5.00?', 'C9999.00?', 'D9999.00?']
  assert.deepEqual(direct('', { wraps: 'none' }), all)
  assert.deepEqual(direct('', { wraps: 'none', supplements: false }), ['C5.00', 'C9999.00', 'D9999.00'])
  // A supplement of a bank that writes none is not trusted, nor is what stands behind it.
  assert.deepEqual(direct('x\n', { wraps: 'none', supplements: false }), all)
  const alone = mt(':61:300614C5,00NTRF//B1\nx\n:86:a\n', '5,00')
  assert.deepEqual(money(only(alone, { accounts: accountsWith({ supplements: false }) })), ['C5.00?'])
  assert.deepEqual(money(only(alone)), ['C5.00'])
})

test('MT940: honest statements stay sure without a profile, but for entries that could cancel each other out', () => {
  const deposits = Array.from({ length: 200 }, (_, at) => entry('PAGO', `${at + 50},37`)).join('')
  const sum = 200 * 50.37 + (199 * 200) / 2
  const waiting = (inside: string, total: number) =>
    only(mt(inside, total.toFixed(2).replace('.', ','))).lines.filter(({ inDoubt }) => inDoubt).length
  assert.equal(waiting(deposits, sum), 0)
  assert.equal(waiting(deposits + entry('COMISION', '12,50', 'D') + entry('IVA', '2,00', 'D'), sum - 14.5), 0)
  assert.equal(waiting(deposits + entry('TRASPASO', '29950,00', 'D'), sum - 29_950), 0)
  const few = entry('a', '310,20') + entry('b', '99,90') + entry('c', '200,00', 'D') + entry('d', '1500,00')
  assert.equal(waiting(few, 1710.1), 0)
  // The first entry is behind no text.
  assert.equal(waiting(few + entry('e', '1500,00', 'D'), 210.1), 3)
})

test('MT940: nothing that a payer writes stops the statement', () => {
  const others = entry('b', '5,00') + entry('c', '2,00', 'D')
  for (const inside of [
    ':61:300631C5,00NTRF//EVIL',
    ':61:300614C5,005NTRF//EVIL',
    ':61:3006140231C5,00NTRF//EVIL',
    ':61:300614C9999999,00NTRF//EVIL',
    ':61:x',
    ':90C:1MXN5,00',
    ':90D:1MXN5,005',
    ':90C:1MXN5,00\n:62F:C300614MXN1,00\n:90D:1MXN5,005',
    ':62F:C300614MXN1,00\n-',
    ':62F:C300614MXN1,00\n:20:B',
    ':62F:C300614MXN1,00\n:25:2',
    ':90C:1MXN5,00\n-',
    '-\n:20:B',
    ':25:2',
    ':60F:C300614MXN1,00',
    ':13D:x',
  ])
    for (const line of ['PAGO', 'x'.repeat(65)]) {
      const statement = only(mt(`:61:300614C10,00NTRF//B1\n:86:${line}\n${inside}\n${others}`, '13,00'))
      const { addsUp, doubts, account } = statement
      assert.deepEqual([addsUp, doubts, account], [true, [], '1'], inside)
      assert.match(money(statement).join(' '), /^C10.00\??( C9999999.00\?)? C5.00 D2.00$/, inside)
    }
})

test('MT940: behind a statement whose end a payer may have written the next ones wait', () => {
  const head = (account: string) => `:20:B\n:25:${account}\n:60F:C300614MXN0,00\n`
  const evil = `PAGO\n:62F:C300614MXN0,00\n${head('2')}${credit}\n:62F:C300614MXN9999,00\n${head('1')}-`
  const next = mt(entry('d', '3,00'), '3,00')
  const forgedFile = mt(`:61:300614C10,00NTRF//B1\n:86:${evil}\n${entry('b', '5,00')}`, '15,00') + next
  for (const { addsUp, lines } of read(forgedFile).statements)
    assert.ok(addsUp !== true || lines.every(({ inDoubt }) => inDoubt), JSON.stringify(lines))
  const honest = mt(entry('a')) + next
  assert.deepEqual(read(honest.replace('-\n', '')).statements.map(money), [['C10.00'], ['C3.00']])
  // Without its closing balance the first one would swallow the second.
  assert.match(refusal(honest.replace(/:62F:.*\n/, '')).reason, /closing balance/)
})

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
