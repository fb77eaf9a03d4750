import type { Rule } from './rule.ts'

const section = 'Callbacks'
const body = ['core/callbacks/rules/callback-body.ts']
const delivery = [
  'core/callbacks/delivery/deliver.ts',
  'core/callbacks/delivery/classify-response.ts',
  'core/callbacks/rules/callback-schedule.ts',
]
const handler = 'conformance/test/callback-handler.test.ts'
const merchants = 'it binds the server of the merchant'

export const authenticationRules: readonly Rule[] = [
  {
    id: 'AUTH-1',
    section: 'Authentication of callbacks',
    rule: 'A merchant holds an API token and a Point ID, which is a UUID.',
    from: ['authentication:rule 1'],
    checks: ['point-id-is-a-uuid'],
    code: ['core/merchants/new-point.ts'],
  },
  {
    id: 'AUTH-2',
    section: 'Authentication of callbacks',
    rule: 'api_key is between 1 and 9999999999.',
    from: ['authentication:rule 2', 'events:row api_key', 'limits:row api_key range'],
    checks: ['api-key-range'],
    tests: [
      { file: 'gateway/src/core/callbacks/rules/callback-signature.test.ts', name: 'an api_key has one to ten digits' },
    ],
    code: ['core/callbacks/rules/callback-signature.ts'],
  },
  {
    id: 'AUTH-3',
    section: 'Authentication of callbacks',
    rule: 'api_key is random: two callbacks do not share one.',
    from: ['authentication:rule 2', 'events:row api_key'],
    checks: ['api-key-is-random'],
    code: ['core/callbacks/rules/callback-signature.ts', 'core/callbacks/record-events.ts'],
  },
  {
    id: 'AUTH-4',
    section: 'Authentication of callbacks',
    rule: 'api_key is a JSON integer: a text, leading zeros or another form would break the hash.',
    from: ['authentication:rule 5', 'events:row api_key', 'authentication:rule 3'],
    checks: ['api-key-is-an-integer'],
    code: body,
  },
  {
    id: 'AUTH-5',
    section: 'Authentication of callbacks',
    rule: 'security_hash has the form of a hex digest of 32 bytes.',
    from: ['authentication:rule 3', 'events:row security_hash'],
    checks: ['security-hash-form'],
    code: ['core/callbacks/rules/callback-signature.ts'],
  },
  {
    id: 'AUTH-6',
    section: 'Authentication of callbacks',
    rule: 'security_hash is HMAC-SHA256, keyed by the API token, of the decimal api_key with the Point ID right after it.',
    from: ['authentication:rule 3', 'events:row security_hash'],
    checks: ['security-hash'],
    tests: [
      {
        file: 'gateway/src/core/callbacks/rules/callback-signature.test.ts',
        name: 'security_hash is the HMAC of the decimal api_key directly followed by the point id',
      },
    ],
    code: ['core/callbacks/rules/callback-signature.ts'],
  },
  {
    id: 'AUTH-7',
    section: 'Authentication of callbacks',
    rule: 'The case of the hex digits is not described.',
    decision: 'Lower case.',
    from: ['authentication:rule 3'],
    checks: ['security-hash-in-lower-case'],
    code: ['core/callbacks/rules/callback-signature.ts'],
  },
  {
    id: 'AUTH-8',
    section: 'Authentication of callbacks',
    rule: 'The merchant computes the hash anew, compares it in constant time and answers 401 to another one.',
    from: ['authentication:rule 4', 'events:text 6'],
    checks: [],
    tests: [
      { file: handler, name: 'answers 401 to a hash of another token, point or api_key' },
      {
        file: 'sdk/src/callbacks/verify-callback.test.ts',
        name: 'refuses a hash that is cut, empty inside or of another token',
      },
    ],
    code: [],
    outside: merchants,
  },
]

