import type { FastifyDynamicSwaggerOptions, SwaggerTransform } from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { methods } from '../../core/payment-methods/index.ts'
import type { OperationName, PaymentMethod } from '../../core/payment-methods/payment-method.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { httpStatusOf, type ProblemCode, problemCatalogue } from '../../core/values/problem.ts'
import type { Scope } from '../../core/values/roles.ts'
import { webhooks } from './callback-document.ts'
import { withUsedComponents } from './components.ts'
import { requestExamples } from './request-examples.ts'

const keyDescription = 'Your API key: pas_test_… or pas_live_…'
const basicDescription =
  'The API key as user name and no password; on test points auth_point_id and auth_api_token open the endpoints too.'

const about = `Pay-ins, card pay-ins and payouts in Latin America, and signed callbacks about what became of them.

Every accepted request answers 200 with \`status: success\`; every refusal has a code, a message, the field, and every
wrong field at once in \`errors\`. The codes: [/docs/errors](/docs/errors). Requests repeat safely: the same reference with the
same content returns the original.`

/** The document's fixed parts. The rest comes from the schemas of the routes. */
export function documentOptions(deps: Pick<PlatformDeps, 'site'>, version: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pasarela',
        version,
        description: about,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: tags.map(([name, description]) => ({ name, description })),
      security: [{ apiKey: [] }, { basic: [] }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: keyDescription },
          basic: { type: 'http', scheme: 'basic', description: basicDescription },
        },
      },
    },
    transform: withScope,
    // Runs when the document is first requested. The address is known by then.
    transformObject: (document) => {
      const complete = withExamplesAndRefusals(jsonSchemaTransformObject(document) as ApiDocument)
      return { ...complete, servers: [{ url: deps.site.url() }] } as Transformed
    },
  }
}

const tags = [
  ['Pay-ins', 'Money from a payer to you.'],
  ['Payouts', 'Money from you to a beneficiary.'],
  ['Payment links', 'Addresses that you give to payers, each of whom makes a pay-in.'],
  ['Refunds', 'Money of a pay-in on its way back to its payer.'],
  ['Withdrawals', 'Your money from us to your own account.'],
  ['Transactions', 'What became of them.'],
  ['Balances', 'What you have with us.'],
  ['Callbacks', 'Where and how we tell you.'],
  ['Catalogue', 'What can be paid, and a rehearsal.'],
  ['Test', 'Only on test points.'],
  ['Payer pages', 'What a payer sees in a browser.'],
  ['Operations', 'For whoever runs the gateway.'],
  ['Documentation', 'This.'],
] as const

/**
 * Marks a route with an optional body. The plugin declares every body as required, but passes on names that begin with
 * x-.
 */
const emptyBodyMark = 'x-empty-body'

/** Marks a route's own refusals. */
const refusalsMark = 'x-refusals'

/** Added to the description of each route that is `signed`. */
const signatureNote =
  'A point that demands signed payouts takes it signed only: X-Timestamp, X-Nonce and X-Signature (contract section 1).'

/** Refusals of a wrong signature, besides `invalid_header`, which every route may answer. */
const signatureRefusals: readonly ProblemCode[] = ['bad_signature', 'stale_timestamp', 'nonce_reused']

/** The API key's scope is listed with the security scheme. OpenAPI 3.1 allows this for every scheme. */
const withScope: SwaggerTransform = (given) => {
  // The dashboard's routes are not part of the merchant API.
  if (given.url.startsWith('/console')) return { url: given.url, schema: { hide: true } }
  const { schema, url } = jsonSchemaTransform(given)
  const { scope, orScope, emptyBody = false, signed = false, refusals = [] } = given.route.config ?? {}
  return {
    url,
    schema: {
      ...schema,
      ...(scope === undefined ? {} : { security: [scope, ...(orScope ? [orScope] : [])].flatMap(credentialsWith) }),
      ...(emptyBody ? { [emptyBodyMark]: true } : {}),
      ...(signed ? { description: `${schema.description} ${signatureNote}` } : {}),
      [refusalsMark]: signed ? [...refusals, ...signatureRefusals] : refusals,
    },
  }
}

/** Either of them is enough. */
function credentialsWith(scope: Scope): Record<string, Scope[]>[] {
  return [{ apiKey: [scope] }, { basic: [scope] }]
}

