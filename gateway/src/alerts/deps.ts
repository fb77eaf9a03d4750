import type { MailDeps } from '../mail/deps.ts'
import type { ProcessingDeps } from '../processing/deps.ts'
import type { RetentionDeps } from '../retention/deps.ts'

export interface AlertsDeps extends ProcessingDeps, RetentionDeps, MailDeps {}
