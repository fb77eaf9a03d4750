const dayMs = 86_400_000

/** Days of the calendar from one day to another; negative where the other is earlier. Days are `2030-06-14`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

/**
 * Business days after the first day up to the second one, whichever is earlier: Friday to Monday is 1. Saturdays,
 * Sundays and the given holidays do not count. Above 60 days of the calendar it is Infinity.
 */
export function businessDaysBetween(one: string, other: string, holidays?: ReadonlySet<string>): number {
  const [from, to] = one <= other ? [one, other] : [other, one]
  const days = daysBetween(from, to)
  if (days > 60) return Number.POSITIVE_INFINITY
  let count = 0
  for (let passed = 1; passed <= days; passed++) {
    const day = new Date(Date.parse(from) + passed * dayMs)
    const isWeekend = day.getUTCDay() === 0 || day.getUTCDay() === 6
    if (!isWeekend && !holidays?.has(day.toISOString().slice(0, 10))) count += 1
  }
  return count
}
