import type { FastifyReply } from 'fastify'
import type { PlatformDeps } from '../platform/deps.ts'
import { languageAsked, textsIn } from '../texts/language.ts'
import { type PayoutFailure, payoutFailureAnchor, payoutFailureOf } from '../values/payout-failure.ts'
import type { FieldProblem } from '../values/problem.ts'
import type { Reason, Status } from '../values/status.ts'
import { type Success, success } from './replies.ts'
import { callerOf } from './request-context.ts'

/** HTTP 200 for a failed payout: the transaction exists, its reference is used, and nothing was paid. */
export interface FailedPayout<Data> extends Omit<Success<Data>, 'status' | 'data'> {
  status: 'error'
  message: string
  data: Omit<Data, 'status'> & { status: 'ERROR' }
  error: {
    type: 'payout_failed'
    code: PayoutFailure
    param: null
    message: string
    doc_url: string
    request_id: string
  }
  errors: never[]
}

interface PayoutAnswer<Data> {
  transaction: { status: Status; reason: Reason }
  data: Data
  warnings?: readonly FieldProblem[]
}

/**
 * The reply to a payout request. Its outer `status` follows `data.status`, in a replay too, so that a client that
 * reads only the outer status never takes a failed payout for paid. A point may keep the earlier form, where the
 * outer status says that the request was accepted.
 */
export function payoutReplyOf<Data extends { status: Status }>(
  reply: FastifyReply,
  { transaction, data, warnings = [] }: PayoutAnswer<Data>,
  deps: Pick<PlatformDeps, 'site'>,
): Success<Data> | FailedPayout<Data> {
  const accepted = success(data, warnings)
  const { point } = callerOf(reply.request)
  if (transaction.status !== 'ERROR' || point.failedPayoutReply === 'success') return accepted
  const code = payoutFailureOf(transaction.reason)
  const language = languageAsked(reply.request.headers['accept-language']) ?? 'en'
  const message = textsIn(language).payoutFailures[code]
  reply.header('content-language', language).header('vary', 'accept-language')
  reply.request.refusal = { code, fields: [] }
  return {
    ...accepted,
    status: 'error',
    message,
    data: { ...data, status: 'ERROR' },
    error: {
      type: 'payout_failed',
      code,
      param: null,
      message,
      doc_url: `${deps.site.url()}/docs/errors#${payoutFailureAnchor(code)}`,
      request_id: reply.request.id,
    },
    errors: [],
  }
}
