import type { AlertMail } from '../mail/compose.ts'
import { type ComposedMail, renderMail, shortUtc } from '../mail/render-mail.ts'
import { mailTextsIn } from '../mail/texts/mail-language.ts'
import type { Language } from '../values/language.ts'
import { alertKinds } from './rules/alert-kinds.ts'
import { alertTextsIn } from './texts/alert-language.ts'
import { type AlertFacts, plainFacts } from './texts/alert-texts.ts'

/**
 * Names and times of an alert in a mail: nothing of payers, no secret. Times in UTC. Undefined for an alert of a version
 * that is newer than this process: it has no text here.
 */
export function composeAlert(mail: AlertMail, language: Language, publicUrl: string): ComposedMail | undefined {
  const kind = alertKinds.find((each) => each === mail.kind)
  if (!kind) return undefined
  const texts = mailTextsIn(language)
  const { title, text } = alertTextsIn(language).kinds[kind]
  const facts = plainFacts(mail.facts)
  const place = [mail.merchant ?? texts.operatorPlace, facts['point']].filter((each) => each !== undefined)
  return renderMail(language, {
    heading: title(facts),
    paragraphs: [text(facts), ...(mail.resolved ? [texts.resolvedMeanwhile] : [])],
    lines: [[texts.labels.place, place.join(' · ')], ...factLines(facts, language)],
    link: { label: texts.openDashboard, url: `${publicUrl}/dashboard/alerts` },
    footer: texts.whyThisMail,
  })
}

/** The facts that a table of a mail shows, in this order; the rest stands in the sentences. */
const shownFacts = ['transaction_id', 'key_id', 'since', 'failing_since', 'until', 'expires_at'] as const

function factLines(facts: AlertFacts, language: Language): (readonly [string, string])[] {
  const { labels } = mailTextsIn(language)
  const labelOf = {
    transaction_id: labels.transaction,
    key_id: labels.key,
    since: labels.since,
    failing_since: labels.since,
    until: labels.until,
    expires_at: labels.until,
  } as const
  return shownFacts.flatMap((name) => {
    const value = facts[name]
    return value === undefined ? [] : [[labelOf[name], shortUtc(value)] as const]
  })
}
