import { businessDaysBetween } from './business-days.ts'

// The proof of a day of an own bank account. Days are `2030-06-14` in the account's time zone, amounts minor units; money
// that comes in is above zero.

/** Why a day is open. */
export const openReasons = [
  'no_statement',
  'statement_open',
  'lines_not_posted',
  'difference',
  'no_opening',
  'late_confirmations',
] as const
export type OpenReason = (typeof openReasons)[number]

export type BankDayState = 'proven' | 'open' | 'closed_manually'

/** A statement as far as the days need it. One that a newer one of the same days and page replaced is left out. */
export interface DayStatement {
  fromDay: string
  toDay: string
  openingMinor: bigint | null
  closingMinor: bigint | null
  /** It adds up, has no doubt, and joins the one before; or two people accepted it. */
  isSound: boolean
  /** It begins where the one before ended. */
  joins: boolean
}

/** What moved on one day, or what of it is not explained by lines. */
export interface DayMovement {
  /** All lines of the bank. */
  bankMinor: bigint
  /** What the ledger booked for the lines of the day. */
  postedMinor: bigint
  /** Lines of the day that are not in the ledger. */
  unpostedMinor: bigint
  unpostedLines: number
  /** Change of what the ledger holds without a line: confirmations of the day, less those that a line proves on it. */
  unprovenMinor: bigint
  /** Confirmations of the day that no line proves until now. */
  unlinkedMinor: bigint
  unlinked: number
}

/** The end of a day. */
export interface DayEnd {
  day: string
  bankMinor: bigint | null
  ledgerMinor: bigint
  unpostedMinor: bigint
  unprovenMinor: bigint
  differenceMinor: bigint | null
  /** Of `unprovenMinor`: confirmed by hand more than two business days before, and proven by no line until now. */
  lateMinor: bigint
  state: BankDayState
  reasons: readonly OpenReason[]
}

/** Two people closed a day with what it differed by then. */
export interface DayClosing {
  differenceMinor: bigint | null
  lateMinor: bigint
}

export interface DaysToProve {
  /** In order, without a gap. */
  days: readonly string[]
  /** The end of the day before the first one. */
  before: Pick<DayEnd, 'ledgerMinor' | 'unpostedMinor' | 'unprovenMinor'> & Partial<DayEnd>
  movements: ReadonlyMap<string, Partial<DayMovement>>
  /** Unlinked confirmations of earlier days, by their day. */
  earlier: ReadonlyMap<string, { minor: bigint; count: number }>
  statements: readonly DayStatement[]
  closings: ReadonlyMap<string, DayClosing>
  /** Two people said the balance at the beginning. */
  hasOpening: boolean
  holidays: ReadonlySet<string>
}

/** For so many business days a confirmation by hand explains a difference; then its line is late. */
export const confirmationBusinessDays = 2

/** What every day ends with, by the bank and by the ledger, and whether they agree. */
export function proveDays(wanted: DaysToProve): DayEnd[] {
  const ends: DayEnd[] = []
  let before = wanted.before
  const unlinked = new Map(wanted.earlier)
  const bank = bankBalances(wanted)
  for (const day of wanted.days) {
    const moved = wanted.movements.get(day) ?? {}
    if (moved.unlinked) unlinked.set(day, { minor: moved.unlinkedMinor ?? 0n, count: moved.unlinked })
    const unprovenMinor = before.unprovenMinor + (moved.unprovenMinor ?? 0n)
    const provenMinor = before.ledgerMinor - before.unprovenMinor + (moved.postedMinor ?? 0n)
    const unpostedMinor = before.unpostedMinor + (moved.unpostedMinor ?? 0n)
    const { minor: bankMinor, isProven } = bank.get(day) ?? { minor: null, isProven: false }
    const late = lateOf(unlinked, day, wanted.holidays)
    const figures = {
      day,
      bankMinor,
      ledgerMinor: provenMinor + unprovenMinor,
      unpostedMinor,
      unprovenMinor,
      differenceMinor: bankMinor === null ? null : bankMinor - provenMinor - unpostedMinor,
      lateMinor: late.minor,
    }
    const reasons = reasonsOf(figures, {
      hasStatement: bankMinor !== null && isProven,
      isSound: statementsOf(wanted.statements, day).every(({ isSound }) => isSound),
      hasUnposted: unpostedMinor !== 0n || (moved.unpostedLines ?? 0) > 0,
      hasLate: late.count > 0,
      hasOpening: wanted.hasOpening,
    })
    const end = { ...figures, reasons, state: stateOf({ ...figures, reasons }, before, wanted.closings.get(day)) }
    ends.push(end)
    before = end
  }
  return ends
}

