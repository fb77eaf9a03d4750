import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildServer } from '../../core/api/server.ts'
import { html } from '../../core/payer-pages/html.ts'
import { methods } from '../../core/payment-methods/index.ts'
import { readPayin, readPayout } from '../../core/payment-methods/read-request.ts'
import { payinBody, payoutBody } from '../../core/payments/http/creation-schemas.ts'
import { siteAt } from '../../core/platform/deps.ts'
import { processSlots } from '../../core/platform/limits/slots.ts'
import { createLog } from '../../core/platform/log/log.ts'
import { createMetrics } from '../../core/platform/log/metrics.ts'
import { textsIn } from '../../core/texts/language.ts'
import { languages } from '../../core/texts/messages/languages.ts'
import { type PayoutFailure, payoutFailureAnchor, payoutFailures } from '../../core/values/payout-failure.ts'
import { httpStatusOf, type ProblemCode, problemCatalogue } from '../../core/values/problem.ts'
import { allErrorCodes, meaningOf } from '../../core/web/reply-problem.ts'
import type { Deps } from '../deps.ts'
import { serverExtras } from '../index.ts'
import { errorsPath, errorTexts } from './errors-page.ts'
import type { ApiDocument, ApiOperation } from './openapi.ts'

const now = new Date('2030-01-01T00:00:00Z')

