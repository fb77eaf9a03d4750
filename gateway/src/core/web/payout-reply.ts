import type { FastifyReply } from 'fastify'
import type { PlatformDeps } from '../platform/deps.ts'
import { languageAsked, textsIn } from '../texts/language.ts'
import type { Language } from '../texts/messages/languages.ts'
import { type PayoutFailure, payoutFailureAnchor, payoutFailureOf } from '../values/payout-failure.ts'
import type { FieldProblem } from '../values/problem.ts'
import type { Reason, Status } from '../values/status.ts'
import { type Success, success } from './replies.ts'
import { callerOf } from './request-context.ts'

/** HTTP 200 for a failed payout: the transaction exists, its reference is used, and nothing was paid. */
export interface FailedPayout<Data, Type extends string = 'payout_failed'>
  extends Omit<Success<Data>, 'status' | 'data'> {
  status: 'error'
  message: string
  data: Omit<Data, 'status'> & { status: 'ERROR' }
  error: {
    type: Type
    code: PayoutFailure
    param: null
    message: string
    doc_url: string
    request_id: string
  }
  errors: never[]
}

/** How the failure of one kind of transaction is said. */
export interface FailedWords<Type extends string> {
  type: Type
  messageOf(language: Language, code: PayoutFailure): string
}

interface PayoutAnswer<Data, Type extends string> {
  transaction: { status: Status; reason: Reason }
  data: Data
  warnings?: readonly FieldProblem[]
  failed: FailedWords<Type>
}

export const payoutFailed: FailedWords<'payout_failed'> = {
  type: 'payout_failed',
  messageOf: (language, code) => textsIn(language).payoutFailures[code],
}

/**
 * The reply to a request for a payout or refund. Its outer `status` follows `data.status`, in a replay too, so that a client that
 * reads only the outer status never takes a failed payout for paid. A point may keep the earlier form, where the
 * outer status says that the request was accepted.
 */
export function payoutReplyOf<Data extends { status: Status }, Type extends string>(
  reply: FastifyReply,
  { transaction, data, warnings = [], failed }: PayoutAnswer<Data, Type>,
  deps: Pick<PlatformDeps, 'site'>,
): Success<Data> | FailedPayout<Data, Type> {
  const accepted = success(data, warnings)
  const { point } = callerOf(reply.request)
  if (transaction.status !== 'ERROR' || point.failedPayoutReply === 'success') return accepted
  const code = payoutFailureOf(transaction.reason)
  const language = languageAsked(reply.request.headers['accept-language']) ?? 'en'
  const message = failed.messageOf(language, code)
  reply.header('content-language', language).header('vary', 'accept-language')
  reply.request.refusal = { code, fields: [] }
  return {
    ...accepted,
    status: 'error',
    message,
    data: { ...data, status: 'ERROR' },
    error: {
      type: failed.type,
      code,
      param: null,
      message,
      doc_url: `${deps.site.url()}/docs/errors#${payoutFailureAnchor(code)}`,
      request_id: reply.request.id,
    },
    errors: [],
  }
}
