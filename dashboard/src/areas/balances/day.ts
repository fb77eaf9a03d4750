import { type Language, useLanguage } from '../../app/languages.ts'

/** A day of the point's calendar, YYYY-MM-DD, in the viewer's words: `31 Jan 2026`. */
export function formatDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** A month, YYYY-MM: `November 2026`. */
export function formatMonth(month: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** The same for a day to come: `today` and `tomorrow` by these names. */
export function formatComingDay(day: string, today: string, language: Language): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  if (days !== 0 && days !== 1) return formatDay(day, language)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
}

export function useDay(): (day: string) => string {
  const language = useLanguage()
  return (day) => formatDay(day, language)
}