function statementsOf(statements: readonly DayStatement[], day: string): readonly DayStatement[] {
  return statements.filter(({ fromDay, toDay }) => fromDay <= day && day <= toDay)
}

/**
 * The bank's balance at the end of each day: the closing balance of the statement that ends first, less the lines after
 * the day; on a day between two statements the opening balance of the next one, which proves it where it joins.
 */
function bankBalances({
  days,
  movements,
  statements,
}: DaysToProve): ReadonlyMap<string, { minor: bigint; isProven: boolean }> {
  const found = new Map<string, { minor: bigint; isProven: boolean }>()
  const sums = sumsUpTo(days, movements)
  for (const day of days) {
    const covering = statements
      .filter(({ fromDay, toDay, closingMinor }) => closingMinor !== null && fromDay <= day && day <= toDay)
      .sort((one, other) => (one.toDay < other.toDay ? -1 : one.toDay > other.toDay ? 1 : 0))[0]
    if (covering?.closingMinor !== null && covering?.closingMinor !== undefined) {
      found.set(day, { minor: covering.closingMinor - sums(day, covering.toDay), isProven: true })
      continue
    }
    const next = statements
      .filter(({ fromDay, openingMinor }) => openingMinor !== null && day < fromDay)
      .sort((one, other) => (one.fromDay < other.fromDay ? -1 : one.fromDay > other.fromDay ? 1 : 0))[0]
    if (next?.openingMinor === null || next?.openingMinor === undefined) continue
    found.set(day, { minor: next.openingMinor - sums(day, dayBefore(next.fromDay)), isProven: next.joins })
  }
  return found
}

/** Sums of the bank's lines after one day up to another. */
function sumsUpTo(
  days: readonly string[],
  movements: ReadonlyMap<string, Partial<DayMovement>>,
): (after: string, to: string) => bigint {
  const all = [...new Set([...days, ...movements.keys()])].sort()
  const totals = new Map<string, bigint>()
  let total = 0n
  for (const day of all) {
    total += movements.get(day)?.bankMinor ?? 0n
    totals.set(day, total)
  }
  const upTo = (day: string): bigint => totals.get(all[lastUpTo(all, day)] ?? '') ?? 0n
  return (after, to) => upTo(to) - upTo(after)
}

/** The place of the last item that is not above another, in a sorted list; -1: none. */
function lastUpTo(sorted: readonly string[], wanted: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') <= wanted) low = middle + 1
    else high = middle
  }
  return low - 1
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

function lateOf(
  unlinked: ReadonlyMap<string, { minor: bigint; count: number }>,
  day: string,
  holidays: ReadonlySet<string>,
): { minor: bigint; count: number } {
  let [minor, count] = [0n, 0]
  for (const [made, each] of unlinked) {
    if (made > day || businessDaysBetween(made, day, holidays) <= confirmationBusinessDays) continue
    minor += each.minor
    count += each.count
  }
  return { minor, count }
}

function reasonsOf(
  { bankMinor, differenceMinor }: Pick<DayEnd, 'bankMinor' | 'differenceMinor'>,
  facts: { hasStatement: boolean; isSound: boolean; hasUnposted: boolean; hasLate: boolean; hasOpening: boolean },
): OpenReason[] {
  const isDifferent = bankMinor !== null && differenceMinor !== 0n
  return [
    ...(facts.hasStatement ? [] : (['no_statement'] as const)),
    ...(facts.isSound ? [] : (['statement_open'] as const)),
    ...(facts.hasUnposted ? (['lines_not_posted'] as const) : []),
    ...(isDifferent ? (['difference'] as const) : []),
    ...(isDifferent && !facts.hasOpening ? (['no_opening'] as const) : []),
    ...(facts.hasLate ? (['late_confirmations'] as const) : []),
  ]
}

/** What a closed day may keep on the days after it. */
const lasting: ReadonlySet<OpenReason> = new Set(['difference', 'no_opening', 'late_confirmations'])

function stateOf(end: Omit<DayEnd, 'state'>, before: Partial<DayEnd>, closing: DayClosing | undefined): BankDayState {
  const { reasons, differenceMinor, lateMinor } = end
  if (reasons.length === 0) return 'proven'
  const isSame = (other: Partial<DayClosing> | undefined) =>
    other?.differenceMinor === differenceMinor && other.lateMinor === lateMinor
  if (isSame(closing) && !reasons.includes('lines_not_posted')) return 'closed_manually'
  const isCarried = before.state === 'closed_manually' && differenceMinor !== null && isSame(before)
  return isCarried && reasons.every((reason) => lasting.has(reason)) ? 'closed_manually' : 'open'
}
