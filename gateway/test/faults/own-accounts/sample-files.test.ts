import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { after, test } from 'node:test'
import { importStatement } from '../../../src/bank-accounts/import-statement.ts'
import { setBankAccount } from '../../../src/bank-accounts/set-bank-account.ts'
import { type CsvProfile, readCsvProfile } from '../../../src/bank-accounts/statements/csv-profile.ts'
import { readStatements } from '../../../src/bank-accounts/statements/read-statements.ts'
import { type StatementLine, StatementRefusal } from '../../../src/bank-accounts/statements/statement.ts'
import { anOwnAccount } from '../../support/own-accounts.ts'
import { sampleFiles, withSamples } from '../../support/samples.ts'
import { type SetUp, setUp } from '../../support/set-up.ts'

// Public sample files of banks, each stored in a database: their accounts are made, and their currencies, in which no own
// account can be, become Mexican pesos. Many of them are the same movements in another version of a format.

interface Sample {
  name: string
  text: string
  profile?: CsvProfile
}

const currencies = /\b(EUR|SEK|CHF|RON|USD|BRL|ARS)\b|(?<=\d{6})(EUR|USD)(?=[\d,])/g

function samples(): readonly Sample[] {
  return [...sampleFiles('camt'), ...sampleFiles('mt940'), ...sampleFiles('synthetic')].flatMap((path) => {
    const bytes = readFileSync(path)
    const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replace(currencies, 'MXN')
    const sample = { name: basename(path), text, ...(path.endsWith('.csv') ? { profile } : {}) }
    return isReadable(sample) ? [sample] : []
  })
}

const read = ({ text, profile: own }: Sample) => readStatements(Buffer.from(text), { profile: own }).statements

/** Refused as they stand: what no reader takes, and what has no day. */
function isReadable(sample: Sample): boolean {
  try {
    return read(sample).every(
      ({ from, to, closing, lines }) =>
        (from ?? to ?? closing?.day ?? lines[0]) !== undefined &&
        lines.every(({ booked, bookingDay, valueDay }) => !booked || (bookingDay ?? valueDay) !== undefined),
    )
  } catch (error) {
    if (error instanceof StatementRefusal) return false
    throw error
  }
}

const made = readCsvProfile({
  ...{ name: 'sample', delimiter: ';', skip: 1, accountPattern: 'Cuenta;(\\d+)', currency: 'MXN' },
  header: { Fecha: 'bookingDay', Concepto: 'text', Débito: 'debit', Crédito: 'credit', Saldo: 'balance' },
  ...{ date: 'dd/MM/yyyy', decimal: ',', thousands: '.', amount: 'debit_credit', order: 'asc' },
})
const profile: CsvProfile = 'profile' in made ? made.profile : assert.fail('the profile of the sample')

/** Makes the accounts that samples are of. */
async function openAccounts(world: SetUp, files: readonly Sample[]): Promise<void> {
  const numbers = new Set(files.flatMap((file) => read(file).map(({ account }) => account)))
  for (const number of numbers) {
    const { id } = await anOwnAccount(world)
    await setBankAccount(world, { bankAccountId: id, number }, { actor: 'ana', breakGlass: 'ana' })
  }
}

async function give(world: SetUp, { text, profile: own, name }: Sample): Promise<void> {
  const file = { content: Buffer.from(text), name, environment: 'live' as const, receivedBy: 'ana', profile: own }
  await importStatement(world, file)
}

/** What a person would call the same movement: by the bank's id, or by text and other party. */
const movementOf = (kind: string, account: string, line: StatementLine) =>
  [
    ...[kind === 'booked', account, line.bookingDay ?? line.valueDay, line.sign, line.amount],
    line.refs.bankRef ?? `${line.text}/${line.party.account ?? ''}`.replace(/\s/g, '').toUpperCase(),
  ].join('|')

/** How often each movement happened at most, by the statement that holds it most often. */
function expected(files: readonly Sample[]): ReadonlyMap<string, number> {
  const most = new Map<string, number>()
  for (const { kind, account, lines } of files.flatMap(read)) {
    const here = new Map<string, number>()
    for (const line of lines.filter(({ booked }) => booked)) {
      const key = movementOf(kind, account, line)
      here.set(key, (here.get(key) ?? 0) + 1)
    }
    for (const [key, n] of here) most.set(key, Math.max(n, most.get(key) ?? 0))
  }
  return most
}

