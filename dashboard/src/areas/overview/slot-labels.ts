import type { OverviewData } from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import type { Language } from '../../app/languages.ts'

type Zoned = Pick<OverviewData, 'time_zone' | 'unit'>

/** `21 Nov` or `09:00`: when an hour or day begins, in the point's time zone. */
export function slotLabel(at: string, { time_zone: timeZone, unit }: Zoned, language: Language): string {
  const parts: Intl.DateTimeFormatOptions =
    unit === 'hour' ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat(language, { ...parts, timeZone }).format(new Date(at))
}

/** `2026-11-21`: the point's day in which the range begins, as lists are narrowed by. Lists know no hours. */
export function firstDay({ slots, time_zone: timeZone }: OverviewData): string | undefined {
  const [first] = slots
  if (first === undefined) return undefined
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(
    new Date(first),
  )
}
