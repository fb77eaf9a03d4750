import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StatementRefusal } from '@pasarela/bank-statements'
import { setUp } from '../../../test/support/set-up.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import { Problem } from '../../core/values/problem.ts'
import { addDepositAccount } from './add-deposit-account.ts'
import { ownAccount } from './connector/connector.ts'
import { type ImportedFile, importStatement } from './import-statement.ts'
import { setBankAccount } from './set-bank-account.ts'
import { showStatements } from './show-statements.ts'

const deps = {
  ...(await setUp({ after })),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
}

/** Another account for each test. */
async function anAccount(): Promise<{ id: string; number: string }> {
  const number = `${710_000 + accounts.length}`
  const { bankAccountId } = await addDepositAccount(deps, {
    ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test' },
    number: clabe(accounts.length),
  })
  await setBankAccount(deps, { bankAccountId, number }, { actor: 'ana', breakGlass: undefined })
  accounts.push(number)
  return { id: bankAccountId, number }
}
const accounts: string[] = []

/** A CLABE of bank 002, branch 180: the 18th digit is the weighted sum's complement to ten. */
function clabe(index: number): string {
  const digits = `002180${String(70_011_234_560 + index)}`
  const sum = [...digits].reduce(
    (total, digit, place) => total + ((Number(digit) * ([3, 7, 1][place % 3] ?? 0)) % 10),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

interface Movement {
  day: number
  cents: number
  sign: 'C' | 'D'
  text: string
  ref?: string
}

/** MT940 of days of June 2030. */
function mt940(
  number: string,
  book: readonly Movement[],
  [from, to]: readonly [number, number],
  page?: string,
): string {
  const before = sumOf(book.filter(({ day }) => day < from))
  const lines = book.filter(({ day }) => day >= from && day <= to)
  const day = (of: number) => `3006${String(of).padStart(2, '0')}`
  return [
    ...[':20:DEMO', `:25:${number}`, `:28C:1${page ? `/${page}` : ''}`, `:60F:${balance(before, day(from))}`],
    ...lines.flatMap(({ day: of, cents, sign, text, ref }) => [
      `:61:${day(of)}${day(of).slice(2)}${sign}${amount(cents)}NTRFNONREF${ref ? `//${ref}` : ''}`,
      `:86:${text}`,
    ]),
    ...[`:62F:${balance(before + sumOf(lines), day(to))}`, '-', ''],
  ].join('\r\n')
}

const sumOf = (book: readonly Movement[]) =>
  book.reduce((sum, { sign, cents }) => sum + (sign === 'C' ? cents : -cents), 0)
const amount = (cents: number) => `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`
const balance = (cents: number, day: string) => `${cents < 0 ? 'D' : 'C'}${day}MXN${amount(Math.abs(cents))}`

async function give(text: string, name = 'statement.sta'): Promise<ImportedFile> {
  return await importStatement(deps, {
    ...{ content: Buffer.from(text), name, environment: 'live', receivedBy: 'ana', agreed: { breakGlass: 'ana' } },
  })
}

async function stored(bankAccountId: string): Promise<readonly string[]> {
  const { rows } = await deps.database.owner.query<{ line: string }>(
    `select extract(day from booking_day) || sign || amount_minor || text as line from bank_lines where bank_account_id = $1`,
    [bankAccountId],
  )
  return rows.map(({ line }) => line).sort()
}

const expected = (book: readonly Movement[]) => book.map((m) => `${m.day}${m.sign}${m.cents}${m.text}`).sort()

test('random books with equal movements, exported as overlapping statements in random order, are stored once', async () => {
  const random = seeded(4_711)
  const pick = (max: number) => Math.floor(random() * max)
  for (let round = 0; round < 12; round += 1) {
    const { id, number } = await anAccount()
    const book = Array.from({ length: 4 + pick(30) }, (): Movement => {
      const [day, cents, sign] = [1 + pick(6), 100 * (1 + pick(3)), pick(3) === 0 ? 'D' : 'C'] as const
      return { day, cents, sign, text: `pago ${pick(3)}` }
    }).sort((a, b) => a.day - b.day)
    const ranges = Array.from({ length: 8 }, () => [1 + pick(6), 1 + pick(6)].sort((a, b) => a - b) as [number, number])
    const files = [...ranges, ...ranges.slice(0, 3), [1, 6] as const].map((range) => mt940(number, book, range))
    for (const file of files.sort(() => random() - 0.5)) await give(file)
    assert.deepEqual(await stored(id), expected(book), `round ${round}`)
    const listed = await showStatements(deps, id)
    assert.ok(
      listed.every(({ addsUp, joins, surplus }) => addsUp && joins !== false && surplus === null),
      `round ${round}`,
    )
  }
  const lost = await deps.database.owner.query(
    `select 1 from bank_files f where f.state = 'read' and f.markers <> (select count(*) from bank_line_sightings g
       join bank_statements s on s.id = g.bank_statement_id where s.bank_file_id = f.id)`,
  )
  assert.equal(lost.rowCount, 0, 'each entry of each file is one row')
})

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

test('the same bytes given at once by many are read once, and other bytes of the same days add nothing', async () => {
  const { id, number } = await anAccount()
  const book: Movement[] = [1, 2, 3, 3].map((day) => ({ day, cents: 500, sign: 'C', text: 'twin' }))
  const file = mt940(number, book, [1, 3])
  const answers = await Promise.all(Array.from({ length: 8 }, async (_, index) => await give(file, `${index}.sta`)))
  assert.equal(new Set(answers.map(({ fileId }) => fileId)).size, 1)
  assert.equal(answers.filter(({ knownSince }) => knownSince === undefined).length, 1)
  const others = [file.replaceAll('\r\n', '\n'), `\uFEFF${file}`, file.replace('DEMO', 'DEMO2')]
  const again = await Promise.all(others.map(async (other) => await give(other)))
  assert.deepEqual(
    again.flatMap(({ statements }) => statements.map(({ lines, newLines }) => [lines, newLines])),
    [
      [4, 0],
      [4, 0],
      [4, 0],
    ],
  )
  assert.deepEqual(await stored(id), expected(book))
})

test('a bank id tells movements apart whose texts are equal, and joins those whose texts differ', async () => {
  const { id, number } = await anAccount()
  const movement: Movement = { day: 1, cents: 500, sign: 'C', text: 'short', ref: 'B1' }
  await give(mt940(number, [movement, { ...movement, ref: 'B2' }], [1, 1]))
  await give(
    mt940(
      number,
      [
        { ...movement, text: 'the long text' },
        { ...movement, ref: 'B2' },
      ],
      [1, 1],
    ),
  )
  assert.equal((await stored(id)).length, 2)
})

test('pages that come in files of their own hold different movements, in any order and again', async () => {
  const { id, number } = await anAccount()
  const twin: Movement = { day: 2, cents: 500, sign: 'C', text: 'twin' }
  // Each page begins where the one before ends: 5.00 and 10.00.
  const one = mt940(number, [twin], [2, 2], '1')
  const two = mt940(number, [{ ...twin, day: 1 }, twin], [2, 2], '2')
  for (const file of [two, one, `${one}\n`, `${two}\n`]) await give(file)
  assert.deepEqual(await stored(id), expected([twin, twin]))
  // The whole day again, as one statement with another page number and other balances than either page, holds both.
  await give(mt940(number, [twin, twin], [2, 2]))
  assert.deepEqual(await stored(id), expected([twin, twin]))
})

test('a missing day shows as a gap with its amount, which its statement closes', async () => {
  const { id, number } = await anAccount()
  const book: Movement[] = [1, 2, 3].map((day) => ({ day, cents: day * 100, sign: 'C', text: `day ${day}` }))
  await give(mt940(number, book, [1, 1]))
  await give(mt940(number, book, [3, 3]))
  const joins = async () => (await showStatements(deps, id)).map((each) => [each.fromDay, each.joins, each.gap])
  assert.deepEqual(await joins(), [
    ['2030-06-03', false, '2.00'],
    ['2030-06-01', null, null],
  ])
  await give(mt940(number, book, [2, 2]))
  assert.deepEqual(await joins(), [
    ['2030-06-03', true, null],
    ['2030-06-02', true, null],
    ['2030-06-01', null, null],
  ])
})

test('a movement that another export names otherwise shows as a surplus, and the report of noon does not', async () => {
  const { id, number } = await anAccount()
  const [morning, evening]: Movement[] = [
    { day: 1, cents: 500, sign: 'C', text: 'morning' },
    { day: 1, cents: 300, sign: 'D', text: 'evening' },
  ]
  assert.ok(morning && evening)
  await give(mt940(number, [morning], [1, 1]))
  await give(mt940(number, [morning, evening], [1, 1]))
  const surpluses = async () => (await showStatements(deps, id)).map(({ surplus }) => surplus)
  assert.deepEqual(await surpluses(), [null, null])
  await give(mt940(number, [{ ...morning, text: 'other words' }, evening], [1, 1]))
  assert.deepEqual(await surpluses(), ['5.00', null, null])
})

test('a file of an unknown account is kept, refused in words, and read once the number is known', async () => {
  const { id } = await anAccount()
  const file = mt940('55667788', [{ day: 1, cents: 500, sign: 'C', text: 'x' }], [1, 1])
  await assert.rejects(
    give(file),
    problem(/No own bank account of the environment live has the number 55667788 in MXN/),
  )
  assert.deepEqual(await stateOf(file), 'refused')
  await setBankAccount(deps, { bankAccountId: id, number: '55667788' }, { actor: 'ana', breakGlass: undefined })
  assert.equal((await give(file)).statements[0]?.newLines, 1)
  assert.deepEqual(await stateOf(file), 'read')
})

test('a refused file that many give again at once is read once', async () => {
  const { id } = await anAccount()
  const file = mt940('66778899', [{ day: 1, cents: 500, sign: 'C', text: 'x' }], [1, 1])
  await assert.rejects(give(file), Problem)
  await setBankAccount(deps, { bankAccountId: id, number: '66778899' }, { actor: 'ana', breakGlass: undefined })
  const answers = await Promise.all(Array.from({ length: 8 }, async () => await give(file)))
  assert.equal(answers.filter(({ statements }) => statements.length === 1).length, 1)
  assert.equal(answers.filter(({ knownSince }) => knownSince !== undefined).length, 7)
})

test('an entry that the bank has not booked yet is no line', async () => {
  const { id, number } = await anAccount()
  const file = mt940(number, [{ day: 1, cents: 500, sign: 'C', text: 'booked' }], [1, 1])
  await give(file.replace(':62F:', ':61:300601EC7,00NTRFNONREF\r\n:86:expected\r\n:62F:'))
  assert.deepEqual(await stored(id), ['1C500booked'])
})

test('all statements of a file or none, and a cut file says line and byte', async () => {
  const { id, number } = await anAccount()
  const good = mt940(number, [{ day: 1, cents: 500, sign: 'C', text: 'x' }], [1, 1])
  await assert.rejects(give(good + good.replace(`:25:${number}`, ':25:987')), problem(/number 987/))
  await assert.rejects(give(good.slice(0, -30)), StatementRefusal)
  assert.deepEqual(await stored(id), [])
})

test('an instant is a day of the zone of its account, unless another one is said', async () => {
  const ofx = (number: string) =>
    `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>MXN<BANKACCTFROM><ACCTID>${number}</BANKACCTFROM><BANKTRANLIST>` +
    '<STMTTRN><DTPOSTED>20300602030000[0:GMT]<TRNAMT>5.00<MEMO>late</STMTTRN></BANKTRANLIST></STMTRS></OFX>'
  const ours = await anAccount()
  await give(ofx(ours.number))
  assert.deepEqual(await stored(ours.id), ['1C500late'])
  const other = await anAccount()
  const file = {
    content: Buffer.from(ofx(other.number)),
    name: 'a.ofx',
    environment: 'live',
    receivedBy: 'ana',
    agreed: { breakGlass: 'ana' },
  } as const
  await importStatement(deps, { ...file, timeZone: 'UTC' })
  assert.deepEqual(await stored(other.id), ['2C500late'])
})

test('a report of an unfinished day and an inactive account are refused', async () => {
  const { id, number } = await anAccount()
  const intraday = `:20:A\r\n:25:${number}\r\n:28C:1\r\n:34F:MXN0,\r\n:13D:3006141200+0000\r\n:61:300614C5,00NTRF//B1\r\n-\r\n`
  await assert.rejects(give(intraday), problem(/report of a day that is not over/))
  await setBankAccount(deps, { bankAccountId: id, active: false }, { actor: 'ana', breakGlass: undefined })
  await assert.rejects(give(mt940(number, [], [1, 1])), problem(/is not active/))
})

test('the content is sealed, and the import is in the audit log', async () => {
  const { number } = await anAccount()
  const text = mt940(number, [{ day: 1, cents: 500, sign: 'C', text: 'secretword' }], [1, 1])
  const { fileId } = await give(text)
  const { rows } = await deps.database.owner.query<{ content_box: Buffer }>(
    'select content_box from bank_file_parts where bank_file_id = $1',
    [fileId],
  )
  const [part] = rows
  assert.ok(part && !part.content_box.includes('secretword'))
  const place = { table: 'bank_file_parts', column: 'content_box', rowId: `${fileId}/0` }
  assert.equal(Buffer.from(deps.secretBox.open(part.content_box, place), 'base64').toString(), text)
  const audit = await deps.database.owner.query(
    `select detail from audit_log where action = 'bank_statement.import' and object_id = $1`,
    [fileId],
  )
  assert.deepEqual(audit.rows, [{ detail: { name: 'statement.sta', statements: 1, lines: 1, new_lines: 1 } }])
})

async function stateOf(text: string): Promise<string | undefined> {
  const { rows } = await deps.database.owner.query<{ state: string }>(
    `select state from bank_files where sha256 = sha256(convert_to($1, 'UTF8'))`,
    [text],
  )
  return rows[0]?.state
}

function problem(words: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof Problem, String(error))
    assert.match(error.fields.map(({ message }) => message).join(' '), words)
    return true
  }
}
