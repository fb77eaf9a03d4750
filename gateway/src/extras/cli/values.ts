import { isDay } from '../../core/values/days.ts'
import { parseInstant } from '../../core/values/timestamps.ts'
import { UsageError } from './command.ts'

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30m`, `12h`, `90d` from `now`, or an instant such as `2027-01-31` or `2027-01-31T12:00:00Z`. */
export function expiryFrom(text: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const after = unitMs[unit]
  if (count !== undefined && after !== undefined) return new Date(now.getTime() + Number(count) * after)
  const instant = parseInstant(text)
  if (instant) return instant
  throw new UsageError('--expires takes a time from now such as 90d or 12h, or an instant such as 2027-01-31T12:00:00Z')
}

/** A day such as 2030-01-31, or a UsageError. */
export function dayFrom(option: string, text: string | undefined): string | undefined {
  if (text === undefined || isDay(text)) return text
  throw new UsageError(`--${option} takes a day such as 2030-01-31`)
}

/** `a, b,c` as its parts. */
export function listFrom(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** One of the choices, or a UsageError that lists them. */
export function choiceFrom<const Choice extends string>(
  option: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === text)
  if (chosen !== undefined) return chosen
  throw new UsageError(`--${option} is one of ${choices.join(', ')}`)
}
