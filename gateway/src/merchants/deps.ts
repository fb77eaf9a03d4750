import type { PlatformDeps } from '../platform/deps.ts'
import type { RequestLog } from './log-requests.ts'
import type { FailedAuthentications } from './record-failed-authentications.ts'

export interface MerchantsDeps extends PlatformDeps {
  /** Remembers answered requests of the merchant API, for merchants to read. */
  requestLog: RequestLog
  /** Remembers requests whose credentials were refused, for the audit log. */
  failedAuthentications: FailedAuthentications
}
