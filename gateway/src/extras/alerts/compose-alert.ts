import type { Language } from '../../core/texts/messages/languages.ts'
import type { AlertMail } from '../mail/compose.ts'
import { type ComposedMail, renderMail, shortUtc } from '../mail/render-mail.ts'
import { mailTextsIn } from '../mail/texts/mail-texts.ts'
import { alertKinds } from './rules/alert-kinds.ts'
import { type AlertFacts, alertSentences, plainFacts } from './texts/alert-sentences.ts'

/**
 * An alert as a mail with names and times, without payers' data and secrets. Times in UTC. Undefined for a kind that
 * only a newer version knows, because it has no text here.
 */
export function composeAlert(mail: AlertMail, language: Language, publicUrl: string): ComposedMail | undefined {
  const kind = alertKinds.find((each) => each === mail.kind)
  if (!kind) return undefined
  const texts = mailTextsIn(language)
  const facts = plainFacts(mail.facts)
  const { title, text } = alertSentences(kind, facts, language)
  const place = [mail.merchant ?? texts.operatorPlace, facts['point']].filter((each) => each !== undefined)
  return renderMail(language, {
    heading: title,
    paragraphs: [text, ...(mail.resolved ? [texts.resolvedMeanwhile] : [])],
    lines: [[texts.labels.place, place.join(' · ')], ...factLines(facts, language)],
    link: { label: texts.openDashboard, url: `${publicUrl}/dashboard/alerts` },
    footer: texts.whyThisMail,
  })
}

/** Facts for the table in the mail, in this order. The sentences contain the others. */
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
