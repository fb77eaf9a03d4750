import type { AttemptError } from '../../net/attempt-error.ts'
import type { PostAnswer } from '../../net/post-json.ts'
import { isReceived, nextDelayMs } from '../rules/callback-schedule.ts'
import type { ClaimedDelivery } from '../store/callback-claims.ts'

const secondMs = 1_000
const hourMs = 3_600 * secondMs

/**
 * An endpoint that times out or answers 429 or 503 is overloaded. The short first delays of the schedule would make that
 * worse.
 */
const overloadDelayMs = 60_000

/** The longest delay that Retry-After can set. The schedule's delay may be longer. */
const retryAfterMaxMs = 3_600_000

/** Delay after a fault of the gateway. */
export const ownFaultDelayMs = 30 * secondMs

/**
 * Faults of the gateway use no attempt for a week. Without an end, an unreachable name server would cause retries for
 * ever.
 */
const freeForMs = 7 * 24 * hourMs

export interface Verdict {
  state: 'delivered' | 'exhausted' | 'pending'
  /** Until the next attempt; read only for `pending`. */
  delayMs: number
  /** The attempt does not count against the schedule. */
  free: boolean
  error: AttemptError | null
  errorCode: string | null
}

/**
 * What an answer means for its delivery (contract section 6). Only 200 is success, unless the endpoint accepts any 2xx.
 * Failures follow the schedule; Retry-After can only raise a delay. `random` is in [0, 1).
 */
export function classifyResponse(
  delivery: ClaimedDelivery,
  answer: PostAnswer,
  at: { now: Date; random: number },
): Verdict {
  // The header block was whole, so the merchant has the callback, whatever became of the answer's body.
  if (answer.status !== null && isReceived(answer.status, delivery.accept2xx)) {
    return { state: 'delivered', delayMs: 0, free: false, error: null, errorCode: null }
  }
  if (answer.kind === 'answer') {
    return retry(delivery, { error: 'http', code: null, floorMs: askedDelayMs(answer, at.now) }, at.random)
  }
  if (answer.ours && delivery.claimedAt.getTime() - delivery.createdAt.getTime() < freeForMs) {
    return { state: 'pending', delayMs: ownFaultDelayMs, free: true, error: answer.error, errorCode: answer.code }
  }
  const floorMs = answer.error === 'timeout' ? overloadDelayMs : 0
  return retry(delivery, { error: answer.error, code: answer.code, floorMs }, at.random)
}

interface Failure {
  error: AttemptError
  code: string | null
  /** Minimum delay. */
  floorMs: number
}

function retry(delivery: ClaimedDelivery, failure: Failure, random: number): Verdict {
  const delayMs = nextDelayMs(delivery.attempt, random)
  return {
    state: delayMs === undefined ? 'exhausted' : 'pending',
    delayMs: Math.max(delayMs ?? 0, failure.floorMs),
    free: false,
    error: failure.error,
    errorCode: failure.code,
  }
}

function askedDelayMs(answer: { status: number; retryAfter: string | undefined }, now: Date): number {
  if (answer.status !== 429 && answer.status !== 503) return 0
  const askedMs = answer.retryAfter === undefined ? 0 : retryAfterMs(answer.retryAfter, now)
  return Math.max(overloadDelayMs, Math.min(askedMs, retryAfterMaxMs))
}

/** Retry-After as seconds or as a date (RFC 9110, section 10.2.3), in milliseconds; 0 when unreadable or past. */
export function retryAfterMs(text: string, now: Date): number {
  if (/^\d+$/.test(text.trim())) return Number(text) * secondMs
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}
