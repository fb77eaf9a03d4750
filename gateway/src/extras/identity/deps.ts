import type { MailDeps } from '../mail/deps.ts'
import type { PasswordHasher } from './rules/password.ts'

/** E-mail address and password. */
interface Credentials {
  email: string
  password: string
}

export interface IdentityDeps extends MailDeps {
  /** Hashes people's passwords; one queue per process. */
  passwords: PasswordHasher
  /** Sign-in data of the demo, for new users: undefined before the demo is made, and where there is none. */
  demo: { people(): Readonly<Record<'owner' | 'admin', Credentials>> | undefined }
}