export const callbackRules: readonly Rule[] = [
  {
    id: 'CALLBACK-1',
    section,
    rule: 'A callback is a POST to the configured address.',
    from: ['events:rule 1', 'service:rule 4'],
    checks: ['callback-by-post'],
    code: ['core/net/post-json.ts', 'extras/webhooks/set-webhook.ts'],
  },
  {
    id: 'CALLBACK-2',
    section,
    rule: 'Its content type is application/json.',
    from: ['events:rule 1'],
    checks: ['callback-content-type'],
    code: ['core/net/post-json.ts'],
  },
  {
    id: 'CALLBACK-3',
    section,
    rule: 'The address for callbacks must be HTTPS.',
    from: ['events:rule 1'],
    checks: ['callback-url-must-be-https'],
    code: ['core/net/callback-url.ts'],
  },
  {
    id: 'CALLBACK-4',
    section,
    rule: 'Its body is a JSON object.',
    from: ['endpoints:text 1.1'],
    checks: ['callback-is-an-object'],
    code: body,
  },
  ...retries(),
  {
    id: 'CALLBACK-10',
    section,
    rule: 'What a redirect means is not described.',
    decision: 'It is not followed.',
    from: ['events:rule 2'],
    checks: ['redirect-is-not-followed'],
    code: ['core/net/post-json.ts'],
  },
  {
    id: 'CALLBACK-11',
    section,
    rule: 'The same callback may come more than once.',
    decision: 'A repetition has the same bytes, so its api_key and hash too.',
    from: ['events:rule 3'],
    checks: ['retry-is-the-same-callback'],
    code: ['core/callbacks/delivery/deliver.ts'],
  },
  {
    id: 'CALLBACK-12',
    section,
    rule: 'The merchant drops a callback that it has had, by its transaction_id.',
    decision: 'By transaction_id and status: EXPIRED and later COMPLETED are two callbacks of one transaction.',
    from: ['events:rule 3'],
    checks: [],
    tests: [
      { file: handler, name: 'tells its function once, however often a callback comes' },
      {
        file: 'sdk/src/callbacks/receive-callback.test.ts',
        name: 'goes by transaction_id and status where no webhook secret is configured',
      },
    ],
    code: [],
    outside: merchants,
  },
  {
    id: 'CALLBACK-13',
    section,
    rule: 'The merchant answers within 5 seconds and does its own work afterwards.',
    decision: 'The gateway waits 10 seconds, and flags more than 5 as slow.',
    from: ['events:rule 4', 'limits:row Merchant response time'],
    checks: [],
    tests: [{ file: handler, name: 'answers before its function has finished' }],
    code: ['core/callbacks/delivery/deliver.ts'],
    outside: merchants,
  },
  {
    id: 'CALLBACK-14',
    section,
    rule: 'How often and when a callback is sent again is not described.',
    decision:
      '15 attempts over 70 hours, each delay 10 % more or less; after a time-out, 429 or 503 at least 60 seconds, or Retry-After up to an hour.',
    from: ['events:rule 5'],
    checks: [],
    tests: [
      {
        file: 'gateway/src/core/callbacks/delivery/classify-response.test.ts',
        name: 'after a timeout, 429 or 503 the next attempt is at least a minute away, after any other failure as the schedule says',
      },
      {
        file: 'gateway/src/core/callbacks/rules/callback-schedule.test.ts',
        name: '15 attempts over 69.9 hours, with the delays of the contract',
      },
      {
        file: 'gateway/test/faults/callback-delivery.test.ts',
        name: 'failures are tried again on the schedule with the same id, key and body until 200',
      },
    ],
    code: ['core/callbacks/rules/callback-schedule.ts'],
    outside: 'it takes three days',
  },
  {
    id: 'CALLBACK-15',
    section,
    rule: 'The order of the callbacks of one transaction is not described.',
    decision: 'A newer state never comes before an older one; an older one that was not sent yet is left out.',
    from: ['events:rule 6'],
    checks: ['callbacks-in-order'],
    tests: [
      {
        file: 'gateway/test/faults/callback-order.test.ts',
        name: 'under failures and resets, with three processes, no state ever follows a newer one, and the last arrives',
      },
    ],
    code: ['core/callbacks/store/callback-claims.ts'],
  },
  ...required(),
  {
    id: 'CALLBACK-25',
    section,
    rule: 'transaction_id is that of the reply.',
    from: ['events:row transaction_id'],
    checks: ['callback-transaction-id'],
    code: body,
  },
  {
    id: 'CALLBACK-26',
    section,
    rule: 'status is PENDING, COMPLETED, ERROR or EXPIRED.',
    from: ['events:row status', 'transaction:row status', 'states:text 1'],
    checks: ['callback-status'],
    code: ['core/values/status.ts'],
  },
  {
    id: 'CALLBACK-27',
    section,
    rule: 'amount of a PIX_BR callback is the credited amount, a number with two decimals.',
    from: ['events:row amount'],
    checks: ['callback-amount-PIX_BR'],
    code: body,
  },
  {
    id: 'CALLBACK-28',
    section,
    rule: 'amount of a BT_AR callback is the credited amount, a number with two decimals.',
    from: ['events:row amount'],
    checks: ['callback-amount-BT_AR'],
    code: body,
  },
  {
    id: 'CALLBACK-29',
    section,
    rule: 'Other callbacks need no amount; those of India that have one belong to no service code of the list.',
    decision: 'They have none, unless the point asks for it.',
    from: ['events:row amount'],
    checks: ['callback-amount-of-others'],
    tests: [
      {
        file: 'gateway/src/core/callbacks/rules/callback-body.test.ts',
        name: 'amount is the booked amount with two decimals in every currency; all services send it only on request',
      },
    ],
    code: body,
  },
  {
    id: 'CALLBACK-30',
    section,
    rule: 'amount where nothing was credited is not described.',
    decision: 'It is absent: a receiver that adds up must not count money that is not there.',
    from: ['events:row amount'],
    checks: ['callback-amount-only-where-booked'],
    code: body,
  },
  {
    id: 'CALLBACK-31',
    section,
    rule: 'message describes the status in words.',
    from: ['events:row message'],
    checks: ['callback-message'],
    code: body,
  },
  {
    id: 'CALLBACK-32',
    section,
    rule: 'reference, where it is there, is that of the merchant.',
    from: ['events:row reference'],
    checks: ['callback-reference'],
    code: body,
  },
  {
    id: 'CALLBACK-33',
    section,
    rule: 'updated_at, where it is there, is an ISO 8601 time.',
    from: ['events:row updated_at', 'transaction:row updated_at'],
    checks: ['callback-updated-at'],
    code: ['core/values/timestamps.ts', ...body],
  },
  {
    id: 'CALLBACK-34',
    section,
    rule: 'pay_type, where it is there, is payin or payout, whichever it was.',
    from: ['events:row pay_type'],
    checks: ['callback-pay-type'],
    code: body,
  },
  {
    id: 'CALLBACK-35',
    section,
    rule: 'reference, updated_at and pay_type are optional.',
    decision: 'They are always there.',
    from: ['events:row reference', 'events:row updated_at', 'events:row pay_type'],
    checks: ['callback-optional-fields-always'],
    code: body,
  },
  {
    id: 'CALLBACK-36',
    section,
    rule: 'The callback of a card pay-in has the seven fields of its example.',
    from: ['events:text 4'],
    checks: ['card-callback-fields'],
    code: body,
  },
  {
    id: 'CALLBACK-37',
    section,
    rule: 'updated_at in the callback of a card pay-in has no time zone suffix.',
    from: ['events:text 4'],
    checks: ['card-callback-updated-at'],
    tests: [
      {
        file: 'gateway/src/core/callbacks/rules/callback-body.test.ts',
        name: 'a card callback has updated_at without time zone suffix',
      },
    ],
    code: body,
  },
  {
    id: 'CALLBACK-38',
    section,
    rule: 'The zone of updated_at in other callbacks is not described.',
    decision: 'UTC with microseconds and Z, as in replies.',
    from: ['events:row updated_at'],
    checks: ['other-callbacks-updated-at-in-utc'],
    code: body,
  },
  {
    id: 'CALLBACK-39',
    section,
    rule: 'A callback has no field that version 1.0 does not know.',
    from: ['versioning:bullet 2'],
    checks: ['callback-only-known-fields'],
    code: body,
  },
  {
    id: 'CALLBACK-40',
    section,
    rule: 'The additional fields are for certain merchants only.',
    decision: 'They are off until the point asks for them.',
    from: extraFields(),
    checks: ['callback-extra-fields-off'],
    code: body,
  },
  {
    id: 'CALLBACK-41',
    section,
    rule: 'Where they are on, they name the payer of a pay-in, the receiver of a payout and the end-to-end id, as texts.',
    from: extraFields(),
    checks: ['callback-extra-fields'],
    tests: [
      {
        file: 'gateway/src/core/callbacks/rules/callback-body.test.ts',
        name: 'the extra fields are sent on request only: the payer for a pay-in, the beneficiary for a payout',
      },
    ],
    code: [...body, 'core/processing/callback-facts.ts'],
  },
  ...handlerRules(),
]

