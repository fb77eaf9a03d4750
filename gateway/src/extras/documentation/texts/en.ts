import type { ProblemType } from '../../../core/values/problem.ts'

/** What the page of error codes says besides their meanings, which are in `core/texts`. Names in backticks are code. */
export const en = {
  title: 'Errors',
  documentation: 'Documentation',
  languages: 'Languages',
  intro:
    'Decide by `error.code`: codes do not change, messages may. Every wrong field stands in `errors` with its path. When exactly one field is wrong, `error.code` is that field’s code; for several it is `validation_failed`. A refused request does not use up its reference.',
  whatToDo: 'What to do',
  code: 'Code',
  type: 'Type',
  meaning: 'Meaning',
  byType: {
    invalid_request: 'Correct the request, then send it again. Its reference is still free.',
    authentication: 'Send a valid key with a valid signature, or sign in again.',
    permission: 'Use a key that has the right, or ask whoever manages the point. The same request is refused again.',
    not_found: 'Check the id, and that the key belongs to the same point.',
    conflict: 'Read the transaction before you send anything else.',
    rate_limited: 'Wait for the seconds in `Retry-After`, then send the same request again.',
    server_error: 'Send the same request again with the same reference, after `Retry-After` where it is given.',
  } as Readonly<Record<ProblemType, string>>,
  failures: {
    title: 'Payouts that failed',
    intro:
      'A payout that surely failed is answered with HTTP 200, `"status":"error"`, its whole `data` and one of these codes with the type `payout_failed`. Nothing was paid, and its reference is used: pay again with a new one. The same code is `reason` of every read. A refund that failed has the same codes, with the type `refund_failed`.',
  },
}
