import type { MailDeps } from '../mail/deps.ts'
import type { PasswordHasher } from './rules/password.ts'

/** What somebody signs in with. */
interface Credentials {
  email: string
  password: string
}

export interface IdentityDeps extends MailDeps {
  /** People's passwords; one queue per process. */
  passwords: PasswordHasher
  /** What newcomers sign in with, on a demonstration; known once it was made. */
  demoPeople: Readonly<Record<'owner' | 'admin', Credentials>> | undefined
}
