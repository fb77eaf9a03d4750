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
  /** Why callbacks to an address would always fail, as a sentence; undefined if no reason is known. */
  checkCallbackHost(url: string, environment: Environment): Promise<string | undefined>
  /** Posts a callback once, through the same address guard as the queue. Never rejects: a failure is an answer too. */
  postCallback(post: CallbackPost): Promise<AttemptAnswer>
}
