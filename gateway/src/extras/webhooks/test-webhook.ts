import type { CallbacksDeps } from '../../core/callbacks/deps.ts'
import { callbackTemplate, hiddenHash, renderCallback } from '../../core/callbacks/rules/callback-body.ts'
import { isReceived, slowAnswerMs } from '../../core/callbacks/rules/callback-schedule.ts'
import { newCallbackNumber } from '../../core/callbacks/rules/callback-signature.ts'
import { signCallback } from '../../core/callbacks/rules/signed-callback.ts'
import type { AttemptAnswer } from '../../core/callbacks/store/callback-results.ts'
import { insertInboxMessage } from '../../core/callbacks/store/inbox.ts'
import type { AttemptError } from '../../core/net/attempt-error.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import { Problem } from '../../core/values/problem.ts'
import type { PayType, Status } from '../../core/values/status.ts'
import { openPointSecrets } from '../point-settings/open-point-secrets.ts'
import { say } from './messages/en.ts'
import { lockEndpoint, readCallbackEndpoint, updateCallbackEndpoint } from './store/callback-endpoints.ts'
import { probeNow } from './store/endpoint-health.ts'

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
  hint: Message | null
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
    throw new Problem('not_in_this_state', { message: say('callback.no_address') })
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
  deps.notify('endpointCare')
  deps.notify('callbacks')
}

function hintOf(answer: AttemptAnswer, { delivered }: { delivered: boolean }): Message | null {
  const { status, error, totalMs } = answer
  if (delivered) return totalMs > slowAnswerMs ? say('trial.answer_first') : null
  if (error !== null) return errorHints[error]
  if (status === 401) return say('trial.hash_refused')
  if (status === 400) return say('trial.body_unread')
  if (status !== null && status >= 200 && status <= 299) {
    return say('trial.not_200', { status })
  }
  if (status !== null && status >= 300 && status <= 399) return say('trial.redirect')
  return say('trial.server_failed')
}

const errorHints: Readonly<Record<AttemptError, Message>> = {
  dns: say('trial.dns'),
  connect: say('trial.connect'),
  tls: say('trial.tls'),
  timeout: say('trial.timeout'),
  reset: say('trial.reset'),
  ssrf: say('trial.not_public'),
  http: say('trial.invalid_http'),
  size: say('trial.too_large'),
}
