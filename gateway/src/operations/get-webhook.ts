import { Problem } from '../domain/problem.ts'
import { readCallbackEndpoint } from '../store/callback-endpoints.ts'
import type { Deps } from './deps.ts'

/** Where a point's callbacks go, and how. */
export interface Webhook {
  /** Null: a live point holds its callbacks, a test point receives them in its inbox. */
  url: string | null
  /** `paused` holds the callbacks. */
  status: 'active' | 'paused'
  /** Any 2xx counts as success, not only 200. */
  accept2xx: boolean
  /** Names, documents, bank and endToEndId in the body. */
  extraFields: boolean
  /** `amount` in the body for every service code. */
  amountAlways: boolean
}

/** The point's callback address and settings. Problem `not_found` when there is no such point. */
export async function getWebhook(deps: Pick<Deps, 'database'>, pointId: string): Promise<Webhook> {
  const found = await readCallbackEndpoint(deps.database.engine, pointId)
  if (!found) throw new Problem('not_found')
  const { url, status, accept2xx, extraFields, amountAlways } = found
  return { url, status, accept2xx, extraFields, amountAlways }
}