describe('the documentation', () => {
  let app: FastifyInstance
  let document: ApiDocument
  before(async () => {
    // No request of this file reaches an operation, so no other dependency is used.
    const metrics = createMetrics()
    const deps = {
      metrics,
      slots: processSlots(metrics),
      log: createLog('silent'),
      site: siteAt('https://pay.example'),
      database: {},
    } as Deps
    const server = { trustedProxies: [], docs: true, isReady: async () => true as const, isShuttingDown: () => false }
    app = await buildServer(
      deps,
      { ...server, version: '9.8.7' },
      serverExtras(deps, { database: deps.database, forLoops: (more) => more }),
    )
    document = (await app.inject('/openapi.json')).json()
  })
  after(async () => await app.close())

  const operations = (): [string, string, ApiOperation][] =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, string, ApiOperation] => [
        method.toUpperCase(),
        path,
        operation,
      ]),
    )

  it('names every route of the code, and no other', () => {
    const documented = operations().map(([method, path]) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
    // OpenAPI has no words for the rest of a path: what providers append stands in the description of the route without it.
    const isLeftOut = /^HEAD | \/(console|dashboard|docs(?!\/errors))([/*]|$)| \/provider-notifications\/:account\*$/
    const routes = routesOf(app).filter((route) => !isLeftOut.test(route))
    assert.deepEqual(documented.toSorted(byText), routes.toSorted(byText))
    assert.ok(routes.length >= 20)
  })

  it('is consistent OpenAPI 3.1: ids are unique, references resolve, every operation has an answer', () => {
    assert.equal(document.openapi, '3.1.0')
    const ids = operations().map(([, , operation]) => operation.operationId)
    assert.ok(ids.every((id) => id !== undefined))
    assert.equal(new Set(ids).size, ids.length)
    for (const reference of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      assert.ok(document.components.schemas?.[reference[1] ?? ''], reference[0])
    }
    for (const [method, path, operation] of operations()) {
      // The form of the payer page answers with a redirect; every other operation answers with a body.
      const well = path === '/pay/{token}/payer-reference' ? '303' : '200'
      assert.ok(Object.keys(operation.responses).includes(well), `${method} ${path}`)
      assert.ok(operation.tags?.length === 1 && operation.summary, `${method} ${path}`)
    }
  })

  it('names the scope and the refusals of every API route', () => {
    for (const [method, path, operation] of operations()) {
      if (!path.startsWith('/api/v1')) assert.deepEqual(operation.security, [], path)
      else {
        assert.match(
          JSON.stringify(operation.security),
          /^\[(\{"apiKey":\["[a-z_]+"\]\},\{"basic":\["[a-z_]+"\]\}(,(?!$)|(?=\]$)))+\]$/,
          path,
        )
        for (const status of ['400', '401', '403', '422', '429', '500', '503'])
          assert.ok(operation.responses[status], `${method} ${path} ${status}`)
        assert.equal(path.includes('{id}') && operation.responses['404'] === undefined, false, `${method} ${path}`)
      }
    }
  })

  it('names every code of a refusal, in words and for programs', () => {
    for (const [method, path, { responses }] of operations()) {
      for (const [status, response] of Object.entries(responses)) {
        const { description, 'x-error-codes': codes } = response as {
          description: string
          'x-error-codes'?: ProblemCode[]
        }
        for (const code of codes ?? []) {
          assert.equal(String(httpStatusOf(code)), status, `${method} ${path}`)
          assert.ok(description.includes(`\`${code}\``), `${method} ${path} ${code}`)
        }
        if (path.startsWith('/api/v1') && !status.startsWith('2'))
          assert.ok(codes?.length, `${method} ${path} ${status}`)
      }
    }
    const conflicts = operations().filter(([, , { responses }]) => responses['409'] !== undefined)
    assert.deepEqual(conflicts.map(([, , { operationId }]) => operationId).toSorted(), [
      'approvePayout',
      'cancelPayin',
      'createPayin',
      'createPaymentLink',
      'createPayout',
      'createRefund',
      'createWithdrawal',
      'givePayerReference',
      'moveTestClock',
      'rejectPayout',
      'resendCallback',
      'resendDelivery',
      'rotateApiToken',
      'rotateWebhookSecret',
      'simulate',
      'testWebhook',
    ])
    assert.ok(!JSON.stringify(document).includes('x-refusals'))
  })

  it('has the callback, with its body, its headers and the meaning of every answer', () => {
    const { parameters, responses, requestBody } = document.webhooks?.callback.post ?? assert.fail('no callback')
    assert.equal(requestBody.content['application/json'].schema.$ref, '#/components/schemas/Callback')
    assert.ok(document.components.schemas?.['Callback'])
    assert.ok(parameters.some(({ name }) => name === 'webhook-signature'))
    assert.deepEqual(Object.keys(responses), ['200', '429', '503', '2XX', 'default'])
  })

  it('marks exactly the bodies of approvals and rejections as optional, as the routes do', () => {
    const optional = operations().filter(([, , { requestBody }]) => requestBody && requestBody.required !== true)
    assert.deepEqual(
      optional.map(([, , { operationId, requestBody }]) => [operationId, requestBody?.required]),
      [
        ['approvePayout', false],
        ['rejectPayout', false],
      ],
    )
    assert.ok(!JSON.stringify(document).includes('x-empty-body'))
  })

  it('shows where one of several optional fields is required', () => {
    const { anyOf } = componentOf(document, 'TestFunds') as { anyOf: unknown }
    assert.deepEqual(anyOf, [{ required: ['available'] }, { required: ['overdraft_limit'] }])
    const { oneOf } = componentOf(document, 'ClockMove') as { oneOf: unknown }
    assert.deepEqual(oneOf, [{ required: ['advance_seconds'] }, { required: ['reset'] }])
  })

  it('names the schema of every request and reply of the API, and has no other names', () => {
    for (const [method, path, { requestBody, responses }] of operations()) {
      if (!path.startsWith('/api/v1')) continue
      for (const part of [requestBody, ...Object.values(responses)] as JsonPart[]) {
        const { schema } = part?.content?.['application/json'] ?? {}
        if (part?.content) assert.deepEqual(Object.keys(schema ?? {}), ['$ref'], `${method} ${path}`)
      }
    }
    const names = Object.keys(document.components.schemas ?? {})
    const text = JSON.stringify(document)
    assert.deepEqual(
      names.filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name) || !text.includes(`"#/components/schemas/${name}"`)),
      [],
    )
    for (const name of ['PixBrPayinRequest', 'BtPePayoutRequest', 'CardPayinRequest', 'Balance', 'WebhookSettings']) {
      assert.ok(names.includes(name), name)
    }
  })

  it('has no two schemas of the same shape', () => {
    const known = new Map<string, string>()
    const twice: string[] = []
    for (const [place, shape] of objectsIn(document)) {
      const other = known.get(shape)
      if (other !== undefined) twice.push(`${place} is ${other}`)
      known.set(shape, place)
    }
    assert.ok(known.size > 80, String(known.size))
    assert.deepEqual(twice, [])
  })

  it('says by service_code which request it is, for every service code', () => {
    const codes = methods.map(({ code }) => code)
    assert.deepEqual(Object.keys(mappingOf(document, 'PayinRequest', 'service_code')).toSorted(), codes.toSorted())
    assert.equal(mappingOf(document, 'PayinRequest', 'service_code')['PIX_BR'], refTo('PixBrPayinRequest'))
    assert.equal(mappingOf(document, 'PayoutRequest', 'service_code')['BT_PE'], refTo('BtPePayoutRequest'))
    assert.deepEqual(mappingOf(document, 'CreatedPayoutReply', 'status'), {
      success: refTo('PayoutReply'),
      error: refTo('FailedPayoutReply'),
    })
  })

  it('has one reply for every service code, which requires what its payer needs', () => {
    const { oneOf } = componentOf(document, 'CreatedPayin') as { oneOf: { $ref: string }[] }
    const replies = oneOf.map(({ $ref }) => componentOf(document, $ref.split('/').at(-1) ?? '') as ReplyOfCodes)
    const replyTo = (code: string) => replies.filter((reply) => reply['x-service-codes'].includes(code))
    for (const { code } of methods) assert.equal(replyTo(code).length, 1, code)
    for (const [code, field] of [
      ['PIX_BR', 'pix_br_code'],
      ['SPEI_MX', 'clabe'],
      ['CC1_IG_TRUST_WW_EUR', 'redirect_url'],
    ] as const) {
      for (const reply of replies) assert.equal(reply.required.includes(field), replyTo(code).includes(reply), field)
    }
    assert.equal(replyTo('BT_PE')[0]?.properties['target_account_num']?.type, 'string')
    assert.equal(replyTo('DEBIN_AR')[0]?.properties['target_account_num']?.type, 'null')
  })

  it('groups every operation under a heading with an explanation', () => {
    const explained = document.tags.map(({ name }) => name)
    for (const [method, path, { tags }] of operations())
      assert.ok(explained.includes(tags?.[0] ?? ''), `${method} ${path}`)
  })

  it('shows an example for every service code, and each example is accepted unchanged', () => {
    const rules = { checks: 'strict', now } as const
    const examplesOf = (path: string) => {
      const content = document.paths[path]?.post?.requestBody?.content['application/json']
      return Object.entries(content?.examples ?? {})
    }
    const payins = examplesOf('/api/v1/payments/payin_hth')
    const payouts = examplesOf('/api/v1/payments/payout_hth')
    assert.deepEqual([payins.length, payouts.length], [14, 13])
    for (const [code, { value }] of payins) {
      assert.ok(payinBody.safeParse(value).success, code)
      assert.deepEqual(outcome(readPayin(value, rules)), [], code)
    }
    for (const [code, { value }] of payouts) {
      assert.ok(payoutBody.safeParse(value).success, code)
      assert.deepEqual(outcome(readPayout(value, rules)), [], code)
    }
  })

  it('loads nothing from another host, and its policy forbids it', async () => {
    for (const path of ['/', '/docs/', ...languages.map(errorsPath)]) {
      const page = await app.inject(path)
      assert.equal(page.statusCode, 200, path)
      assert.deepEqual(page.body.match(/(?<=(?:src|href)=")(?:https?:)?\/\/[\w.-]+/g) ?? [], [], path)
      const policy = String(page.headers['content-security-policy'])
      assert.match(policy, /^default-src 'none';/, path)
      assert.ok(!/https?:|\*/.test(policy), path)
    }
    for (const [, asset] of (await app.inject('/docs/')).body.matchAll(
      /<(?:link|script)[^>]*(?:src|href)="([^"]+)"/g,
    )) {
      assert.equal((await app.inject(asset ?? '')).statusCode, 200, asset)
    }
  })

  it('has one anchor for every code of an error, with its meaning, in each language', async () => {
    assert.ok(allErrorCodes().length > Object.keys(problemCatalogue).length)
    for (const language of languages) {
      const page = (await app.inject(errorsPath(language))).body
      assert.ok(page.includes(`<html lang="${language}">`), language)
      for (const { code, type } of allErrorCodes()) {
        const [, row = '', ...more] = page.split(`<tr id="${code}">`)
        assert.deepEqual(more, [], code)
        assert.ok(row.includes(html`${meaningOf(code, language)}`.text), `${language}: ${code}`)
        assert.ok(errorTexts[language].byType[type], `${language}: ${type}`)
      }
      for (const code of Object.keys(payoutFailures) as PayoutFailure[]) {
        assert.equal(page.split(`id="${payoutFailureAnchor(code)}"`).length, 2, code)
        assert.ok(page.includes(html`${textsIn(language).payoutFailures[code]}`.text), `${language}: ${code}`)
      }
    }
  })

  it('has a guide for language models that names this deployment’s address', async () => {
    const guide = await app.inject('/llms.txt')
    assert.match(String(guide.headers['content-type']), /^text\/plain/)
    for (const word of [
      'https://pay.example/api/v1/payments/payin_hth',
      'PIX_BR',
      'security_hash',
      'Idempotent-Replayed',
      'de-duplicate on webhook-id',
      '/refunds',
      '/api/v1/balances',
      '/api/v1/statements/',
    ]) {
      assert.ok(guide.body.includes(word), word)
    }
    const { pages } = (await app.inject('/docs/site.json')).json() as { pages: { path: string; title: string }[] }
    assert.ok(pages.length > 40, String(pages.length))
    for (const { path, title } of pages) {
      assert.ok(guide.body.includes(`- [${title}](https://pay.example/docs/${path}): `), path)
    }
  })

  it('is disabled by its option, except the page that refusals link to', async () => {
    const metrics = createMetrics()
    const slots = processSlots(metrics)
    const deps = { metrics, slots, log: createLog('silent'), site: siteAt(''), database: {} } as Deps
    const closed = await buildServer(
      deps,
      {
        trustedProxies: [],
        docs: false,
        isReady: async () => true,
        isShuttingDown: () => false,
        version: '1',
      },
      serverExtras(deps, { database: deps.database, forLoops: (more) => more }),
    )
    const statuses = await Promise.all(
      ['/docs', '/openapi.json', '/llms.txt', '/docs/errors', '/docs/es/errors', '/'].map(
        async (path) => (await closed.inject(path)).statusCode,
      ),
    )
    assert.deepEqual(statuses, [404, 404, 404, 200, 200, 200])
    await closed.close()
  })
})

