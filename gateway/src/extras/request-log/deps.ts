import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { RequestLog } from './log-requests.ts'
import type { FailedAuthentications } from './record-failed-authentications.ts'

export interface RequestLogDeps extends PlatformDeps {
  /** Log of the answered requests of the merchant API. Merchants can read it. */
  requestLog: RequestLog
  /** Collects requests with refused credentials for the audit log. */
  failedAuthentications: FailedAuthentications
}
