import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Language } from '../../core/texts/messages/languages.ts'

/** Sends mails directly through the mail server. Alerts and invitations use the outbox instead. */
export interface Mail {
  /** Sends a test mail at once. Returns null if the server accepted the mail, else an error code. */
  sendTest(to: { name: string; email: string; language: Language }): Promise<string | null>
}

export interface MailDeps extends PlatformDeps {
  /** Undefined if no mail server is configured. */
  mail: Mail | undefined
}
