import assert from 'node:assert/strict'
import { getBalances } from '../../src/core/ledger/get-balances.ts'
import type { Caller } from '../../src/core/values/caller.ts'
import { movementData } from '../../src/extras/balance-statements/http/movement-data.ts'
import { statementCsv } from '../../src/extras/balance-statements/http/statement-csv.ts'
import { statementData } from '../../src/extras/balance-statements/http/statement-data.ts'
import { listMovements } from '../../src/extras/balance-statements/list-movements.ts'
import { openStatementFile, readStatement } from '../../src/extras/balance-statements/read-statement.ts'
import { type Month, month, monthCurrencies, monthZone, playMonth } from './random-month.ts'
import type { SetUp } from './set-up.ts'
import {
  balanceText,
  leftByPayments,
  minorOfText,
  type RawEntry,
  rawBooks,
  readStatementFile,
} from './statement-books.ts'

/** What was compared, for the figures. */
export interface MonthFigures {
  payments: number
  entries: number
  lines: number
  statements: number
  pages: number
}

type Currency = (typeof monthCurrencies)[number]
type Lines = Record<string, string>[]

const decimalsOf: Readonly<Record<Currency, number>> = { ARS: 2, BRL: 2, CLP: 0 }
const pageLength = 100

/** The caller of a point's key with the scope `read`. */
export function readerOf({ pointId, merchantId }: { pointId: string; merchantId: string }): Caller {
  return {
    point: {
      ...{ pointId, merchantId, environment: 'test', status: 'active', identifierChecks: 'lenient' },
      ...{ requireSignedPayouts: false, requireHttpsRedirect: false, failedPayoutReply: 'error' },
      ...{ merchantSuspended: false, servicesEnabled: undefined, rateLimitPerSecond: undefined },
    },
    keyId: 'reader',
    scopes: new Set(['read']),
  }
}

/** Plays a random month and compares every statement, page and balance with the sums of the raw rows. */
export async function checkMonth(
  world: SetUp,
  { payments, seed }: { payments: number; seed: number },
): Promise<MonthFigures> {
  const played = await playMonth(world, { payments, seed })
  const figures: MonthFigures = { payments, entries: 0, lines: 0, statements: 0, pages: 0 }
  for (const point of [played, played.other]) {
    const books = await rawBooks(world.database.owner, point.pointId, monthZone)
    for (const currency of monthCurrencies) {
      const entries = books.entries.get(currency) ?? []
      assert.ok(entries.length > 0, `${currency} has entries`)
      figures.entries += entries.length
      await checkCurrency(world, { point, currency, entries, figures })
    }
  }
  return figures
}

interface Checked {
  point: Pick<Month, 'pointId' | 'merchantId'>
  currency: Currency
  entries: readonly RawEntry[]
  figures: MonthFigures
}

async function checkCurrency(world: SetUp, checked: Checked): Promise<void> {
  const { point, currency, entries, figures } = checked
  const whole = await fileOf(world, checked, month.first, month.last)
  checkFile(whole, checked, month.first, month.last)
  figures.lines += whole.length - 2
  for (let place = 0; place < month.days; place++) {
    const day = `2026-04-${String(place + 1).padStart(2, '0')}`
    checkFile(await fileOf(world, checked, day, day), checked, day, day)
    figures.statements++
  }
  await checkJson(world, checked, whole)
  await checkPages(world, checked, whole)
  const balance = (await getBalances(world, readerOf(point))).find((each) => each.currency === currency)
  const shown = balance && [balance.availableMinor, balance.pendingMinor, balance.reservedMinor]
  assert.equal(shown?.join(' '), balanceText(entries, '9999'), `the balance of ${currency}`)
  const total = shown?.reduce((sum, each) => sum + each, 0n)
  assert.equal(total, await leftByPayments(world.database.owner, point.pointId, currency), `${currency} by payments`)
}

async function fileOf(world: SetUp, { point, currency }: Checked, from: string, to: string): Promise<Lines> {
  const { statement, batches } = await openStatementFile(world, readerOf(point), { currency, from, to })
  let text = ''
  for await (const part of statementCsv(statement, batches)) text += part
  return readStatementFile(text)
}

const parts = ['available', 'pending', 'reserved'] as const

