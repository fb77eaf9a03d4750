import { deadlineMs, type JsonPost, type Poster } from '../../net/post-json.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { maskCardNumbers } from '../../values/card-numbers.ts'
import { bodySha256 } from '../rules/callback-signature.ts'
import { type SignedCallback, signCallback } from '../rules/signed-callback.ts'
import type { ClaimedDelivery } from '../store/callback-claims.ts'
import type { AttemptAnswer, AttemptRecord, DeliveryResult } from '../store/callback-results.ts'
import { classifyResponse, ownFaultDelayMs, type Verdict } from './classify-response.ts'
import type { PointSecrets } from './point-secrets.ts'

/** Deadline of one attempt and lease of its claim. */
export interface DeliveryTimes {
  deadlineMs: number
  /** Duration of the lease: three times the deadline plus the time to write the result. */
  leaseMs: number
}

export const deliveryTimes: DeliveryTimes = { deadlineMs, leaseMs: 30_000 }

/** An attempt starts only if its deadline and this margin for writing the result fit into the lease. */
const resultMarginMs = 2_000

export interface DeliveryTools {
  poster: Poster
  secretsOf: (delivery: ClaimedDelivery) => PointSecrets
  userAgent: string
  times: DeliveryTimes
  clock: Clock
  log: Log
  /** In [0, 1), for the jitter. */
  random: () => number
}

/**
 * Makes one attempt of a claimed delivery and returns the result to write. `claimedMs` is the monotonic time before the
 * claim was sent. Never rejects because of an external failure.
 */
export async function deliver(
  tools: DeliveryTools,
  delivery: ClaimedDelivery,
  claimedMs: number,
): Promise<DeliveryResult> {
  const waitedMs = performance.now() - claimedMs
  const startedAt = new Date(delivery.claimedAt.getTime() + waitedMs)
  if (waitedMs + tools.times.deadlineMs + resultMarginMs > tools.times.leaseMs) return givenBack(delivery, startedAt, 0)
  let message: SignedCallback
  try {
    const timestampSeconds = Math.floor(delivery.claimedUnixSeconds + waitedMs / 1000)
    message = compose(delivery, { secrets: tools.secretsOf(delivery), timestampSeconds, userAgent: tools.userAgent })
  } catch (error) {
    tools.log.error({ err: error, pointId: delivery.pointId }, 'the secrets of a point cannot be decrypted')
    return givenBack(delivery, startedAt, ownFaultDelayMs)
  }
  return delivery.url === null
    ? intoInbox(delivery, message, startedAt)
    : await post(tools, delivery, { url: delivery.url, message, startedAt })
}

function compose(
  delivery: ClaimedDelivery,
  signing: { secrets: PointSecrets; timestampSeconds: number; userAgent: string },
): SignedCallback {
  const { body, headers } = signCallback(delivery, signing.secrets, signing.timestampSeconds)
  headers['user-agent'] = signing.userAgent
  headers['x-attempt'] = String(delivery.attempt)
  return { body, headers }
}

async function post(
  tools: DeliveryTools,
  delivery: ClaimedDelivery,
  { url, message, startedAt }: { url: string; message: SignedCallback; startedAt: Date },
): Promise<DeliveryResult> {
  const { headers, body } = message
  const answer = await tools.poster.post({ environment: delivery.environment, url, headers, body })
  const verdict = classifyResponse(delivery, answer, { now: tools.clock.now(), random: tools.random() })
  const record: AttemptRecord = {
    startedAt,
    url,
    status: answer.status,
    error: verdict.error,
    errorCode: verdict.errorCode,
    firstByteMs: answer.firstByteMs,
    totalMs: answer.totalMs,
    responseBody: answer.kind === 'answer' ? maskCardNumbers(answer.body) : null,
    sentBodySha256: bodySha256(body),
  }
  const outcome = delivery.probe ? probeOutcome(verdict) : counted(verdict)
  return resultOf(delivery, outcome, { observation: observationOf(delivery, verdict), record, inbox: null })
}

function intoInbox(delivery: ClaimedDelivery, message: SignedCallback, startedAt: Date): DeliveryResult {
  const record = { ...emptyRecord(startedAt), sentBodySha256: bodySha256(message.body) }
  const inbox = { eventId: delivery.eventId, ...message }
  const outcome = counted({ state: 'delivered', delayMs: 0, free: false })
  return resultOf(delivery, outcome, { observation: null, record, inbox })
}

/** Returns the delivery unsent. The cause is not the merchant's, so the attempt does not count. */
function givenBack(delivery: ClaimedDelivery, startedAt: Date, delayMs: number): DeliveryResult {
  const record = emptyRecord(startedAt)
  const outcome = counted({ state: 'pending', delayMs, free: true })
  return resultOf(delivery, outcome, { observation: null, record, inbox: null })
}

type Outcome = Pick<DeliveryResult, 'state' | 'delayMs' | 'free' | 'counts'>

/**
 * A failed probe leaves its callback's schedule unchanged, whatever its attempt number; the next probe uses another
 * callback if one waits that has not failed.
 */
function probeOutcome(verdict: Verdict): Outcome {
  if (verdict.state === 'delivered') return counted(verdict)
  return { state: 'pending', delayMs: 0, free: verdict.free, counts: false }
}

function observationOf({ probe, watched }: ClaimedDelivery, verdict: Verdict): DeliveryResult['observation'] {
  if (verdict.free) return null
  const result = verdict.state === 'delivered' ? 'success' : verdict.error === 'http' ? 'refused' : 'silent'
  return { result, probe, watched }
}

function counted({ state, delayMs, free }: Omit<Outcome, 'counts'>): Outcome {
  return { state, delayMs, free, counts: true }
}

/** Field by field: V8 adds the fields of a literal that begins with a spread one by one. */
function resultOf(
  { deliveryId, pointId, fence, attempt }: ClaimedDelivery,
  { state, delayMs, free, counts }: Outcome,
  { observation, record, inbox }: Pick<DeliveryResult, 'observation' | 'record' | 'inbox'>,
): DeliveryResult {
  return { deliveryId, pointId, fence, attempt, state, delayMs, free, counts, observation, record, inbox }
}

function emptyRecord(startedAt: Date): AttemptRecord {
  return {
    startedAt,
    url: null,
    status: null,
    error: null,
    errorCode: null,
    firstByteMs: null,
    totalMs: 0,
    responseBody: null,
    sentBodySha256: null,
  }
}

/**
 * One post outside the queue, through the same address guard: a test that a person waits for. The answer is not
 * classified: `error` is null for any HTTP answer.
 */
export async function postOnce(poster: Poster, userAgent: string, post: JsonPost): Promise<AttemptAnswer> {
  const answer = await poster.post({ ...post, headers: { ...post.headers, 'user-agent': userAgent } })
  const { status, firstByteMs, totalMs } = answer
  return answer.kind === 'answer'
    ? { status, error: null, errorCode: null, firstByteMs, totalMs, responseBody: answer.body }
    : { status, error: answer.error, errorCode: answer.code, firstByteMs, totalMs, responseBody: null }
}
