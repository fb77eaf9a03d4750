import type { MailSender } from '../../core/net/smtp-sender.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'

export interface MailDeps extends PlatformDeps {
  /** Sends through the mail server. Undefined if none is configured. */
  mail: MailSender | undefined
}
