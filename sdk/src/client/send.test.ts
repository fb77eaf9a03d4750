import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { type ClientOptions, pasarelaClient } from './client.ts'
import type { PasarelaClient } from './operations.ts'
import { PasarelaError } from './pasarela-error.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** What the gateway answers to one request; `hang up` ends the connection, `silence` never answers. */
type Answer = { status: number; headers?: Record<string, string>; body?: unknown } | 'hang up' | 'silence'

const refusal = (code: string) => ({
  status: 'fail',
  message: code,
  data: null,
  error: { code, message: code },
  errors: [],
})
const created: Answer = { status: 200, body: { status: 'success', data: { transaction_id: 'tx' } } }
const payin = { service_code: 'BT_AR', amount: 10, reference: 'order-1', payer_doc_id: '20-26756539-3' } as const

/** A server that answers by a script, its last line for ever, and a client of it. */
async function scripted(t: TestContext, script: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const answer = script[Math.min(seen.length, script.length - 1)] ?? 'hang up'
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      if (answer === 'hang up') request.socket.destroy()
      else if (answer !== 'silence') {
        response.writeHead(answer.status, { 'x-request-id': 'req_1', ...answer.headers })
        response.end(JSON.stringify(answer.body))
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, seen, client: pasarelaClient({ baseUrl, apiKey: 'pas_test_x', ...options }) }
}

