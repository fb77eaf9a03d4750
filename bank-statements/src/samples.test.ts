import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readCsvProfile } from './csv-profile.ts'
import { readStatements } from './read-statements.ts'
import { type Reading, StatementRefusal } from './statement.ts'

/** Public sample files lie beside the repository. They are read there and never copied. */
const folder =
  process.env['PASARELA_SAMPLES'] ??
  [3, 4]
    .map((up) => join(fileURLToPath(import.meta.url), ...Array<string>(up).fill('..'), '..', 'shared', 'samples'))
    .find((path) => existsSync(path)) ??
  ''
const isThere = folder !== '' && existsSync(folder)
const options = isThere ? {} : { skip: 'NO SAMPLES: set PASARELA_SAMPLES to their folder' }

function files(below: string): string[] {
  return readdirSync(join(folder, below), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Text between tags, with any prefix: patterns only, unlike the reader. */
function inside(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([\\s\\S]*?)</(?:\\w+:)?${name}>`, 'g'))].map(
    (match) => match[1] ?? '',
  )
}

/** The sum of amounts in hundredths, by digits. */
function hundredths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.trim().replace(',', '.').split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2))
}

const total = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + hundredths(amount), 0n)

test('camt samples give the statements, entries, details and sums that patterns find', options, () => {
  const found = files('camt')
  assert.equal(found.length, 26)
  for (const file of found) {
    const text = readFileSync(file, 'utf8')
    const statements = ['Rpt', 'Stmt', 'Ntfctn'].flatMap((name) => inside(text, name))
    if (statements.length === 0) {
      assert.throws(() => readStatements(readFileSync(file)), StatementRefusal, file)
      continue
    }
    const reading = readStatements(readFileSync(file))
    assert.equal(reading.statements.length, statements.length, file)
    for (const [index, statement] of statements.entries()) {
      const read = reading.statements[index]
      const entries = inside(statement, 'Ntry')
      assert.equal(read?.entries, entries.length, file)
      const amounts = entries.map((entry) => inside(entry, 'Amt')[0] ?? '')
      assert.equal(total(read?.lines.map(({ amount }) => amount) ?? []), total(amounts), file)
      const details = entries.flatMap((entry) => inside(entry, 'TxDtls')).length
      const carried = read?.lines.reduce((sum, line) => sum + line.details.length, 0) ?? 0
      assert.ok(carried === details || carried + (read?.lines.length ?? 0) === details || carried === 0, file)
      const balances = inside(statement, 'Bal').filter((balance) => /<Cd>(OPBD|PRCD|CLBD)</.test(balance))
      const shown = [read?.opening, read?.closing].filter(Boolean).length
      assert.equal(shown, Math.min(2, balances.length), file)
    }
  }
})

test('MT samples give the statements and sums that patterns find, and add up', options, () => {
  const found = files('mt940')
  assert.equal(found.length, 3)
  for (const file of found) {
    const text = readFileSync(file, 'latin1')
    const reading = readStatements(readFileSync(file))
    assert.equal(reading.statements.length, text.split(/^:20:/m).length - 1, file)
    const entries = text.match(/^:61:.*$/gm) ?? []
    assert.equal(reading.markers, entries.length, file)
    const amounts = entries.map((entry) => /(\d+,\d*)N/.exec(entry)?.[1] ?? '')
    const lines = reading.statements.flatMap((statement) => statement.lines)
    assert.equal(total(lines.map(({ amount }) => amount)), total(amounts), file)
    assert.ok(
      reading.statements.every(({ addsUp }) => addsUp === true),
      file,
    )
  }
})

test('synthetic samples are read, or refused by the name of their format', options, () => {
  const at = (name: string) => readFileSync(join(folder, 'synthetic', name))
  assert.equal(readStatements(at('extract.ofx')).statements[0]?.lines[0]?.amount, '150.00')
  assert.throws(() => readStatements(at('extrato.ret')), /CNAB 240/)
  assert.throws(() => readStatements(at('pix-pagamento-AB.rem')), /CNAB 240/)
  assert.throws(() => readStatements(at('n43.txt')), /Norma 43/)
  assert.throws(() => readStatements(at('extracto.csv')), /profile/)
  const result = readCsvProfile({
    ...{ name: 'sample', delimiter: ';', skip: 1, accountPattern: 'Cuenta;(\\d+)', currency: 'ARS' },
    header: { Fecha: 'bookingDay', Concepto: 'text', Débito: 'debit', Crédito: 'credit', Saldo: 'balance' },
    ...{ date: 'dd/MM/yyyy', decimal: ',', thousands: '.', amount: 'debit_credit', order: 'asc' },
  })
  assert.ok('profile' in result)
  const [statement] = readStatements(at('extracto.csv'), { profile: result.profile }).statements
  assert.equal(statement?.opening?.amount, '10000.00')
  assert.equal(statement?.closing?.amount, '11491.00')
  assert.deepEqual([statement?.credits, statement?.debits, statement?.addsUp], ['1500.00', '9.00', true])
})

test('a sample that is cut at any of 200 bytes is refused or reads the same', options, () => {
  let seed = 20_300_614
  const below = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % max
  }
  for (const file of [
    ...files('camt'),
    ...files('mt940'),
    ...files('synthetic').filter((each) => each.endsWith('.ofx')),
  ]) {
    const bytes = readFileSync(file)
    const whole = tried(bytes)
    for (let run = 0; run < 200; run += 1) {
      const cut = below(bytes.length)
      const part = tried(bytes.subarray(0, cut))
      if (part === undefined) continue
      // A file of several messages may end after any of them.
      const isBetween = !part.endIsProven && part.statements.length < (whole?.statements.length ?? 0)
      const expected = isBetween ? whole?.statements.slice(0, part.statements.length) : whole?.statements
      assert.deepEqual(part.statements, expected, `${file} cut at ${cut}`)
      if (isBetween)
        assert.match(bytes.subarray(0, cut).toString('latin1').trimEnd(), /-(\}(\{5:?\}?)?)?$|\{5?:?$|\}$/, file)
    }
  }
})

test('another encoding, line end or byte order mark of a sample reads the same', options, () => {
  for (const file of [
    ...files('camt'),
    ...files('mt940'),
    ...files('synthetic').filter((each) => each.endsWith('.ofx')),
  ]) {
    const bytes = readFileSync(file)
    const whole = tried(bytes)?.statements
    const text = bytes.toString('utf8')
    const unix = text.replaceAll('\r\n', '\n')
    const variants = [
      Buffer.from(`\ufeff${text}`),
      Buffer.from(unix.replaceAll('\n', '\r\n')),
      Buffer.from(unix),
      Buffer.from(text, 'latin1'),
    ]
    for (const [index, variant] of variants.entries()) {
      // The declaration of most of them says UTF-8.
      const encoding = index === 3 ? 'windows-1252' : undefined
      assert.deepEqual(tried(variant, encoding)?.statements, whole, `${file}, variant ${index}`)
    }
  }
})

function tried(bytes: Uint8Array, encoding?: string): Reading | undefined {
  try {
    return readStatements(bytes, { encoding })
  } catch (error) {
    if (error instanceof StatementRefusal) return undefined
    throw error
  }
}
