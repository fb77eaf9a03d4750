import type { Rule } from './rule.ts'

const section = 'The service'

export const serviceRules: readonly Rule[] = [
  {
    id: 'SERVICE-1',
    section,
    rule: 'Paths are appended to the base address and begin with /api/v1/payments; the version is part of them.',
    from: ['service:text 1.2', 'service:text 4.1', 'service:text 4.2', 'endpoints:text 1.2', 'versioning:bullet 1'],
    checks: ['version-in-path'],
    code: ['core/api/server.ts', 'core/payments/http/payment-routes.ts'],
  },
  {
    id: 'SERVICE-2',
    section,
    rule: 'Every reply is a JSON object, a refusal too.',
    from: ['endpoints:text 1.1'],
    checks: ['json-replies'],
    code: ['core/web/replies.ts', 'core/web/reply-problem.ts'],
  },
  {
    id: 'SERVICE-3',
    section,
    rule: 'A request body that is no JSON object is refused.',
    from: ['endpoints:text 1.1'],
    checks: ['json-requests'],
    code: ['core/web/json-body.ts', 'core/web/json-fault.ts'],
  },
  {
    id: 'SERVICE-4',
    section,
    rule: 'Hosted and redirect flows of the countries, and their endpoints, are not described.',
    decision: 'They do not exist: their service codes are unknown.',
    from: ['service:text 3', 'other:text 2'],
    checks: ['no-hosted-methods'],
    code: ['core/payment-methods/index.ts', 'core/payment-methods/registry.ts'],
  },
  {
    id: 'SERVICE-5',
    section,
    rule: 'How transactions are queried is not described.',
    decision: 'GET /api/v1/payments/{transaction_id} reads one; GET /api/v1/payments lists them.',
    from: ['other:text 1'],
    checks: ['read-by-id'],
    tests: [
      {
        file: 'gateway/test/journeys/lists.test.ts',
        name: 'filters by reference, status, pay_type, service_code and time, alone and together, through all pages',
      },
    ],
    code: [
      'core/payments/http/read-routes.ts',
      'core/payments/get-transaction.ts',
      'core/payments/list-transactions.ts',
    ],
  },
  {
    id: 'SERVICE-6',
    section,
    rule: 'How requests to the endpoints are authenticated is not described.',
    decision: 'An API key as Bearer token, or as user name of HTTP Basic; without one 401 missing_key.',
    from: ['authentication:text 2'],
    checks: ['key-required'],
    code: ['core/merchants/http/authenticate.ts', 'core/merchants/authenticate-request.ts'],
  },
  {
    id: 'SERVICE-7',
    section,
    rule: 'How versions change and are withdrawn is not described.',
    decision: 'v1 changes only by addition; what is to go carries Deprecation and Sunset for 12 months. Nothing does.',
    from: ['versioning:bullet 3'],
    checks: ['nothing-deprecated'],
    code: ['core/web/replies.ts'],
  },
  {
    id: 'SERVICE-8',
    section,
    rule: 'Whether a path may end with a slash is not described.',
    decision: 'It may.',
    from: ['endpoints:text 1.2'],
    checks: ['trailing-slash'],
    code: ['core/web/base-server.ts'],
  },
  {
    id: 'SERVICE-9',
    section,
    rule: 'What another method than POST answers is not described.',
    decision: '405 method_not_allowed with the header Allow.',
    from: ['payin:bullet 1', 'payout:bullet 1', 'card:bullet 1'],
    checks: ['wrong-method'],
    code: ['core/web/unknown-route.ts'],
  },
  {
    id: 'SERVICE-10',
    section,
    rule: 'What an unknown query parameter does is not described.',
    decision:
      'Reads refuse it with 422 unknown_parameter, the two requests that pay warn of it; a name that begins with an underscore is ignored.',
    from: ['other:text 1'],
    checks: ['unknown-parameter'],
    code: ['core/web/unknown-parameters.ts'],
  },
]
