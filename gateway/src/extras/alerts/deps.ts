import type { MailDeps } from '../mail/deps.ts'
import type { RetentionDeps } from '../retention/deps.ts'

export interface AlertsDeps extends RetentionDeps, MailDeps {}
