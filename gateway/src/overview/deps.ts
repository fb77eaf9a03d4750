import type { MailDeps } from '../mail/deps.ts'
import type { PayoutsDeps } from '../payouts/deps.ts'
import type { RetentionDeps } from '../retention/deps.ts'

export interface OverviewDeps extends PayoutsDeps, RetentionDeps, MailDeps {}
