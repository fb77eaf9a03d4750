import type { PayoutsDeps } from './payouts/deps.ts'

/** What the core needs, made once per process and never changed. */
export type CoreDeps = Readonly<PayoutsDeps>
