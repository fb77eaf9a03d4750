import type { Db } from '../../platform/database/database.ts'
import type { PaidOn } from '../../processing/rules/status.ts'
import { addDays, type Day } from '../../values/days.ts'
import { isInTime } from '../rules/expiry/paid-in-time.ts'
import { holidaysAheadDays } from '../rules/next-execution.ts'
import { readHolidays } from '../store/bank-holidays.ts'
import { readBookedOrders } from '../store/expiring-orders.ts'

/** A line of a bank and the pay-in that it pays. */
export interface PaidLine {
  transactionId: string
  bankAccountId: string
  bookedOn: Day
}

/**
 * By transaction: when its bank booked the money, and whether that was in time. At most one line of each transaction. Payouts
 * are left out.
 */
export async function paidOnOf(db: Db, lines: readonly PaidLine[]): Promise<ReadonlyMap<string, PaidOn>> {
  const rows = lines.length === 0 ? [] : await readBookedOrders(db, lines)
  const paid = new Map<string, PaidOn>()
  for (const country of new Set(rows.map((row) => row.country))) {
    const orders = rows.filter((row) => row.country === country)
    const days = orders.map((order) => order.expired_day).sort()
    const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
    const holidays = await readHolidays(db, { country, from: first, to: addDays(last, holidaysAheadDays) })
    for (const { id, expired_day: expiredOn } of orders) {
      const line = lines.find(({ transactionId }) => transactionId === id)
      if (line) paid.set(id, { day: line.bookedOn, inTime: isInTime(line.bookedOn, expiredOn, holidays) })
    }
  }
  return paid
}