/** CALLBACK-5 to CALLBACK-9. */
function retries(): Rule[] {
  return [
    ['CALLBACK-5', 'HTTP 500', 'retry-after-a-server-error'],
    ['CALLBACK-6', 'HTTP 401', 'retry-after-a-refusal'],
    ['CALLBACK-7', 'HTTP 204: only 200 confirms', 'retry-after-another-success-code'],
    ['CALLBACK-8', 'a redirect', 'retry-after-a-redirect'],
    ['CALLBACK-9', 'a connection that breaks without an answer', 'retry-without-an-answer'],
  ].map(([id = '', answer = '', check = '']) => ({
    id,
    section,
    rule: `A callback comes again after ${answer}.`,
    from: ['events:rule 2'],
    checks: [check],
    code: delivery,
  }))
}

/** CALLBACK-20 to CALLBACK-24. */
function required(): Rule[] {
  return ['transaction_id', 'api_key', 'security_hash', 'status', 'message'].map((name, index) => ({
    id: `CALLBACK-${index + 20}`,
    section,
    rule: `A callback always has ${name}.`,
    from: [`events:row ${name}`],
    checks: [`callback-has-${name.replaceAll('_', '-')}`],
    code: body,
  }))
}

function extraFields(): string[] {
  const names = ['sender_name', 'sender_document_number', 'beneficiary_name', 'beneficiary_document_number']
  return [...names, 'beneficiary_bank_name', 'endToEndId'].map((name) => `events:row 2 ${name}`)
}

/** CALLBACK-42 to CALLBACK-45. */
function handlerRules(): Rule[] {
  return [
    ['CALLBACK-42', 'answers 400 to a body that is no JSON', 'answers 400 to a body that is no JSON'],
    ['CALLBACK-43', 'answers 400 where a required field is missing', 'answers 400 where a required field is missing'],
    ['CALLBACK-44', 'answers 500 where its own work fails', 'answers 500 where its own store fails'],
    ['CALLBACK-45', 'answers 200 with the status success', 'answers 200 with the status success'],
  ].map(([id = '', rule = '', name = '']) => ({
    id,
    section,
    rule: `The server of the merchant ${rule}.`,
    from: ['events:text 6'],
    checks: [],
    tests: [{ file: handler, name }],
    code: [],
    outside: merchants,
  }))
}
