import type { MailDeps } from '../mail/deps.ts'
import type { VerifyDeps } from '../verify/deps.ts'

export interface OverviewDeps extends MailDeps, VerifyDeps {}
