/** `YYYY-MM-DDTHH:MM:SS.ffffffZ`: pay-in replies and callbacks (spec, Transaction). Six digits, the last three zero. */
export function isoMicroseconds(at: Date): string {
  const ms = at.getTime()
  const day = Math.floor(ms / dayMs)
  // `toISOString` takes four times as long as all of this, and the instants of a page are mostly of one day.
  if (day !== lastDay.day) lastDay = { day, text: at.toISOString().slice(0, -'T00:00:00.000Z'.length) }
  const ofDay = ms - day * dayMs
  const time = `${two(ofDay / 3_600_000)}:${two((ofDay / 60_000) % 60)}:${two((ofDay / 1_000) % 60)}`
  return `${lastDay.text}T${time}.${String(ofDay % 1_000).padStart(3, '0')}000Z`
}

const dayMs = 86_400_000

/** The day of the last instant, in days since 1970. */
let lastDay = { day: Number.NaN, text: '' }

function two(value: number): string {
  return value < 10 ? `0${Math.floor(value)}` : `${Math.floor(value)}`
}

/** The same without time zone suffix: `updated_at` of a card callback (spec, Events). UTC. */
export function isoMicrosecondsWithoutZone(at: Date): string {
  return isoMicroseconds(at).slice(0, -1)
}

/** `YYYY-MM-DD HH:MM:SS`, UTC: `created_at` of a payout (spec, Create payout). */
export function payoutTimestamp(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

const instantShape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/

/**
 * Parses an instant (ISO 8601). Without a zone suffix it is UTC. It may have 0 to 9 fraction digits, cut to
 * milliseconds. A date alone means the end of that UTC day. Undefined if it is not a real instant.
 */
export function parseInstant(text: string): Date | undefined {
  const match = instantShape.exec(text.trim())
  if (!match) return undefined
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00', fraction = '', zone = 'Z'] = match
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const time = hour === undefined ? '23:59:59.999' : `${hour}:${minute}:${second}.${milliseconds}`
  const shift = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const at = new Date(`${year}-${month}-${day}T${time}${shift}`)
  if (Number.isNaN(at.getTime())) return undefined
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return Number(day) <= daysInMonth ? at : undefined
}

/** An instant of the wire; null stays null. */
export function isoMicrosecondsOrNull(at: Date | null): string | null {
  return at && isoMicroseconds(at)
}
