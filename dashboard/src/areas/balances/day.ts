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

export function useDay(): (day: string) => string {
  const language = useLanguage()
  return (day) => formatDay(day, language)
}
