import type { PayoutsDeps } from './payouts/deps.ts'
import type { RetentionDeps } from './retention/deps.ts'

/** Everything that the capabilities ask for. Built once in `gateway.ts`; no capability imports it. */
export interface Deps extends PayoutsDeps, RetentionDeps {}
