import type { HostFault } from '../net/check-host.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { Environment } from '../values/environment.ts'
import type { AttemptAnswer } from './store/callback-results.ts'

export interface CallbackPost {
  environment: Environment
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface CallbacksDeps extends PlatformDeps {
  /** CIDR ranges that callbacks of test points may reach besides public addresses. */
  callbackAllowCidrs: readonly string[]
  /** Why callbacks to an address would fail: always, or for now; undefined if no reason is known. */
  checkCallbackHost(url: string, environment: Environment): Promise<HostFault | undefined>
  /** Posts a callback once, through the same address guard as the queue. Never rejects: a failure is an answer too. */
  postCallback(post: CallbackPost): Promise<AttemptAnswer>
}
