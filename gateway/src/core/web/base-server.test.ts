import assert from 'node:assert/strict'
import { get as getHttps } from 'node:https'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { issueCertificate, testAuthority } from '../../../test/support/certificates.ts'
import { siteAt } from '../platform/deps.ts'
import { createLog } from '../platform/log/log.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import { bodyBytesMax, createBaseServer } from './base-server.ts'
import { addressOf } from './request-context.ts'

interface Refused {
  status: string
  message: string
  error: { code: string; request_id: string; doc_url: string }
}

/** The card number of the networks' test data, and a security code that appears nowhere else. */
const canary = ['4111111111111111', 'cvv-987-canary']

describe('the base server of all routes', () => {
  const lines: string[] = []
  const state = { closing: false }
  const metrics = createMetrics()
  let app: FastifyInstance
  let url = ''

  before(async () => {
    const log = createLog('info', (line) => lines.push(line))
    const site = { log, metrics, site: siteAt('https://pay.example') }
    app = createBaseServer(site, { trustedProxies: ['127.0.0.1'], isShuttingDown: () => state.closing })
    const echo = async (request: FastifyRequest) => ({ body: request.body, raw: request.rawBody?.length ?? null })
    app.post('/api/v1/payments/payin_hth', echo)
    app.post('/api/v1/payments/payout_hth', { config: { signed: true } }, echo)
    app.post('/empty', { config: { emptyBody: true } }, async (request) => ({ body: request.body ?? null }))
    app.get('/thing/:id', async () => ({ ok: true }))
    app.get('/where', async (request) => ({ address: addressOf(request), protocol: request.protocol }))
    app.get('/healthz', async () => ({ status: 'ok' }))
    app.get('/broken', async () => {
      throw new Error(`the row of ${canary[0]} broke`)
    })
    app.get('/away', async () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    })
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(async () => await app.close())

  const send = async (
    body: string | Buffer | undefined,
    options: { path?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(`${url}${options.path ?? '/api/v1/payments/payin_hth'}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...options.headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Refused }
  }
  const get = async (path: string, init: RequestInit = {}) => await fetch(`${url}${path}`, init)

  for (const [what, body, http, code, words] of [
    ['JSON cut off', '{"amount": 10, "payer_card_number": "4111111111111111"', 400, 'invalid_json', /ends too early/],
    ['1 MB', `{"a":"${'x'.repeat(1_000_000)}"}`, 413, 'body_too_large', /64 KiB/],
    ['one byte too many', `{"a":"${'x'.repeat(bodyBytesMax - 7)}"}`, 413, 'body_too_large', /64 KiB/],
    ['depth 10 000', `{"a":${'['.repeat(10_000)}`, 400, 'invalid_json', /deeper than 16/],
    ['a raw NUL', '{"a":"\u0000"}', 400, 'invalid_json', /column 7/],
    ['__proto__', '{"__proto__":{"admin":true}}', 400, 'invalid_json', /__proto__/],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, 'invalid_json', /UTF-8/],
    ['nothing', '', 400, 'invalid_json', /empty/],
    ['an array', '[{"amount":1}]', 400, 'invalid_json', /an array/],
    ['null', 'null', 400, 'invalid_json', /null/],
  ] as const) {
    it(`refuses ${what} with a reason, and answers the next request`, async () => {
      const refused = await send(body as string)
      assert.equal(refused.status, http)
      assert.equal(refused.body.error.code, code)
      assert.match(refused.body.message, words)
      assert.equal((await send('{"amount":1}')).status, 200)
    })
  }

  it('accepts a body of exactly 64 KiB', async () => {
    assert.equal((await send(`{"a":"${'x'.repeat(bodyBytesMax - 8)}"}`)).status, 200)
  })

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'nonsense',
    'application/jsonx',
  ]) {
    it(`refuses the content type ${type}`, async () => {
      const refused = await send('{"a":1}', { headers: { 'content-type': type } })
      assert.equal(refused.status, 415)
      assert.equal(refused.body.error.code, 'unsupported_media_type')
    })
  }

  it('accepts JSON with charset utf-8 in any notation', async () => {
    for (const type of ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON']) {
      assert.equal((await send('{"a":1}', { headers: { 'content-type': type } })).status, 200, type)
    }
  })

  it('needs no body where the route needs none', async () => {
    assert.equal((await send(undefined, { path: '/empty' })).status, 200)
    assert.equal((await get('/empty', { method: 'POST' })).status, 200)
    assert.equal((await send('{', { path: '/empty' })).status, 400)
  })

  it('keeps a body’s bytes for the routes that verify a signature, and for no other', async () => {
    const kept = (await (await get('/api/v1/payments/payout_hth', json('{"a":1}'))).json()) as { raw: number | null }
    const dropped = (await (await get('/api/v1/payments/payin_hth', json('{"a":1}'))).json()) as { raw: number | null }
    assert.deepEqual([kept.raw, dropped.raw], [7, null])
  })

  it('has the status error for payouts and fail for everything else', async () => {
    assert.equal((await send('{', { path: '/api/v1/payments/payout_hth' })).body.status, 'error')
    assert.equal((await send('{')).body.status, 'fail')
    assert.equal((await send('{}', { path: '/nothing' })).body.status, 'fail')
  })

  it('sets the same security headers and a request id on every reply, refusals included', async () => {
    for (const path of ['/thing/1', '/nothing', '/broken', '/%zz']) {
      const { headers } = await get(path, { headers: { 'x-request-id': 'mine' } })
      assert.match(headers.get('x-request-id') ?? '', /^req_[A-Za-z0-9_-]{22}$/, path)
      assert.equal(headers.get('cache-control'), 'no-store', path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      assert.equal(headers.get('x-frame-options'), 'DENY', path)
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'/, path)
      assert.equal(headers.get('access-control-allow-origin'), null, path)
      assert.equal(headers.get('server'), null, path)
    }
    const refused = (await (await get('/nothing')).json()) as Refused
    assert.match(refused.error.request_id, /^req_/)
    assert.equal(refused.error.doc_url, 'https://pay.example/docs/errors#not_found')
  })

  it('answers unknown paths with not_found, unknown methods with method_not_allowed, and lists the existing methods', async () => {
    assert.equal((await get('/nothing')).status, 404)
    const wrong = await get('/thing/1', { method: 'DELETE' })
    assert.deepEqual([wrong.status, ((await wrong.json()) as Refused).error.code], [405, 'method_not_allowed'])
    assert.equal(wrong.headers.get('allow'), 'GET, HEAD, OPTIONS')
    const options = await get('/thing/1', { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
    assert.equal(options.status, 204)
    assert.equal(options.headers.get('access-control-allow-origin'), null)
    const head = await get('/thing/1', { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
    assert.equal((await get(`/thing/${'x'.repeat(200)}`)).status, 404)
    assert.equal((await get('/%zz')).status, 400)
  })

  it('translates by Accept-Language and sets Content-Language', async () => {
    const response = await get('/nothing', { headers: { 'accept-language': 'pt-BR' } })
    assert.equal(response.headers.get('content-language'), 'pt')
    assert.match(((await response.json()) as Refused).message, /^Esse endereço não existe/)
  })

  it('distinguishes an internal error from an unreachable database, and logs the cause', async () => {
    const broken = await get('/broken')
    assert.equal(broken.status, 500)
    assert.ok(!(await broken.text()).includes('row'))
    assert.ok(lines.some((line) => line.includes('"request failed"') && line.includes('broke')))
    const away = await get('/away')
    assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '1'])
  })

  it('uses forwarding headers of its trusted proxy only', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'x-forwarded-proto': 'https' }
    const answer = await get('/where', { headers })
    assert.deepEqual(await answer.json(), { address: '198.51.100.7', protocol: 'https' })
    assert.match(answer.headers.get('strict-transport-security') ?? '', /max-age=31536000/)
    const alone = createBaseServer(
      { log: createLog('silent'), metrics, site: siteAt('') },
      { trustedProxies: [], isShuttingDown: () => false },
    )
    alone.get('/where', async (request) => ({ address: addressOf(request), protocol: request.protocol }))
    const unproxied = await alone.inject({ url: '/where', headers })
    assert.deepEqual(unproxied.json(), { address: '127.0.0.1', protocol: 'http' })
    await alone.close()
  })

  it('answers 503 where a handler takes longer than its connection may be silent', async () => {
    const site = { log: createLog('silent'), metrics, site: siteAt('') }
    const slow = createBaseServer(site, { trustedProxies: [], isShuttingDown: () => false })
    let end: () => void = () => undefined
    slow.get('/slow', async () => {
      await new Promise<void>((resolve) => {
        end = resolve
      })
      return { ok: true }
    })
    slow.server.timeout = 50
    const answer = await fetch(`${await slow.listen({ port: 0, host: '127.0.0.1' })}/slow`)
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1'])
    assert.equal(((await answer.json()) as Refused).error.code, 'unavailable')
    end()
    await slow.close()
  })

  it('serves HTTPS with its own certificate, and sends Strict-Transport-Security', async () => {
    const authority = await testAuthority()
    const tls = await issueCertificate(authority, { addresses: ['127.0.0.1'] })
    const site = { log: createLog('silent'), metrics, site: siteAt('') }
    const secure = createBaseServer(site, { trustedProxies: [], tls, isShuttingDown: () => false })
    secure.get('/where', async (request) => ({ protocol: request.protocol }))
    const address = await secure.listen({ port: 0, host: '127.0.0.1' })
    const answer = await new Promise<{ hsts: unknown; text: string }>((done, fail) => {
      const outgoing = getHttps(`${address}/where`, { ca: authority.cert, agent: false }, (incoming) => {
        let text = ''
        incoming.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        incoming.on('end', () => done({ hsts: incoming.headers['strict-transport-security'], text }))
      })
      outgoing.on('error', fail)
    })
    assert.deepEqual(answer, { hsts: 'max-age=31536000', text: '{"protocol":"https"}' })
    await secure.close()
  })

  it('answers invalid HTTP in the same format and closes', async () => {
    const { hostname, port } = new URL(url)
    const answerTo = async (first: string, later: string) =>
      await new Promise<string>((done) => {
        let text = ''
        const socket = connect(Number(port), hostname, () => {
          socket.write(first)
          setTimeout(() => socket.write(later), 20)
        })
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        socket.on('close', () => done(text))
      })
    // The path of a body that is broken later is known from its request.
    const chunked = ['Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked', '', ''].join('\r\n')
    for (const [first, later, status] of [
      ['GARBAGE', '\r\n\r\n', 'fail'],
      [`POST /api/v1/payments/payout_hth HTTP/1.1\r\n${chunked}`, 'zz\r\n', 'error'],
    ] as const) {
      const answer = await answerTo(first, later)
      assert.match(answer, /^HTTP\/1\.1 400 /)
      const refusal = JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as Refused
      assert.deepEqual([refusal.status, refusal.error.code], [status, 'invalid_header'])
      assert.equal(refusal.error.doc_url, 'https://pay.example/docs/errors#invalid_header')
    }
    assert.equal((await get('/thing/1', { headers: { 'x-long': 'x'.repeat(20_000) } })).status, 431)
  })

  it('logs one line per request with the route pattern, and nothing that the caller sent', async () => {
    lines.length = 0
    const secret = JSON.stringify({ payer_card_number: canary[0], payer_card_security_code: canary[1] })
    await send(secret)
    await send(`${secret}}`)
    await get(`/thing/${canary[1]}?token=${canary[1]}`)
    await get(`/${canary[1]}`)
    const requests = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['msg'] === 'request')
    assert.deepEqual(
      requests.map((line) => [line['method'], line['route'], line['status']]),
      [
        ['POST', '/api/v1/payments/payin_hth', 200],
        ['POST', '/api/v1/payments/payin_hth', 400],
        ['GET', '/thing/:id', 200],
        ['GET', 'unknown', 404],
      ],
    )
    for (const word of canary) assert.ok(!lines.join('').includes(word), word)
    assert.ok(requests.every((line) => typeof line['ms'] === 'number' && String(line['request_id']).startsWith('req_')))
    const counted = await metrics.registry.metrics()
    assert.ok(counted.includes('route="/thing/:id"') && !counted.includes('cvv-987'))
  })

  it('serves requests during shutdown, and closes each connection after its reply', async () => {
    state.closing = true
    try {
      const served = await get('/thing/1')
      assert.deepEqual([served.status, served.headers.get('connection')], [200, 'close'])
    } finally {
      state.closing = false
    }
    assert.notEqual((await get('/thing/1')).headers.get('connection'), 'close')
  })
})

function json(body: string): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body }
}
