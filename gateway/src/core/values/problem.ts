import type { Text } from '../texts/messages/say.ts'

/**
 * The catalogue of all errors (contract section 3). The code is the contract: documentation, OpenAPI and the HTTP
 * status of the reply come from this table. `type` groups errors for a client's first decision.
 */
export const problemCatalogue = {
  invalid_json: entry(400, 'invalid_request', 'The body is not valid JSON.'),
  invalid_header: entry(400, 'invalid_request', 'A header or a query parameter is malformed.'),
  missing_key: entry(
    401,
    'authentication',
    'Send your API key: Authorization: Bearer pas_test_…. A test point also takes HTTP Basic auth_point_id:auth_api_token.',
  ),
  unknown_key: entry(401, 'authentication', 'This API key does not exist or was revoked.'),
  expired_key: entry(401, 'authentication', 'This API key has expired: create or rotate one.'),
  bad_signature: entry(401, 'authentication', 'X-Signature does not match method, path, timestamp, nonce and body.'),
  stale_timestamp: entry(401, 'authentication', 'X-Timestamp is more than 300 seconds away from our clock.'),
  nonce_reused: entry(401, 'authentication', 'X-Nonce was used before: send a new one with every request.'),
  not_signed_in: entry(401, 'authentication', 'Sign in first: nobody is signed in here, or the session has ended.'),
  wrong_credentials: entry(401, 'authentication', 'The e-mail address, password or code is wrong.'),
  scope_missing: entry(403, 'permission', 'This API key lacks the scope that the endpoint needs.'),
  network_not_allowed: entry(403, 'permission', 'This API key may not be used from your address.'),
  service_not_enabled: entry(403, 'permission', 'This service code is not enabled for your point.'),
  point_suspended: entry(403, 'permission', 'This point is suspended: ask your operator.'),
  tls_required: entry(
    403,
    'permission',
    'Credentials of live points are accepted over HTTPS only: change those that were sent over plain HTTP.',
  ),
  role_missing: entry(403, 'permission', 'Your role does not allow this.'),
  csrf_refused: entry(
    403,
    'permission',
    'This request does not come from our own page: reload the page and try again.',
  ),
  step_up_required: entry(403, 'permission', 'Prove that it is you: enter your code or password once more.'),
  second_factor_required: entry(403, 'permission', 'Set up a second factor first: this touches real money.'),
  second_person_required: entry(
    403,
    'permission',
    'Somebody else has to decide: the same person made it, or made the key that did, or gave one of the two their access.',
  ),
  not_found: entry(404, 'not_found', 'There is nothing here that this API key may see.'),
  method_not_allowed: entry(405, 'invalid_request', 'This address does not answer this method: see Allow.'),
  reference_conflict: entry(409, 'conflict', 'This reference was used before with other content.'),
  not_in_this_state: entry(409, 'conflict', 'The transaction is not in a state that allows this.'),
  body_too_large: entry(413, 'invalid_request', 'The body is larger than 64 KiB.'),
  unsupported_media_type: entry(415, 'invalid_request', 'Send Content-Type: application/json.'),
  validation_failed: entry(422, 'invalid_request', 'One or more fields are wrong: see errors.'),
  unknown_service_code: entry(422, 'invalid_request', 'There is no such service code for this operation.'),
  unknown_parameter: entry(422, 'invalid_request', 'A query parameter is not known here: see errors.'),
  too_many_open: entry(
    422,
    'invalid_request',
    'The point holds its share of the references of a bank account: wait until orders have ended for a month.',
  ),
  insufficient_funds: entry(422, 'invalid_request', 'The available balance does not cover this payout.'),
  account_locked: entry(429, 'rate_limited', 'Too many failed attempts: wait for the seconds in Retry-After.'),
  rate_limited: entry(429, 'rate_limited', 'Too many requests: wait for the seconds in Retry-After.'),
  internal_error: entry(
    500,
    'server_error',
    'Something broke on our side; it was recorded. Repeat with the same reference.',
  ),
  unavailable: entry(
    503,
    'server_error',
    'The gateway cannot serve this now. Repeat with the same reference after Retry-After.',
  ),
} as const

export type ProblemCode = keyof typeof problemCatalogue
export type ProblemType = (typeof problemCatalogue)[ProblemCode]['type']

/** Faults of one field. A `validation_failed` reply lists all of them in `errors`. */
export const fieldCodes = {
  required: 'The field is required for this service code.',
  invalid_type: 'The field has the wrong JSON type.',
  invalid_format: 'The value has the wrong form.',
  invalid_check_digit: 'The check digit of the identifier is wrong.',
  not_allowed: 'The value is not one of the allowed ones.',
  too_long: 'The value is too long.',
  too_short: 'The value is too short.',
  use_a_string: 'The JSON number is too large to be exact: send a string.',
  amount_precision: 'The amount has more decimals than the currency.',
  amount_too_small: 'The amount is below the limit.',
  amount_too_large: 'The amount is above the limit.',
  daily_limit_exceeded: 'The sum of the day would be above the limit.',
  expired_at_past: 'expired_at is not in the future.',
  expired_at_too_far: 'expired_at is later than allowed.',
  bank_mismatch: 'The bank is not the one that the account belongs to.',
  unknown_bank: 'The bank is not in our list.',
  owner_mismatch: 'The key or account belongs to another document.',
  card_expired: 'The card has expired.',
  card_type_mismatch: 'The card type does not agree with the number.',
  mixed_forms: 'Nested and flat card fields were mixed: use one form.',
  contradiction: 'Two values of the same field differ.',
  insecure_redirect: 'The redirect address does not use HTTPS.',
  unknown_field: 'The field is not known and was ignored.',
  unusual: 'The value looks unusual.',
  looks_like_card_number: 'The value reads as a card number, which must not be sent here.',
  assumed: 'A missing part of the value was assumed.',
  unknown_service_code: 'There is no such service code for this operation.',
  unknown_parameter: 'The query parameter is not known here.',
  forbidden_name: 'This field name is never accepted.',
} as const

export type FieldCode = keyof typeof fieldCodes

/**
 * One wrong or unusual field. `param` is its path in the request, e.g.
 * `transactionDetails.cardDetails.payer_card_number`.
 */
export interface FieldProblem {
  code: FieldCode
  param: string
  message: Text
}

/** Ends a request. Rendered only in `core/web/reply-problem.ts`. Must never contain card data. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  /** What is said, in any language; `message` is its English. */
  readonly said: Text
  readonly param: string | undefined
  readonly fields: readonly FieldProblem[]
  /** Whole seconds for `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** Additional properties of the reply's `error` object, e.g. the existing `transaction_id`. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const said = details.message ?? problemCatalogue[code].message
    super(String(said), details.cause ? { cause: details.cause } : undefined)
    this.code = code
    this.said = said
    this.param = details.param
    this.fields = details.fields ?? []
    this.retryAfterSeconds = details.retryAfterSeconds
    this.facts = details.facts ?? {}
  }
}

export interface ProblemDetails {
  message?: Text
  param?: string
  fields?: readonly FieldProblem[]
  retryAfterSeconds?: number
  facts?: Readonly<Record<string, unknown>>
  cause?: unknown
}

export function httpStatusOf(code: ProblemCode): number {
  return problemCatalogue[code].http
}

function entry<const H extends number, const T extends string>(http: H, type: T, message: string) {
  return { http, type, message }
}