/** Opening and closing are what the raw rows add up to, and the lines lead from one to the other. */
function checkFile(lines: Lines, { currency, entries }: Checked, from: string, to: string): void {
  const minor = (line: Record<string, string> | undefined, name: string) =>
    minorOfText(line?.[name] ?? '', decimalsOf[currency])
  const afterOf = (line: Record<string, string> | undefined) => parts.map((part) => minor(line, `${part}_after`))
  const dayBefore = new Date(Date.parse(`${from}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const what = `${currency} ${from} to ${to}`
  const [opening, ...rest] = lines
  const closing = rest.pop()
  assert.deepEqual([opening?.['type'], closing?.['type']], ['opening_balance', 'closing_balance'], what)
  assert.equal(afterOf(opening).join(' '), balanceText(entries, dayBefore), `opening, ${what}`)
  assert.equal(afterOf(closing).join(' '), balanceText(entries, to), `closing, ${what}`)
  let running = afterOf(opening)
  for (const line of rest) {
    const changes = parts.map((part) => minor(line, `${part}_change`))
    running = running.map((sum, place) => sum + (changes[place] ?? 0n))
    assert.deepEqual(afterOf(line), running, `${what}, after ${line['id']}`)
    const net = minor(line, 'net')
    assert.equal(
      net,
      changes.reduce((sum, each) => sum + each, 0n),
      `${what}, net of ${line['id']}`,
    )
    assert.equal(minor(line, 'amount') - minor(line, 'fee'), net, `${what}, fee of ${line['id']}`)
  }
  assert.deepEqual(afterOf(closing), running, `the lines lead to the closing balance, ${what}`)
}

/** The sums per type are those of the lines, and the fees are those of the raw rows. */
async function checkJson(world: SetUp, { point, currency, entries, figures }: Checked, whole: Lines): Promise<void> {
  const query = { currency, from: month.first, to: month.last }
  const statement = statementData(await readStatement(world, readerOf(point), query))
  figures.statements++
  const minor = (value: string | number) => minorOfText(value, decimalsOf[currency])
  for (const sum of statement.sums) {
    const lines = whole.filter(({ type }) => type === sum.type)
    for (const name of ['amount', 'fee', 'net'] as const) {
      const added = lines.reduce((all, line) => all + minor(line[name] ?? ''), 0n)
      assert.equal(minor(sum[name]), added, `${name} of ${sum.type} in ${currency}`)
    }
  }
  const isFee = (kind: string) => kind.endsWith('_fee') || kind === 'fee_return'
  const feesCharged = entries
    .filter(({ kind, day }) => isFee(kind) && day >= month.first && day <= month.last)
    .reduce((all, entry) => all - entry.available - entry.pending - entry.reserved, 0n)
  assert.equal(
    statement.sums.reduce((all, { fee }) => all + minor(fee), 0n),
    feesCharged,
    `fees in ${currency}`,
  )
  checkTotals(statement, whole, minor)
  assert.ok(statement.final)
}

/** The kinds of the report, which tell the same month, lead from opening to closing and count the lines. */
function checkTotals(
  { opening, closing, totals }: ReturnType<typeof statementData>,
  whole: Lines,
  minor: (value: string | number) => bigint,
): void {
  const sum = totals.reduce((all, { amount }) => all + minor(amount), minor(opening.total))
  assert.equal(sum, minor(closing.total), 'the totals lead to the closing balance')
  const typesOf = { payin: ['payin'], payout: ['payout', 'late_payout'], return: ['return'], reversal: ['reversal'] }
  for (const [kind, types] of Object.entries(typesOf)) {
    const lines = whole.filter(({ type }) => types.includes(type ?? ''))
    assert.equal(totals.find((each) => each.kind === kind)?.count, lines.length, `number of ${kind}`)
  }
}

/** All pages together have each line once, with the same balance after it. */
async function checkPages(world: SetUp, { point, currency, figures }: Checked, whole: Lines): Promise<void> {
  const shown = new Map(whole.map((line) => [line['id'] ?? '', line]))
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const filters = { currency, from: new Date(month.begins), to: new Date('2026-05-01T04:00:00.000Z') }
    const page = await listMovements(world, readerOf(point), { ...filters, limit: pageLength, cursor })
    figures.pages++
    for (const item of page.items.map(movementData)) {
      assert.ok(!seen.has(item.id), `${item.id} comes once`)
      seen.add(item.id)
      const line = shown.get(item.id)
      for (const part of parts) {
        const after = minorOfText(item.balance_after?.[part] ?? '', decimalsOf[currency])
        assert.equal(
          after,
          minorOfText(line?.[`${part}_after`] ?? '', decimalsOf[currency]),
          `${part} after ${item.id}`,
        )
      }
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  assert.equal(seen.size, whole.length - 2, `all lines of ${currency} are on the pages`)
}
