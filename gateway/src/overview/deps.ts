import type { MailDeps } from '../mail/deps.ts'
import type { VerifyDeps } from '../verify/verify.ts'

export interface OverviewDeps extends MailDeps, VerifyDeps {}