describe('health', () => {
  it('distinguishes alive from ready, and shows the metrics on this machine only', async () => {
    const state: { ready: true | string; closing: boolean } = { ready: true, closing: false }
    const metrics = createMetrics()
    const slots = processSlots(metrics)
    const deps = { metrics, slots, log: createLog('silent'), site: siteAt(''), database: {} } as Deps
    const app = await buildServer(
      deps,
      {
        trustedProxies: ['127.0.0.1'],
        docs: false,
        isReady: async () => state.ready,
        isShuttingDown: () => state.closing,
        version: '9.8.7',
      },
      serverExtras(deps, { database: deps.database, forLoops: (more) => more }),
    )
    const statusOf = async (path: string) => (await app.inject(path)).statusCode
    assert.deepEqual((await app.inject('/healthz')).json(), { status: 'ok', version: '9.8.7' })
    assert.deepEqual([await statusOf('/healthz'), await statusOf('/readyz')], [200, 200])
    state.ready = 'the database does not answer'
    assert.deepEqual([await statusOf('/healthz'), await statusOf('/readyz')], [200, 503])
    Object.assign(state, { ready: true, closing: true })
    assert.deepEqual([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/')], [200, 503, 200])
    state.closing = false
    assert.match((await app.inject('/metrics')).body, /http_requests_total/)
    assert.equal((await app.inject({ url: '/metrics', remoteAddress: '203.0.113.5' })).statusCode, 404)
    assert.equal((await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.5' } })).statusCode, 404)
    await app.close()
  })
})

type JsonPart = { content?: Record<string, { schema?: object }> } | undefined

interface ReplyOfCodes {
  'x-service-codes': readonly string[]
  required: readonly string[]
  properties: Readonly<Record<string, { type?: string }>>
}

function componentOf(document: ApiDocument, name: string): unknown {
  return document.components.schemas?.[name] ?? assert.fail(`no component ${name}`)
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`
}

function mappingOf(document: ApiDocument, name: string, propertyName: string): Readonly<Record<string, string>> {
  const { discriminator } = componentOf(document, name) as {
    discriminator: { propertyName: string; mapping: Record<string, string> }
  }
  assert.equal(discriminator.propertyName, propertyName)
  return discriminator.mapping
}

/** Every object with fields, with where it stands and its shape: descriptions are no part of it. */
function objectsIn(value: unknown, place = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  const { properties } = value as { properties?: unknown }
  const parts = Object.entries(value).flatMap(([name, part]) => objectsIn(part, `${place}/${name}`))
  return typeof properties === 'object' ? [[place, shapeOf(value)], ...parts] : parts
}

const aboutShapes = ['description', 'example', 'title', 'default', 'x-service-codes']

function shapeOf(schema: object): string {
  return JSON.stringify(schema, (name, part: unknown) => (aboutShapes.includes(name) ? undefined : part))
}

/** Every route from the router's printed tree: one path segment per level, methods in brackets. */
function routesOf(app: FastifyInstance): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const match = /^([\s│]*)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line)
      if (!match) return []
      const [, indent = '', segment = '', methods = ''] = match
      above.length = indent.length / 4
      const path = [...above, segment].join('')
      above.push(segment)
      return methods.split(', ').map((method) => `${method} ${path}`)
    })
}

function outcome(result: ReturnType<typeof readPayin> | ReturnType<typeof readPayout>): unknown[] {
  return result.ok ? [...result.warnings] : [...result.problems]
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1
}
