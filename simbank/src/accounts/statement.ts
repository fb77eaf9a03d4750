import { type Account, type AccountFacts, type Movement, signedMinor } from './account.ts'

/** Whole days of an account, as its bank tells them: what every writer of a format writes. */
export interface StatementOfDays {
  facts: AccountFacts
  from: string
  to: string
  openingMinor: bigint
  closingMinor: bigint
  movements: readonly Movement[]
  /** The report of a day that is not over: camt.052. */
  isIntraday: boolean
}

/**
 * The statement of the days `from` to `to`. It depends on the book and its arguments alone, and holds no time of making:
 * while nothing happens, the same days give the same bytes.
 */
export function statementOf(
  account: Account,
  days: { from: string; to: string; isIntraday: boolean },
): StatementOfDays {
  const { from, to, isIntraday } = days
  const { facts, movements } = account
  const start = firstFrom(movements, from)
  const end = firstFrom(movements, dayAfter(to))
  const before = movements[start - 1]?.balance_minor ?? facts.opening_minor
  const shown = movements.slice(start, end)
  const openingMinor = BigInt(before)
  const closingMinor = shown.reduce((sum, movement) => sum + signedMinor(movement), openingMinor)
  return { facts, from, to, isIntraday, openingMinor, closingMinor, movements: shown }
}

/** The index of the first movement of a day or later; days only rise. */
function firstFrom(movements: readonly Movement[], day: string): number {
  let [low, high] = [0, movements.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((movements[middle]?.booking_day ?? '') < day) low = middle + 1
    else high = middle
  }
  return low
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** `1234.50` with `point` between units and decimals, without a sign. */
export function decimalOf(minor: bigint, decimals: number, point: '.' | ','): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  // MT940 wants its comma even where no decimals follow.
  return decimals === 0 ? `${whole}${point === ',' ? ',' : ''}` : `${whole}${point}${digits.slice(-decimals)}`
}
