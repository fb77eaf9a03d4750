import type { FailedRefund } from './refunds.ts'
import type { FailedPayout } from './transactions.ts'
import type { FieldNote } from './values.ts'
import type { FailedWithdrawal } from './withdrawals.ts'

/** What is known about a call that failed. */
export interface Failure {
  /**
   * The gateway's code (`/docs/errors`), which never changes; or one of this package: `network_error`, `timeout`,
   * `unexpected_reply`.
   */
  code: string
  /** The gateway's sentence; the error's own message adds the names of the wrong fields. */
  message: string
  /** HTTP status; undefined where no answer came. */
  status?: number
  /** Every wrong field at once. */
  fields?: FieldNote[]
  /** Path of the one field that is wrong. */
  param?: string
  requestId?: string
  retryAfterSeconds?: number
  /** What else stands in `error`, such as the fields that differ in a reference_conflict. */
  facts?: Readonly<Record<string, unknown>>
  cause?: unknown
}

/**
 * A call that failed. After `network_error`, `timeout` or a status of 500 and above it is unknown whether a creation
 * happened: send it again with the same reference, or look for it with `listTransactions({ reference })`.
 */
export class PasarelaError extends Error {
  readonly code: string
  readonly status: number | undefined
  readonly fields: FieldNote[]
  readonly param: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly facts: Readonly<Record<string, unknown>>

  constructor(failure: Failure) {
    super(messageOf(failure), failure.cause === undefined ? {} : { cause: failure.cause })
    this.name = 'PasarelaError'
    this.code = failure.code
    this.status = failure.status
    this.fields = failure.fields ?? []
    this.param = failure.param
    this.requestId = failure.requestId
    this.retryAfterSeconds = failure.retryAfterSeconds
    this.facts = failure.facts ?? {}
  }
}

/** Names every wrong field once, unless the sentence names it already. Never a value: messages end up in logs. */
function messageOf({ message, fields = [] }: Failure): string {
  const said = new Set(message.split(/[^\w.[\]]+|\.(?=\s|$)/))
  const names = [...new Set(fields.map(({ param }) => param))].filter((name) => name && !said.has(name))
  return names.length === 0 ? message : `${message} (${names.join(', ')})`
}

/**
 * A payout that surely failed: nothing was paid. It is thrown, and not returned, so that no program takes it for paid. `code` is
 * why, the same word as `reason` of `getTransaction` (`payout_failed` where the point keeps replies without the reason). The
 * payout exists and its reference is used: pay again with a new one.
 */
export class PayoutFailedError extends PasarelaError {
  readonly payout: FailedPayout
  /** The reference was known: this is the payout of the first request, as it stands now. */
  readonly replayed: boolean

  constructor(failure: Failure, { payout, replayed }: { payout: FailedPayout; replayed: boolean }) {
    super(failure)
    this.name = 'PayoutFailedError'
    this.payout = payout
    this.replayed = replayed
  }
}

/** A withdrawal that surely failed: nothing was paid. As `PayoutFailedError`; withdraw again with a new reference. */
export class WithdrawalFailedError extends PasarelaError {
  readonly withdrawal: FailedWithdrawal
  /** The reference was known: this is the withdrawal of the first request, as it stands now. */
  readonly replayed: boolean

  constructor(failure: Failure, { withdrawal, replayed }: { withdrawal: FailedWithdrawal; replayed: boolean }) {
    super(failure)
    this.name = 'WithdrawalFailedError'
    this.withdrawal = withdrawal
    this.replayed = replayed
  }
}

/** A refund that surely failed: nothing went back. As `PayoutFailedError`; refund again with a new reference. */
export class RefundFailedError extends PasarelaError {
  readonly refund: FailedRefund
  /** The reference was known: this is the refund of the first request, as it stands now. */
  readonly replayed: boolean

  constructor(failure: Failure, { refund, replayed }: { refund: FailedRefund; replayed: boolean }) {
    super(failure)
    this.name = 'RefundFailedError'
    this.refund = refund
    this.replayed = replayed
  }
}
