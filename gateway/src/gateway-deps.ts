import type { IdentityDeps } from './identity/deps.ts'
import type { PayoutsDeps } from './payouts/deps.ts'
import type { RetentionDeps } from './retention/deps.ts'

/** The dependencies of all capabilities. Built once in `gateway.ts`; no capability imports this type. */
export interface Deps extends PayoutsDeps, RetentionDeps, IdentityDeps {}
