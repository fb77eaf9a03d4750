import type { IdentityDeps } from '../identity/deps.ts'
import type { MerchantsDeps } from '../merchants/deps.ts'
import type { Environment } from '../values/environment.ts'
import type { AttemptAnswer } from './store/callback-results.ts'

/** One callback as it goes out. */
export interface CallbackPost {
  environment: Environment
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface CallbacksDeps extends MerchantsDeps, IdentityDeps {
  /** CIDR: where callbacks of test points may go besides public addresses. */
  callbackAllowCidrs: readonly string[]
  /** What would stop every callback to an address, in words; undefined where nothing is known against it. */
  checkCallbackHost(url: string, environment: Environment): Promise<string | undefined>
  /** Posts a callback once, through the same guard as all of them. Never rejects: whatever happens is an answer. */
  postCallback(post: CallbackPost): Promise<AttemptAnswer>
}
