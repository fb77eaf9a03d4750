import { currentTime } from '../clock.ts'
import type { Reply } from './call.ts'
import {
  type Failure,
  PasarelaError,
  PayoutFailedError,
  RefundFailedError,
  WithdrawalFailedError,
} from './pasarela-error.ts'
import type { FailedRefund, Refund } from './refunds.ts'
import type { FailedPayout, Payout } from './transactions.ts'
import type { FieldNote } from './values.ts'
import type { FailedWithdrawal, Withdrawal } from './withdrawals.ts'

/** Reads the gateway's answer. Throws PasarelaError for everything that is no success. */
export function readReply<Data>(response: Response, text: string): Reply<Data> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const body = objectOf(text)
  if (response.ok && body?.['status'] === 'success') {
    return {
      data: body['data'] as Data,
      warnings: (body['warnings'] as FieldNote[] | undefined) ?? [],
      replayed: isReplayed(response),
      requestId,
    }
  }
  const failure = failureOf(response, body)
  const failed = failedIn(body)
  if (!response.ok || failed === undefined) throw new PasarelaError(failure)
  const replayed = isReplayed(response)
  if ('withdrawal_id' in failed) throw new WithdrawalFailedError(failure, { withdrawal: failed, replayed })
  if ('refund_id' in failed) throw new RefundFailedError(failure, { refund: failed, replayed })
  throw new PayoutFailedError(failure, { payout: failed, replayed })
}

/** The same payout where the point keeps the outer status `success`: a program that reads only that must not take it for paid. */
export function refuseFailedPayout<Data extends Payout>(reply: Reply<Data>): Reply<Data> {
  const { data, requestId, replayed } = reply
  if (data.status !== 'ERROR') return reply
  const message = 'The payout failed, and nothing was paid: getTransaction tells the reason.'
  const failure = { code: 'payout_failed', message, status: 200, ...(requestId === undefined ? {} : { requestId }) }
  throw new PayoutFailedError(failure, { payout: { ...data, status: 'ERROR' }, replayed })
}

/** The same of a refund. */
export function refuseFailedRefund({ data, ...reply }: Reply<Refund>): Reply<Refund> {
  if (data.status !== 'ERROR') return { data, ...reply }
  const { requestId, replayed } = reply
  const message = 'The refund failed, and nothing went back: status_reason tells why.'
  const failure = { code: 'refund_failed', message, status: 200, ...(requestId === undefined ? {} : { requestId }) }
  throw new RefundFailedError(failure, { refund: { ...data, status: 'ERROR' }, replayed })
}

/** The same of a withdrawal. */
export function refuseFailedWithdrawal({ data, ...reply }: Reply<Withdrawal>): Reply<Withdrawal> {
  if (data.status !== 'ERROR') return { data, ...reply }
  const { requestId, replayed } = reply
  const message = 'The withdrawal failed, and nothing was paid: status_reason tells why.'
  const failure = { code: 'payout_failed', message, status: 200, ...(requestId === undefined ? {} : { requestId }) }
  throw new WithdrawalFailedError(failure, { withdrawal: { ...data, status: 'ERROR' }, replayed })
}

function isReplayed(response: Response): boolean {
  return response.headers.get('idempotent-replayed') === 'true'
}

function failedIn(
  body: Record<string, unknown> | undefined,
): FailedPayout | FailedRefund | FailedWithdrawal | undefined {
  const data = body?.['data'] as { status?: unknown } | null | undefined
  return body?.['status'] === 'error' && data?.status === 'ERROR'
    ? (data as FailedPayout | FailedRefund | FailedWithdrawal)
    : undefined
}

function failureOf(response: Response, body: Record<string, unknown> | undefined): Failure {
  const { status } = response
  const requestId = response.headers.get('x-request-id')
  const retryAfterSeconds = secondsOf(response.headers.get('retry-after'))
  const known = {
    status,
    ...(requestId === null ? {} : { requestId }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
  const error = body?.['error'] as Record<string, unknown> | undefined
  if (typeof error?.['code'] !== 'string') {
    return {
      ...known,
      code: 'unexpected_reply',
      message: `The answer with HTTP status ${status} is none of a Pasarela gateway. Is the base address right?`,
    }
  }
  const { code, message, param, ...facts } = error
  return {
    ...known,
    code: error['code'],
    message: String(message),
    fields: (body?.['errors'] as FieldNote[] | undefined) ?? [],
    ...(typeof param === 'string' ? { param } : {}),
    facts,
  }
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Retry-After in seconds, from either of its two forms (RFC 9110, 10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - currentTime().getTime()) / 1_000))
}