async function stored({ database }: SetUp): Promise<{ lines: number; sum: string; sightings: number }> {
  const { rows } = await database.owner.query(
    `select count(*)::int as lines, coalesce(sum(amount_minor), 0)::text as sum,
      (select count(*)::int from bank_line_sightings) as sightings from bank_lines`,
  )
  return rows[0]
}

const cents = (line: StatementLine) => BigInt(line.amount.replace('.', ''))

test('every sample in any order, twice and written otherwise: each movement is one line', withSamples, async (t) => {
  const files = samples()
  assert.ok(files.length >= 25, `${files.length} files`)
  const most = expected(files)
  const lines = [...most.values()].reduce((sum, n) => sum + n, 0)
  const amounts = new Map<string, bigint>()
  for (const { kind, account, lines: all } of files.flatMap(read)) {
    for (const line of all) amounts.set(movementOf(kind, account, line), cents(line))
  }
  const sum = [...most].reduce((total, [key, n]) => total + BigInt(n) * (amounts.get(key) ?? 0n), 0n)
  const sightings = files.flatMap(read).flatMap((each) => each.lines.filter(({ booked }) => booked)).length
  for (const order of [files, files.toReversed()]) {
    const world = await setUp({ after })
    await openAccounts(world, files)
    for (const file of order) await give(world, file)
    assert.deepEqual(await stored(world), { lines, sum: String(sum), sightings })
    for (const file of order) await give(world, { ...file, name: `again-${file.name}` })
    assert.deepEqual(await stored(world), { lines, sum: String(sum), sightings }, 'the same bytes')
    for (const file of order) {
      const unix = file.text.replaceAll('\r\n', '\n')
      await give(world, { ...file, text: `\ufeff${unix === file.text ? unix.replaceAll('\n', '\r\n') : unix}` })
    }
    assert.deepEqual(await stored(world), { lines, sum: String(sum), sightings: 2 * sightings }, 'other bytes')
  }
  t.diagnostic(`${files.length} files, ${lines} movements in ${sightings} entries`)
})

/** A file without its last entry, or undefined where it has none that can be told apart. */
function withoutLast({ text }: Sample): string | undefined {
  const entries = [
    ...text.matchAll(/<(?:\w+:)?Ntry>[\s\S]*?<\/(?:\w+:)?Ntry>|^:61:.*\r?\n(?:(?!:)[^\r\n]*\r?\n|:86:.*\r?\n)*/gm),
  ]
  const last = entries.at(-1)
  return last && text.slice(0, last.index) + text.slice(last.index + last[0].length)
}

test(
  'a statement that lacks one line shows its amount, and the whole one adds that line alone',
  withSamples,
  async (t) => {
    const whole = samples().filter((file) => read(file).some(({ addsUp }) => addsUp === true))
    let tried = 0
    for (const file of whole) {
      const short = withoutLast(file)
      if (short === undefined) continue
      const [before, after_] = [read({ ...file, text: short }), read(file)].map((all) =>
        all.flatMap(({ lines }) => lines),
      )
      const gone = after_?.at(-1) ?? assert.fail()
      assert.equal(before?.length, (after_?.length ?? 0) - 1, file.name)
      const world = await setUp({ after })
      await openAccounts(world, [file])
      await give(world, { ...file, text: short })
      const { rows } = await world.database.owner.query(
        `select (closing_minor - opening_minor - credit_minor + debit_minor)::text as gap from bank_statements where not adds_up`,
      )
      assert.deepEqual(rows, [{ gap: String(gone.sign === 'C' ? cents(gone) : -cents(gone)) }], file.name)
      const first = await stored(world)
      await give(world, file)
      const both = await stored(world)
      assert.deepEqual([both.lines - first.lines, BigInt(both.sum) - BigInt(first.sum)], [1, cents(gone)], file.name)
      tried += 1
    }
    assert.ok(tried >= 3, `${tried} files`)
    t.diagnostic(`${tried} files`)
  },
)
