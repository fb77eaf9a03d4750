import assert from 'node:assert/strict'
import fc from 'fast-check'
import { prepareReading } from '../../src/bank-accounts/files/prepare-reading.ts'
import { assignLines } from '../../src/bank-accounts/rules/line-identity.ts'

interface BookLine {
  day: number
  cents: number
  isCredit: boolean
  text: string
}

const bank = fc.record({
  format: fc.constantFrom('mt940', 'camt'),
  /** Half of the banks write no number: then equal movements differ in nothing. */
  hasNumbers: fc.boolean(),
  book: fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 3 }),
      cents: fc.constantFrom(100, 250, 90_071),
      isCredit: fc.boolean(),
      text: fc.constantFrom('PAGO', 'DEPOSITO EN CAJA'),
    }),
    { maxLength: 10 },
  ),
  /** Days of files; a file may come twice. */
  files: fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), { maxLength: 6 }),
  withheld: fc.nat(),
})

/**
 * Random days of random banks, with equal movements, in files that overlap, in any order and again: the lines that are
 * counted are the bank's book, and a file that misses one line says by how much it does not add up.
 */
export function proveOverlappingFiles(runs: number): void {
  fc.assert(
    fc.property(bank, ({ format, hasNumbers, book, files, withheld }) => {
      const write = format === 'camt' ? camt : mt940
      const numbered = book.map((line, at) => ({ ...line, ref: hasNumbers ? `B${1_000 + at}` : undefined }))
      const table = new Map<string, { id: string; ordinal: number; isOnOtherPage: boolean }[]>()
      for (const [one, other] of [...files, [0, 3] as const]) {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const shown = numbered.filter(({ day }) => from <= day && day <= to)
        const opening = sum(numbered.filter(({ day }) => day < from))
        const { statements, entries } = read(write(shown, { from, to, opening, closing: opening + sum(shown) }))
        assert.equal(statements[0]?.addsUp, true)
        store(table, entries)
      }
      const stored = [...table].flatMap(([identity, lines]) => lines.map(() => identity)).sort()
      const whole = read(write(numbered, { from: 0, to: 3, opening: 0, closing: sum(numbered) }))
      assert.deepEqual(stored, whole.entries.map(({ identity }) => identity).sort())
      assert.equal(stored.length, book.length)
      if (book.length > 0) missesOne(write, numbered, withheld % book.length)
    }),
    { numRuns: runs },
  )
}

type Numbered = BookLine & { ref: string | undefined }
interface Frame {
  from: number
  to: number
  /** Cents. */
  opening: number
  closing: number
}

function missesOne(write: (lines: readonly Numbered[], frame: Frame) => string, all: readonly Numbered[], at: number) {
  const shown = all.filter((_, index) => index !== at)
  const { statements } = read(write(shown, { from: 0, to: 3, opening: 0, closing: sum(all) }))
  const [statement] = statements
  assert.equal(statement?.addsUp, false)
  const doubts = JSON.stringify(statement?.doubts)
  const minor = (text = '0') => BigInt(text.replace('.', ''))
  const gap =
    minor(statement?.closing?.amount) -
    minor(statement?.opening?.amount) -
    (minor(statement?.credits) - minor(statement?.debits))
  assert.equal(gap, BigInt(sum(all.slice(at, at + 1))), doubts)
}

function read(text: string) {
  const reading = prepareReading(Buffer.from(text))
  return { statements: reading.statements, entries: [...reading.pieces(0)].flat() }
}

/** As the table of lines counts them. */
function store(
  table: Map<string, { id: string; ordinal: number; isOnOtherPage: boolean }[]>,
  entries: readonly { identity: string }[],
): void {
  const counts = new Map<string, number>()
  for (const { identity } of entries) counts.set(identity, (counts.get(identity) ?? 0) + 1)
  for (const [identity, count] of counts) {
    const known = table.get(identity) ?? []
    const { newOrdinals } = assignLines(count, known)
    const fresh = newOrdinals.map((ordinal) => ({ id: `${identity} ${ordinal}`, ordinal, isOnOtherPage: false }))
    table.set(identity, [...known, ...fresh])
  }
}

function sum(lines: readonly BookLine[]): number {
  return lines.reduce((total, { cents, isCredit }) => total + (isCredit ? cents : -cents), 0)
}

const clabe = '012180001234567897'
const iso = (day: number) => `2030-06-${String(10 + day)}`
const short = (day: number) => iso(day).slice(2).replaceAll('-', '')
const decimal = (cents: number, mark: string) =>
  `${Math.trunc(Math.abs(cents) / 100)}${mark}${String(Math.abs(cents) % 100).padStart(2, '0')}`

function mt940(lines: readonly Numbered[], { from, to, opening, closing }: Frame): string {
  const balance = (cents: number, day: number) => `${cents < 0 ? 'D' : 'C'}${short(day)}MXN${decimal(cents, ',')}`
  return [
    ...[':20:A', `:25:${clabe}`, ':28C:1', `:60F:${balance(opening, from)}`],
    ...lines.flatMap(({ day, cents, isCredit, text, ref }) => [
      `:61:${short(day)}${short(day).slice(2)}${isCredit ? 'C' : 'D'}${decimal(cents, ',')}NTRFNONREF${ref ? `//${ref}` : ''}`,
      `:86:${text}`,
    ]),
    ...[`:62F:${balance(closing, to)}`, '-', ''],
  ].join('\r\n')
}

function camt(lines: readonly Numbered[], { from, to, opening, closing }: Frame): string {
  const side = (isCredit: boolean) => `<CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd>`
  const balance = (kind: string, cents: number, day: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${decimal(cents, '.')}</Amt>${side(cents >= 0)}<Dt><Dt>${iso(day)}</Dt></Dt></Bal>`
  const entry = ({ day, cents, isCredit, text, ref }: Numbered) =>
    `<Ntry><Amt Ccy="MXN">${decimal(cents, '.')}</Amt>${side(isCredit)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${iso(day)}</Dt></BookgDt>${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''}<AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr/><Stmt><Id>S</Id><Acct><Id><Othr><Id>${clabe}</Id></Othr></Id><Ccy>MXN</Ccy></Acct>${balance('OPBD', opening, from)}${balance('CLBD', closing, to)}${lines.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`
}
