import type { AlertKind } from '../rules/alert-kinds.ts'

/** The facts of an alert as texts: names, ids, times in ISO 8601. */
export type AlertFacts = Readonly<Record<string, string>>

/** The facts of an alert for its sentences. Only texts and numbers are kept. */
export function plainFacts(facts: Readonly<Record<string, unknown>>): AlertFacts {
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** `, …` if a comma-separated list names fewer ids than there are. */
export function andMore(ids: string, count = '0'): string {
  return ids.split(', ').length < Number(count) ? ', …' : ''
}

/** The texts of one kind of alert. Times are formatted by the caller. */
export interface AlertSentences {
  /** The name in a person's settings. */
  name: string
  /** One line, also the subject of the mail. */
  title(facts: AlertFacts): string
  /** The meaning, and what to do. */
  text(facts: AlertFacts): string
}

/** The texts about alerts for mails and lists, in one language. */
export interface AlertTexts {
  kinds: Readonly<Record<AlertKind, AlertSentences>>
}