type Transformed = ReturnType<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>

/** The parts of an OpenAPI 3.1 document that this code reads. */
export interface ApiDocument {
  openapi: string
  tags: readonly { name: string }[]
  paths: Record<string, Partial<Record<HttpMethod, ApiOperation>>>
  webhooks?: typeof webhooks
  components: { schemas?: Record<string, unknown>; securitySchemes?: Record<string, unknown> }
}

type HttpMethod = 'get' | 'put' | 'post' | 'delete'

export interface ApiOperation {
  operationId?: string
  summary?: string
  tags?: readonly string[]
  security?: readonly Record<string, readonly string[]>[]
  requestBody?: {
    required?: boolean
    content: Record<string, { schema?: unknown; example?: unknown; examples?: Record<string, { value: unknown }> }>
  }
  parameters?: readonly { in: string }[]
  responses: Record<string, unknown>
  [emptyBodyMark]?: boolean
  [refusalsMark]?: readonly ProblemCode[]
}

/** Refusals of every route below /api/v1. */
const everywhere: readonly ProblemCode[] = [
  'invalid_header',
  'missing_key',
  'unknown_key',
  'expired_key',
  'scope_missing',
  'network_not_allowed',
  'point_suspended',
  'tls_required',
  'unknown_parameter',
  'rate_limited',
  'internal_error',
  'unavailable',
]

/** Refusals of the methods whose body is read. */
const withBody: readonly ProblemCode[] = ['invalid_json', 'body_too_large', 'unsupported_media_type']

function withExamplesAndRefusals(document: ApiDocument): ApiDocument {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      addRefusals(operation, [
        ...(path.startsWith('/api/v1') ? apiRefusals(path, method, operation) : []),
        ...(operation[refusalsMark] ?? []),
      ])
      delete operation[refusalsMark]
      if (operation[emptyBodyMark] && operation.requestBody) operation.requestBody.required = false
      delete operation[emptyBodyMark]
      addExample(operation)
    }
  }
  addExamples(document.paths['/api/v1/payments/payin_hth']?.post, 'payin')
  addExamples(document.paths['/api/v1/payments/payout_hth']?.post, 'payout')
  return withUsedComponents({ ...document, webhooks })
}

/** What follows from the key, the method, the parameters and the body. */
function apiRefusals(path: string, method: string, { parameters = [], requestBody }: ApiOperation): ProblemCode[] {
  const hasFields = requestBody !== undefined || parameters.some((each) => each.in === 'query')
  // The two routes that move money warn of an unknown parameter.
  const general = path.endsWith('_hth') ? everywhere.filter((code) => code !== 'unknown_parameter') : everywhere
  return [
    ...general,
    ...(method === 'get' ? [] : withBody),
    ...(hasFields ? (['validation_failed'] as const) : []),
    ...(path.includes('{id}') ? (['not_found'] as const) : []),
  ]
}

/** Of each HTTP status one response, with every code that comes with it: `x-error-codes` has them for programs. */
function addRefusals(operation: ApiOperation, codes: readonly ProblemCode[]): void {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  const known = (Object.keys(problemCatalogue) as ProblemCode[]).filter((code) => codes.includes(code))
  for (const status of new Set(known.map(httpStatusOf))) {
    const own = known.filter((code) => httpStatusOf(code) === status)
    const description = own.map((code) => `\`${code}\`: ${problemCatalogue[code].message}`).join(' ')
    operation.responses[status] = { description, content, 'x-error-codes': own }
  }
}

function addExample({ operationId = '', requestBody }: ApiOperation): void {
  const content = requestBody?.content['application/json']
  const example = requestExamples[operationId]
  if (content !== undefined && example !== undefined) content.example = example
}

/** One example per service code, supplied by the payment method. */
function addExamples(operation: ApiOperation | undefined, name: OperationName): void {
  const content = operation?.requestBody?.content['application/json']
  if (content === undefined) return
  const all: readonly PaymentMethod[] = methods
  const described = all.flatMap((method) => {
    const example = method[name]?.example
    return example === undefined ? [] : [[method.code, { summary: method.name, value: example }]]
  })
  content.examples = Object.fromEntries(described)
}