async function failure(call: Promise<unknown>): Promise<PasarelaError> {
  const error = await call.then(
    () => assert.fail('it was accepted'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof PasarelaError, String(error))
  return error
}

describe('a request that creates', () => {
  it('is sent again, the same bytes, after a lost connection, a 500, a 503 of something else and a 429', async (t) => {
    const failures: Answer[] = [
      'hang up',
      { status: 500, body: refusal('internal_error') },
      { status: 503, body: '<html>' },
    ]
    const { seen, client } = await scripted(t, [...failures, created])
    assert.equal((await client.createPayin(payin)).data.transaction_id, 'tx')
    assert.equal(seen.length, 4)
    assert.deepEqual([...new Set(seen.map(({ body }) => body))], [JSON.stringify(payin)])
    const limited = await scripted(t, [{ status: 429, body: refusal('rate_limited') }, created])
    await limited.client.createPayin(payin)
    assert.equal(limited.seen.length, 2)
  })

  it('is given up after four attempts with the last error', async (t) => {
    const { seen, client } = await scripted(t, [{ status: 503, body: refusal('unavailable') }])
    const error = await failure(client.createPayout({ ...payin, account_type: 'CBU', account: '1' }))
    assert.deepEqual([error.code, error.status, error.requestId, seen.length], ['unavailable', 503, 'req_1', 4])
    const away = await scripted(t, ['hang up'], { attemptsMax: 1 })
    assert.equal((await failure(away.client.createPayin(payin))).code, 'network_error')
    assert.equal(away.seen.length, 1)
  })

  it('waits as long as Retry-After says, and gives up where that is too long', async (t) => {
    const patient = await scripted(t, [
      { status: 429, headers: { 'retry-after': '1' }, body: refusal('rate_limited') },
      created,
    ])
    const started = performance.now()
    await patient.client.createPayin(payin)
    // Not how fast it is, but that it did not come too early.
    assert.ok(performance.now() - started >= 1_000)
    const late = { status: 503, headers: { 'retry-after': '31' }, body: refusal('unavailable') }
    const { seen, client } = await scripted(t, [late])
    const error = await failure(client.createPayin(payin))
    assert.deepEqual([error.retryAfterSeconds, seen.length], [31, 1])
  })

  it('is not sent again when it was refused', async (t) => {
    for (const status of [400, 401, 403, 404, 409, 413, 422]) {
      const { seen, client } = await scripted(t, [{ status, body: refusal('not_found') }, created])
      assert.equal((await failure(client.createPayin(payin))).status, status)
      assert.equal(seen.length, 1)
    }
  })

  it('is signed anew with every attempt where the point demands it', async (t) => {
    const script: Answer[] = [{ status: 503, body: refusal('unavailable') }, created]
    const { seen, client } = await scripted(t, script, { signingSecret: 'signing-secret' })
    await client.createPayin(payin)
    assert.equal(new Set(seen.map(({ headers }) => headers['x-nonce'])).size, 2)
    for (const { headers, body, method, url } of seen) {
      const bodyHash = createHash('sha256').update(body).digest('hex')
      const signed = [method, url, headers['x-timestamp'], headers['x-nonce'], bodyHash].join('\n')
      assert.equal(headers['x-signature'], `v1=${createHmac('sha256', 'signing-secret').update(signed).digest('hex')}`)
    }
  })
})

describe('a request that cannot be repeated', () => {
  it('is sent once when its fate is unknown, and again only after 429', async (t) => {
    const calls = [
      await scripted(t, ['hang up', created]),
      await scripted(t, [{ status: 500, body: refusal('internal_error') }, created]),
    ]
    for (const { seen, client } of calls) {
      await failure(client.simulate('tx', { event: 'paid_twice' }))
      assert.deepEqual(
        seen.map(({ url }) => url),
        ['/api/v1/test/payments/tx/simulate'],
      )
    }
    const limited = await scripted(t, [{ status: 429, body: refusal('rate_limited') }, created])
    await limited.client.cancelPayin('tx')
    assert.equal(limited.seen.length, 2)
  })

  it('is one that rotates a secret or sends a test callback, but none that reads, explains or sends again', async (t) => {
    const attempts = async (call: (client: PasarelaClient) => Promise<unknown>): Promise<number> => {
      const { seen, client } = await scripted(t, ['hang up', created])
      await call(client).catch((error: unknown) => assert.ok(error instanceof PasarelaError, String(error)))
      return seen.length
    }
    const once: ((client: PasarelaClient) => Promise<unknown>)[] = [
      async (client) => await client.rotateWebhookSecret({ overlap: '24h' }),
      async (client) => await client.rotateApiToken({ action: 'stage' }),
      async (client) => await client.rotateApiToken({ action: 'activate' }),
      async (client) => await client.testWebhook(),
    ]
    for (const call of once) assert.equal(await attempts(call), 1, String(call))
    const repeated: ((client: PasarelaClient) => Promise<unknown>)[] = [
      async (client) => await client.explainCallback({ body: '{}' }),
      async (client) => await client.listDeliveries(),
      async (client) => await client.getDelivery('1'),
      async (client) => await client.resendDelivery('1'),
      async (client) => await client.recoverCallbacks({ since: '2030-01-31' }),
      async (client) => await client.listEvents(),
    ]
    for (const call of repeated) assert.equal(await attempts(call), 2, String(call))
  })
})

describe('any request', () => {
  it('ends with a time-out of its own, or with the reason of the caller', async (t) => {
    const { client } = await scripted(t, ['silence'], { timeoutMs: 50, attemptsMax: 2 })
    assert.equal((await failure(client.getBalances())).code, 'timeout')
    const { client: waiting } = await scripted(t, ['silence'])
    const reason = new Error('enough')
    const end = new AbortController()
    const call = waiting.getBalances({ signal: end.signal })
    end.abort(reason)
    await assert.rejects(call, reason)
    const { client: pausing, seen } = await scripted(t, [{ status: 503, headers: { 'retry-after': '20' }, body: null }])
    const between = new AbortController()
    const paused = pausing.getBalances({ signal: between.signal })
    for (let looks = 0; seen.length === 0 && looks < 6_000; looks++) await new Promise((done) => setTimeout(done, 5))
    assert.equal(seen.length, 1)
    between.abort(reason)
    await assert.rejects(paused, reason)
  })

  it('does not take its key to where a redirect leads', async (t) => {
    const elsewhere = await scripted(t, [created])
    const { client, seen } = await scripted(t, [{ status: 307, headers: { location: elsewhere.baseUrl }, body: null }])
    assert.deepEqual((await failure(client.getBalances())).code, 'unexpected_reply')
    assert.deepEqual([seen.length, elsewhere.seen.length], [1, 0])
  })

  it('says when what answers is no gateway', async (t) => {
    const { client } = await scripted(t, [{ status: 200, body: 'hello' }])
    const error = await failure(client.getBalances())
    assert.deepEqual([error.code, error.status], ['unexpected_reply', 200])
  })

  it('keeps to its path whatever the id is, and leaves out what is undefined', async (t) => {
    const { client, seen } = await scripted(t, [created])
    await client.getTransaction('a/../b?c#d')
    assert.equal(seen[0]?.url, '/api/v1/payments/a%2F..%2Fb%3Fc%23d')
    await client.readInbox({ limit: 3 })
    assert.equal(seen[1]?.url, '/api/v1/test/inbox?limit=3')
    for (const id of ['', '.', '..']) await assert.rejects(client.getTransaction(id), TypeError)
  })
})

describe('a client', () => {
  it('refuses an address, a key or a number that cannot be meant', () => {
    const good = { baseUrl: 'https://pay.example.com', apiKey: 'pas_live_x' }
    for (const wrong of [
      { baseUrl: '' },
      { baseUrl: 'pay.example.com' },
      { baseUrl: 'ftp://pay.example.com' },
      { baseUrl: 'http://pay.example.com' },
      { apiKey: '' },
      { apiKey: 'a\nb' },
      { timeoutMs: 0 },
      { attemptsMax: Number.NaN },
    ]) {
      assert.throws(() => pasarelaClient({ ...good, ...wrong }), TypeError, JSON.stringify(wrong))
    }
    pasarelaClient({ ...good, baseUrl: 'http://127.0.0.1:8420' })
    pasarelaClient({ ...good, baseUrl: 'http://pasarela.internal', apiKey: 'pas_test_x' })
  })
})

describe('the message of a refusal', () => {
  it('names every wrong field once, without what was sent', async (t) => {
    const fields = ['amount', 'payer_doc_id', 'urls.success_url', 'amount']
    const { client } = await scripted(t, [
      {
        status: 422,
        body: {
          ...refusal('validation_failed'),
          error: { code: 'validation_failed', message: 'Several amounts or fields are wrong: see payer_doc_id.' },
          errors: fields.map((param) => ({ code: 'required', param, message: `${param} is required` })),
        },
      },
    ])
    const error = await failure(client.createPayin(payin))
    assert.equal(error.message, 'Several amounts or fields are wrong: see payer_doc_id. (amount, urls.success_url)')
    assert.deepEqual(
      error.fields.map(({ param }) => param),
      fields,
    )
  })
})
