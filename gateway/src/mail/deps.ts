import type { PlatformDeps } from '../platform/deps.ts'
import type { Language } from '../values/language.ts'

/** What use cases ask of the mail server; alerts and invitations wait in the outbox instead. */
export interface Mail {
  /** Sends a mail at once, to see whether it can be done. A code where it failed, null where the server took it. */
  sendTest(to: { name: string; email: string; language: Language }): Promise<string | null>
}

export interface MailDeps extends PlatformDeps {
  /** Undefined where no mail server is set. */
  mail: Mail | undefined
}
