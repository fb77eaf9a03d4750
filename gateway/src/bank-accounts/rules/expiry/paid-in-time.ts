import { addDays, type Day, dayOf } from '../../../values/days.ts'
import { isBusinessDay } from '../business-days.ts'
import { nextExecution } from '../next-execution.ts'

/** No country has that many days without business in a row. */
const restDaysMax = 30

/** The first business day after a day. */
export function nextBusinessDay(day: Day, holidays: ReadonlySet<Day>): Day {
  for (let days = 1; days <= restDaysMax; days++) {
    const next = addDays(day, days)
    if (isBusinessDay(next, holidays)) return next
  }
  throw new Error(`no business day within ${restDaysMax} days`)
}

/**
 * Whether money that the bank booked on a day came in time for an order that expired on another one: banks book what they
 * got on a Friday night on Monday.
 */
export function isInTime(bookedOn: Day, expiredOn: Day, holidays: ReadonlySet<Day>): boolean {
  return bookedOn <= nextBusinessDay(expiredOn, holidays)
}

/** The last day on which an order waits for a statement: two business days after the day of its expiry. */
export function lastWaitingDay(expiredOn: Day, holidays: ReadonlySet<Day>): Day {
  return nextBusinessDay(nextBusinessDay(expiredOn, holidays), holidays)
}

/** The day on which the bank books what it gets at an instant. A statement covers the instant if it holds this day to its end. */
export function bookingDayOf(
  at: Date,
  rules: { timeZone: string; cutoff: string | null; holidays: ReadonlySet<Day> },
): Day {
  return nextExecution(at, rules).day
}

/** The last day that a statement holds to its end: one that came before the end of its last day may miss a part of it. */
export function wholeUntil({ toDay, receivedAt }: { toDay: Day; receivedAt: Date }, timeZone: string): Day {
  return dayOf(receivedAt, timeZone) > toDay ? toDay : addDays(toDay, -1)
}
