import type { Language } from '../../core/texts/messages/languages.ts'
import { type ComposedMail, renderMail, shortUtc } from './render-mail.ts'
import { mailTextsIn } from './texts/mail-texts.ts'

/** An alert that is sent by mail, with the columns of its row. */
export interface AlertMail {
  kind: string | null
  facts: Readonly<Record<string, unknown>>
  resolved: boolean
  merchant: string | null
}

export interface InvitationMail {
  /** Null: an invitation into the operator's team. */
  merchant: string | null
  invitedBy: string | null
  expiresAt: Date
  link: string
}

export function composeInvitation(mail: InvitationMail, language: Language): ComposedMail {
  const texts = mailTextsIn(language)
  const heading = texts.invitation.title(mail.merchant ?? texts.operatorPlace)
  return renderMail(language, {
    heading,
    paragraphs: [texts.invitation.text(mail.invitedBy ?? 'Pasarela')],
    lines: [[texts.labels.until, shortUtc(mail.expiresAt.toISOString())]],
    link: { label: texts.invitation.accept, url: mail.link },
    footer: texts.invitation.footer,
  })
}

/** The mail with the link to set a new password. */
export function composeRecovery(mail: { expiresAt: Date; link: string }, language: Language): ComposedMail {
  const texts = mailTextsIn(language)
  const { title, text, set, footer } = texts.recovery
  return renderMail(language, {
    heading: title,
    paragraphs: [text],
    lines: [[texts.labels.until, shortUtc(mail.expiresAt.toISOString())]],
    link: { label: set, url: mail.link },
    footer,
  })
}

export function composeTest(language: Language, publicUrl: string): ComposedMail {
  const texts = mailTextsIn(language)
  return renderMail(language, {
    heading: texts.test.title,
    paragraphs: [texts.test.text],
    lines: [],
    link: { label: texts.openDashboard, url: `${publicUrl}/dashboard/alerts` },
    footer: texts.whyThisMail,
  })
}
