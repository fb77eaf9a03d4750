import type { Rule } from './rule.ts'

const section = 'The service'

export const serviceRules: readonly Rule[] = [
  {
    id: 'SERVICE-1',
    section,
    rule: 'Paths are appended to the base address and begin with /api/v1/payments; the version is part of them.',
    from: ['service:text 1.2', 'service:text 4.1', 'service:text 4.2', 'endpoints:text 1.2', 'versioning:bullet 1'],
    checks: ['version-in-path'],
    code: ['entrances/api/server.ts', 'payments/http/payment-routes.ts'],
  },
  {
    id: 'SERVICE-2',
    section,
    rule: 'Every reply is a JSON object, a refusal too.',
    from: ['endpoints:text 1.1'],
    checks: ['json-replies'],
    code: ['web/replies.ts', 'web/reply-problem.ts'],
  },
  {
    id: 'SERVICE-3',
    section,
    rule: 'A request body that is no JSON object is refused.',
    from: ['endpoints:text 1.1'],
    checks: ['json-requests'],
    code: ['web/json-body.ts', 'web/json-fault.ts'],
  },
  {
    id: 'SERVICE-4',
    section,
    rule: 'Hosted and redirect flows of the countries, and their endpoints, are not described.',
    decision: 'They do not exist: their service codes are unknown.',
    from: ['service:text 3', 'other:text 2'],
    checks: ['no-hosted-methods'],
    code: ['payment-methods/index.ts', 'payment-methods/choose-method.ts'],
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
    code: ['payments/http/read-routes.ts', 'payments/get-transaction.ts', 'payments/list-transactions.ts'],
  },
  {
    id: 'SERVICE-6',
    section,
    rule: 'How requests to the endpoints are authenticated is not described.',
    decision: 'An API key as Bearer token, or as user name of HTTP Basic; without one 401 missing_key.',
    from: ['authentication:text 2'],
    checks: ['key-required'],
    code: ['merchants/http/authenticate.ts', 'merchants/authenticate-request.ts'],
  },
  {
    id: 'SERVICE-7',
    section,
    rule: 'How versions change and are withdrawn is not described.',
    decision: 'v1 changes only by addition; what is to go carries Deprecation and Sunset for 12 months. Nothing does.',
    from: ['versioning:bullet 3'],
    checks: ['nothing-deprecated'],
    code: ['web/replies.ts'],
  },
]
