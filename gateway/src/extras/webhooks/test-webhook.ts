import type { CallbacksDeps } from '../../core/callbacks/deps.ts'
import { isReceived, slowAnswerMs } from '../../core/callbacks/rules/callback-answer.ts'
import { callbackTemplate, hiddenHash, renderCallback } from '../../core/callbacks/rules/callback-body.ts'
import { newCallbackNumber } from '../../core/callbacks/rules/callback-signature.ts'
import { signCallback } from '../../core/callbacks/rules/signed-callback.ts'
import {
  lockEndpoint,
  readCallbackEndpoint,
  updateCallbackEndpoint,
} from '../../core/callbacks/store/callback-endpoints.ts'
import { probeNow } from '../../core/callbacks/store/callback-health.ts'
import type { AttemptAnswer } from '../../core/callbacks/store/callback-results.ts'
import { insertInboxMessage } from '../../core/callbacks/store/inbox.ts'
import { openPointSecrets } from '../../core/merchants/open-point-secrets.ts'
import type { AttemptError } from '../../core/net/attempt-error.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { Problem } from '../../core/values/problem.ts'
import type { PayType, Status } from '../../core/values/status.ts'

type TestDeps = Pick<CallbacksDeps, 'database' | 'clock' | 'secretBox' | 'postCallback' | 'notify'>

/** The content of a test callback; there is no real transaction. */
export interface TestCallbackRequest {
  pointId: string
  status: Status
  payType: PayType
}

export interface TestedWebhook {
  webhookId: string
  transactionId: string
  /** Null: delivered into the inbox of the test point. */
  url: string | null
  headers: Readonly<Record<string, string>>
  /** The sent body without its hash. */
  body: string
  answer: AttemptAnswer
  /** Whether a real callback would count as delivered. */
  delivered: boolean
  /** What to do about a failure, as a sentence. */
  hint: string | null
}

/**
 * Sends one correctly signed callback with an invented transaction id (`test_…`) and returns the answer. A success at a
 * suspended or failing address triggers a probe at once. Problem `not_in_this_state` for a live point without address.
 */
export async function testWebhook(deps: TestDeps, request: TestCallbackRequest): Promise<TestedWebhook> {
  const { pointId, status, payType } = request
  const endpoint = await readCallbackEndpoint(deps.database.engine, pointId)
  if (!endpoint) throw new Problem('not_found')
  if (endpoint.url === null && endpoint.environment === 'live') {
    throw new Problem('not_in_this_state', { message: 'No callback address is set: PUT /api/v1/webhook first.' })
  }
  const now = deps.clock.now()
  const eventId = uuidV7(now)
  const transactionId = `test_${uuidV7(now)}`
  const template = callbackTemplate(
    {
      ...sample,
      ...{ transactionId, status, reason: reasons[status], payType, updatedAt: now },
      bookedMinor: status === 'COMPLETED' ? sampleMinor : null,
    },
    endpoint,
  )
  const apiKey = newCallbackNumber()
  const secrets = await openPointSecrets(deps, pointId)
  const timestampSeconds = Math.floor(secrets.trueTime.getTime() / 1000)
  const signed = signCallback({ pointId, eventId, template, apiKey }, secrets, timestampSeconds)
  const headers = { ...signed.headers, 'x-attempt': '1' }
  const answer = endpoint.url
    ? await deps.postCallback({ environment: endpoint.environment, url: endpoint.url, headers, body: signed.body })
    : await intoInbox(deps, { pointId, eventId, headers, body: signed.body })
  const delivered = answer.status !== null && isReceived(answer.status, endpoint.accept2xx)
  if (delivered && endpoint.url) await resumeAfterSuccess(deps, pointId)
  return {
    webhookId: signed.headers['webhook-id'] ?? '',
    transactionId,
    url: endpoint.url,
    headers,
    body: renderCallback(template, apiKey, hiddenHash),
    answer,
    delivered,
    hint: hintOf(answer, { delivered }),
  }
}

/** The amount of a completed test callback: 10.00. */
const sampleMinor = 1_000n

const sample = {
  reference: 'test-callback',
  card: false,
  currency: 'BRL',
  methodSendsAmount: true,
} as const

const reasons = { PENDING: 'awaiting_payment', COMPLETED: 'paid', ERROR: 'declined', EXPIRED: 'expired' } as const

async function intoInbox(
  deps: Pick<PlatformDeps, 'database'>,
  message: { pointId: string; eventId: string; headers: Record<string, string>; body: string },
): Promise<AttemptAnswer> {
  await insertInboxMessage(deps.database.engine, message)
  return { status: 200, error: null, errorCode: null, firstByteMs: 0, totalMs: 0, responseBody: null }
}

async function resumeAfterSuccess(deps: TestDeps, pointId: string): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    // Read again: the endpoint may have been paused during the request.
    const locked = await lockEndpoint(tx, pointId)
    if (locked?.status === 'suspended') await updateCallbackEndpoint(tx, pointId, { status: 'active' })
    await probeNow(tx, pointId)
  })
  deps.notify('endpoints')
  deps.notify('callbacks')
}

function hintOf(answer: AttemptAnswer, { delivered }: { delivered: boolean }): string | null {
  const { status, error, totalMs } = answer
  if (delivered) return totalMs > slowAnswerMs ? 'Answer within 5 seconds and work afterwards.' : null
  if (error !== null) return errorHints[error]
  if (status === 401)
    return 'Your server refused the hash: check auth_api_token and Point ID; see POST /api/v1/webhook/explain.'
  if (status === 400) return 'Your server could not read the body: read it as UTF-8 JSON; api_key is an integer.'
  if (status !== null && status >= 200 && status <= 299) {
    return `Your server answered ${status}; the contract is 200. Answer 200, or set accept_2xx.`
  }
  if (status !== null && status >= 300 && status <= 399) return 'Redirects are not followed: set the final address.'
  return 'Your server answered with a failure: see its own log.'
}

const errorHints: Readonly<Record<AttemptError, string>> = {
  dns: 'The name of your server does not resolve in public DNS.',
  connect: 'No connection: is the server up and its port open to us?',
  tls: 'TLS failed: check that the certificate is valid, complete with its chain, and made out to this name; TLS 1.2 or newer.',
  timeout: 'No whole answer within 10 seconds: answer first, work afterwards.',
  reset: 'Your server, or something before it, closed the connection.',
  ssrf: 'The address is not public, or its port is not allowed.',
  http: 'The answer is no valid HTTP.',
  size: 'The answer is too large: a short one is enough.',
}
