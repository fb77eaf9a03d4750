import type { AlertKind } from '../alerts/rules/alert-kinds.ts'
import { alertTextsIn } from '../alerts/texts/alert-language.ts'
import type { AlertFacts } from '../alerts/texts/alert-texts.ts'
import type { Language } from '../values/language.ts'

/** A mail in one language, as plain text and as simple HTML. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
}

/** What an alert's mail is about. `facts` as the alert has them. */
export interface AlertMail {
  kind: AlertKind
  facts: AlertFacts
  resolved: boolean
  merchant: string | null
}

interface Parts {
  heading: string
  paragraphs: readonly string[]
  /** Facts with their labels. */
  lines: readonly (readonly [string, string])[]
  link: { label: string; url: string }
  footer: string
}

/** Names and times of an alert in a mail: nothing of payers, no secret. Times in UTC. */
export function composeAlert(mail: AlertMail, language: Language, publicUrl: string): ComposedMail {
  const texts = alertTextsIn(language)
  const { title, text } = texts.kinds[mail.kind]
  const heading = title(mail.facts)
  const place = [mail.merchant ?? texts.operatorPlace, mail.facts['point']].filter((each) => each !== undefined)
  return {
    subject: `[Pasarela] ${heading}`,
    ...render(language, {
      heading,
      paragraphs: [text(mail.facts), ...(mail.resolved ? [texts.resolvedMeanwhile] : [])],
      lines: [[texts.labels.place, place.join(' · ')], ...factLines(mail.facts, language)],
      link: { label: texts.openDashboard, url: `${publicUrl}/dashboard/alerts` },
      footer: texts.whyThisMail,
    }),
  }
}

export interface InvitationMail {
  /** Null: into the operator's team. */
  merchant: string | null
  invitedBy: string | null
  expiresAt: Date
  link: string
}

export function composeInvitation(mail: InvitationMail, language: Language): ComposedMail {
  const texts = alertTextsIn(language)
  const heading = texts.invitation.title(mail.merchant ?? texts.operatorPlace)
  return {
    subject: `[Pasarela] ${heading}`,
    ...render(language, {
      heading,
      paragraphs: [texts.invitation.text(mail.invitedBy ?? 'Pasarela')],
      lines: [[texts.labels.until, utc(mail.expiresAt.toISOString())]],
      link: { label: texts.invitation.accept, url: mail.link },
      footer: texts.invitation.footer,
    }),
  }
}

/** The link by which somebody who forgot the password sets a new one. */
export function composeRecovery(mail: { expiresAt: Date; link: string }, language: Language): ComposedMail {
  const texts = alertTextsIn(language)
  const { title, text, set, footer } = texts.recovery
  return {
    subject: `[Pasarela] ${title}`,
    ...render(language, {
      heading: title,
      paragraphs: [text],
      lines: [[texts.labels.until, utc(mail.expiresAt.toISOString())]],
      link: { label: set, url: mail.link },
      footer,
    }),
  }
}

export function composeTest(language: Language, publicUrl: string): ComposedMail {
  const texts = alertTextsIn(language)
  return {
    subject: `[Pasarela] ${texts.test.title}`,
    ...render(language, {
      heading: texts.test.title,
      paragraphs: [texts.test.text],
      lines: [],
      link: { label: texts.openDashboard, url: `${publicUrl}/dashboard/alerts` },
      footer: texts.whyThisMail,
    }),
  }
}

/** The facts that a table of a mail shows, in this order; the rest stands in the sentences. */
const shownFacts = ['transaction_id', 'key_id', 'since', 'failing_since', 'until', 'expires_at'] as const

function factLines(facts: AlertFacts, language: Language): (readonly [string, string])[] {
  const { labels } = alertTextsIn(language)
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
    return value === undefined ? [] : [[labelOf[name], utc(value)] as const]
  })
}

/** `2026-11-21T10:05:07.000Z` as `2026-11-21 10:05 UTC`; other texts stay. */
function utc(value: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*(?:Z|\+00:00)$/.exec(value)
  return match ? `${match[1]} ${match[2]} UTC` : value
}

function render(language: Language, parts: Parts): { text: string; html: string } {
  const { heading, paragraphs, lines, link, footer } = parts
  const text = [
    heading,
    ...paragraphs,
    lines.map(([label, value]) => `${label}: ${value}`).join('\n'),
    `${link.label}:\n${link.url}`,
    `-- \n${footer}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  const rows = lines
    .map(
      ([label, value]) =>
        `<tr><td style="padding:2px 16px 2px 0;color:#555">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
    )
    .join('')
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(heading)}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:36em;margin:24px auto;padding:0 16px">
<h1 style="font-size:20px">${escapeHtml(heading)}</h1>
${paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')}
${rows === '' ? '' : `<table style="border-collapse:collapse">${rows}</table>`}
<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="background:#1f4fd8;color:#ffffff;padding:10px 18px;border-radius:6px;text-decoration:none">${escapeHtml(link.label)}</a></p>
<p style="font-size:13px;color:#555">${escapeHtml(footer)}</p>
</body></html>`
  return { text, html }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
