import { minorOfDecimal } from './amounts.ts'
import type { LineSign, StatementKind, StatementLine } from './statement.ts'

/**
 * Takes the lines of one statement as they are read, also from the last to the first. `Lines` is what it makes of them, in
 * the order of their positions: a file of 100,000 lines need not stand in memory as objects.
 */
export interface LineKeeper<Lines> {
  add(line: StatementLine): void
  /** Puts the lines of the next page behind those that are here. */
  addPage(page: Lines): void
  lines(): Lines
}

/** Makes what keeps the lines of one statement. */
export type KeepLines<Lines> = (kind: StatementKind) => LineKeeper<Lines>

/** Keeps the lines themselves. */
export const keepAll: KeepLines<readonly StatementLine[]> = () => {
  const lines: StatementLine[] = []
  return {
    add: (line) => void lines.push(line),
    addPage: (page) => {
      const count = lines.length
      for (const line of page) lines.push({ ...line, position: line.position + count, entry: line.entry + count })
    },
    lines: () => lines.sort((one, other) => one.position - other.position),
  }
}

/** Counts and sums of the lines in one currency, minor units. */
interface CurrencyTally {
  counts: Record<LineSign, number>
  sums: Record<LineSign, bigint>
  bookedCount: number
  bookedSums: Record<LineSign, bigint>
}

const nothing = (): CurrencyTally => ({
  counts: { C: 0, D: 0 },
  sums: { C: 0n, D: 0n },
  bookedCount: 0,
  bookedSums: { C: 0n, D: 0n },
})

/** The lines of one statement while it is read: counted and summed by currency, and kept. */
export class ReadLines<Lines> {
  count = 0
  firstCurrency: string | undefined
  /** The first and the last booking day. */
  days: readonly [string, string] | undefined
  readonly #tallies = new Map<string, CurrencyTally>()
  readonly #keeper: LineKeeper<Lines>

  constructor(keeper: LineKeeper<Lines>) {
    this.#keeper = keeper
  }

  add(line: StatementLine): void {
    const { sign, currency, booked, bookingDay } = line
    const tally = this.#tallyOf(currency)
    const minor = minorOfDecimal(line.amount)
    tally.counts[sign] += 1
    tally.sums[sign] += minor
    if (booked) {
      tally.bookedCount += 1
      tally.bookedSums[sign] += minor
    }
    if (bookingDay !== undefined) this.#addDays(bookingDay, bookingDay)
    this.firstCurrency ??= currency
    this.count += 1
    this.#keeper.add(line)
  }

  /** Puts the lines of the next page behind those that are here. */
  addPage(page: ReadLines<Lines>): void {
    for (const [currency, { counts, sums, bookedCount, bookedSums }] of page.#tallies) {
      const tally = this.#tallyOf(currency)
      for (const sign of ['C', 'D'] as const) {
        tally.counts[sign] += counts[sign]
        tally.sums[sign] += sums[sign]
        tally.bookedSums[sign] += bookedSums[sign]
      }
      tally.bookedCount += bookedCount
    }
    if (page.days) this.#addDays(...page.days)
    this.firstCurrency ??= page.firstCurrency
    this.count += page.count
    this.#keeper.addPage(page.lines())
  }

  lines(): Lines {
    return this.#keeper.lines()
  }

  in(currency: string): CurrencyTally {
    return this.#tallies.get(currency) ?? nothing()
  }

  /** Whether a booked line is in another currency. */
  hasOtherThan(currency: string): boolean {
    return [...this.#tallies].some(([other, { bookedCount }]) => other !== currency && bookedCount > 0)
  }

  #tallyOf(currency: string): CurrencyTally {
    const known = this.#tallies.get(currency)
    if (known) return known
    const made = nothing()
    this.#tallies.set(currency, made)
    return made
  }

  #addDays(from: string, to: string): void {
    const [first, last] = this.days ?? [from, to]
    this.days = [from < first ? from : first, to > last ? to : last]
  }
}
