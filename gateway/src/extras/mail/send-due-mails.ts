import type { MailResult, MailSender } from '../../core/net/smtp-sender.ts'
import type { Database } from '../../core/platform/database/database.ts'
import type { Site } from '../../core/platform/deps.ts'
import type { Log } from '../../core/platform/log/log.ts'
import type { Metrics } from '../../core/platform/log/metrics.ts'
import type { SecretBox } from '../../core/platform/secret-box.ts'
import type { Language } from '../../core/texts/messages/languages.ts'
import { type AlertMail, composeInvitation, composeRecovery } from './compose.ts'
import type { ComposedMail } from './render-mail.ts'
import { invitationLinkPlace, recoveryLinkPlace } from './rules/outbox.ts'
import { claimMails, type DueMail, finishMail, type MailEnd } from './store/mails.ts'

/** Concurrent mails per process. A mail server accepts few connections from one client. */
const inFlightMax = 4

/** Seconds before the next attempt. After eight attempts in about a day the mail is given up. */
const pausesSeconds = [60, 300, 900, 3_600, 10_800, 21_600, 43_200] as const

export interface MailDeps {
  database: Pick<Database, 'engine'>
  secretBox: SecretBox
  log: Log
  metrics: Pick<Metrics, 'counter'>
  sender: MailSender
  site: Site
  /** Undefined: no mail is sent. `alerts/` supplies the function, because it knows the kinds of alerts. */
  composeAlert(mail: AlertMail, language: Language, publicUrl: string): ComposedMail | undefined
}

/**
 * Claims due mails under a lease and sends them, so that one of several processes sends each mail. A process that dies
 * after sending but before the result is stored sends again under the same Message-ID. Returns the number of attempts.
 */
export async function sendDueMails(deps: MailDeps): Promise<number> {
  const due = await claimMails(deps.database.engine, inFlightMax)
  await Promise.all(due.map(async (mail) => await sendOne(deps, mail)))
  return due.length
}

async function sendOne(deps: MailDeps, mail: DueMail): Promise<void> {
  const end = await attempt(deps, mail)
  deps.metrics
    .counter('mails_total', 'Attempts to send a mail: sent, retry, failed.', ['result'])
    .inc({ result: end.state })
  if (end.state === 'failed') deps.log.warn({ mail: String(mail.id), error: end.error }, 'a mail was given up')
  await finishMail(deps.database.engine, mail, end)
}

async function attempt(deps: MailDeps, mail: DueMail): Promise<MailEnd> {
  if (mail.void) return { state: 'failed', error: 'nobody to tell' }
  const composed = compose(deps, mail)
  if (!composed) return { state: 'failed', error: 'nothing to tell' }
  const result = await deps.sender.send({
    ...composed,
    to: { name: mail.name, address: mail.email },
    messageName: `pasarela-mail-${mail.id}`,
  })
  return endOf(result, mail.attempts)
}

/** The new state of a mail after an attempt. `attempts` counts this attempt. */
export function endOf(result: MailResult, attempts: number): MailEnd {
  if (result.kind === 'sent') return { state: 'sent' }
  const pauseSeconds = pausesSeconds[attempts - 1]
  if (result.kind === 'refused' || pauseSeconds === undefined) return { state: 'failed', error: result.error }
  return { state: 'retry', error: result.error, pauseSeconds }
}

function compose(deps: MailDeps, mail: DueMail): ComposedMail | undefined {
  if (mail.kind === 'invitation') {
    const { invitation_id: id, link_box: box, expires_at: expiresAt } = mail
    if (id === null || box === null || expiresAt === null) return undefined
    const link = deps.secretBox.open(box, invitationLinkPlace(id))
    const about = { merchant: mail.merchant, invitedBy: mail.invited_by, expiresAt, link }
    return composeInvitation(about, mail.language)
  }
  if (mail.kind === 'recovery') {
    const { recovery_id: id, link_box: box, expires_at: expiresAt } = mail
    if (id === null || box === null || expiresAt === null) return undefined
    return composeRecovery({ expiresAt, link: deps.secretBox.open(box, recoveryLinkPlace(id)) }, mail.language)
  }
  const about = { kind: mail.alert_kind, facts: mail.facts ?? {}, resolved: mail.resolved, merchant: mail.merchant }
  return deps.composeAlert(about, mail.language, deps.site.url())
}
