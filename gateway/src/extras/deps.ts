import type { CoreDeps } from '../core/deps.ts'
import type { SimulatedAccounts } from './demo/own-account/simulated-accounts.ts'
import type { IdentityDeps } from './identity/deps.ts'
import type { PaymentLinkDeps } from './payment-links/use-payment-link.ts'
import type { RotationFollower } from './point-settings/rotate-api-key.ts'
import type { RequestLogDeps } from './request-log/log-requests.ts'
import type { RetentionDeps } from './retention/run-retention.ts'
import type { SimulatorDeps } from './simulator-controls/simulate-event.ts'

export type EntranceDeps = CoreDeps & RetentionDeps & IdentityDeps & RequestLogDeps & RotationFollower

/** The dependencies of all capabilities. Built once in `gateway.ts`; no capability imports it. */
export type Deps = Readonly<
  EntranceDeps &
    PaymentLinkDeps &
    SimulatorDeps & { /** Undefined without the simulated bank. */ simulatedAccounts: SimulatedAccounts | undefined }
>
