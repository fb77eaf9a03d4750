import type { AlertKind } from '../rules/alert-kinds.ts'

/** The facts of an alert as texts: names, ids, times in ISO 8601. */
export type AlertFacts = Readonly<Record<string, string>>

/** The facts of an alert for its sentences; what is neither text nor number is left out. */
export function plainFacts(facts: Readonly<Record<string, unknown>>): AlertFacts {
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** `, …` where a list of ids with commas between them names fewer than there are. */
export function andMore(ids: string, count = '0'): string {
  return ids.split(', ').length < Number(count) ? ', …' : ''
}

/** How one kind of alert is told. Times are left to whoever shows them. */
export interface AlertSentences {
  /** What a person chooses by. */
  name: string
  /** One line, also the subject of the mail. */
  title(facts: AlertFacts): string
  /** What it means and what to do. */
  text(facts: AlertFacts): string
}

/** What mails and the list of alerts say of alerts, in one language. */
export interface AlertTexts {
  kinds: Readonly<Record<AlertKind, AlertSentences>>
}
