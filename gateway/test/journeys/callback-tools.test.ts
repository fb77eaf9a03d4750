import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { callbackDelayWords, callbackHours } from '../../src/core/callbacks/rules/callback-schedule.ts'
import { processLimits } from '../../src/core/platform/limits/process-limits.ts'
import { repeatWhile } from '../support/eventually.ts'
import type { ReceivedRequest } from '../support/https-receiver.ts'
import { type Answer, eventually, openWorld, type Wire } from '../support/world.ts'

const repository = resolve(
  dirname(fileURLToPath(import.meta.url)),
  import.meta.url.includes('/dist/') ? '../../../..' : '../../..',
)

describe('a merchant’s developer', () => {
  const world = openWorld({ receives: true, docs: true })
  let key = ''
  let references = 0
  before(async () => {
    const point = world.demo.auth_point_id
    key =
      (await world.facts('key', 'create', '--point', point, '--scopes', 'webhook,read', '--name', 'w'))['api_key'] ?? ''
  })

  const api = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    await world.call(method, `/api/v1/${path}`, { key, ...(body === undefined ? {} : { body }) })
  const ok = async (method: string, path: string, body?: unknown): Promise<Wire> => {
    const answer = await api(method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const pay = async (): Promise<string> => {
    const body = { service_code: 'BT_AR', amount: 10, reference: `tool-${++references}`, payer_doc_id: '20267565393' }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    return answer.body.data.transaction_id
  }
  const callbackOf = async (id: string): Promise<ReceivedRequest> =>
    await eventually(async () => world.receiver.requests.find(({ body }) => body.includes(id)), `the callback of ${id}`)
  const headersOf = (request: ReceivedRequest) =>
    Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const hashBy = (token: string, request: ReceivedRequest): boolean => {
    const { api_key: number, security_hash: hash } = JSON.parse(request.body)
    return hash === createHmac('sha256', token).update(`${number}${world.demo.auth_point_id}`).digest('hex')
  }
  const failing = (checks: Wire[]) => checks.filter(({ ok: passes }) => passes === false).map(({ check }) => check)

  it('sends a signed test callback and sees request, answer and what to do', async () => {
    world.receiver.answerWith(200)
    const good = await ok('POST', 'webhook/test', { status: 'EXPIRED' })
    assert.deepEqual([good.delivered, good.hint, good.answer.http_status], [true, null, 200])
    const received = world.receiver.requests.at(-1) ?? assert.fail('nothing came')
    assert.match(received.body, /"transaction_id":"test_[0-9a-f-]{36}".*"status":"EXPIRED"/)
    assert.ok(hashBy(world.demo.auth_api_token, received))
    new Webhook(world.demo.webhook_secret).verify(received.body, headersOf(received))
    assert.ok(
      good.request.body.includes('(hidden)') && !JSON.stringify(good).includes(JSON.parse(received.body).security_hash),
    )
    world.receiver.answerWith(401)
    const refused = await ok('POST', 'webhook/test', {})
    assert.equal(refused.delivered, false)
    assert.match(refused.hint, /auth_api_token and Point ID/)
    world.receiver.answerWith(200)
    // At once: a second that passes in between would allow the next.
    const burst = await Promise.all(Array.from({ length: 10 }, async () => await api('POST', 'webhook/test', {})))
    const limited = burst.find(({ status }) => status === 429) ?? assert.fail('all ten were sent')
    assert.ok(limited.headers.get('retry-after'))
  })

  it('gets the same security_hash from OpenSSL on the command line', async () => {
    const { body } = await callbackOf(await pay())
    const { api_key: number, security_hash: hash } = JSON.parse(body)
    const { auth_api_token: token, auth_point_id: point } = world.demo
    const made = spawnSync('openssl', ['dgst', '-sha256', '-hmac', token], {
      input: `${number}${point}`,
      encoding: 'utf8',
    })
    assert.equal(made.error, undefined, 'openssl must be installed for this test')
    assert.equal(made.stdout.trim().split(' ').at(-1), hash)
  })

  it('reads one and the same schedule in code, documentation and API', async () => {
    const words = callbackDelayWords()
    const table = readFileSync(join(repository, 'docs/callbacks.md'), 'utf8')
    const row = /^\| after +\|(.*)\|$/m
      .exec(table)?.[1]
      ?.split('|')
      .map((cell) => cell.trim())
    assert.deepEqual(row, words)
    assert.ok(table.includes(`${words.length} attempts over ${callbackHours} hours`))
    const answer = await fetch(`${world.url}/openapi.json`)
    const { paths } = (await answer.json()) as Wire
    assert.ok(paths['/api/v1/webhook'].get.description.includes(words.join(', ')))
  })

  it('rotates the webhook secret with an overlap in which both verify', async () => {
    const { webhook_secret: fresh, old_webhook_secret_until: until } = await ok('POST', 'webhook/rotate-secret', {
      overlap: '1h',
    })
    assert.ok(new Date(until).getTime() - Date.now() > 3_500_000)
    const request = await callbackOf(await pay())
    for (const secret of [fresh, world.demo.webhook_secret])
      new Webhook(secret).verify(request.body, headersOf(request))
    const again = await api('POST', 'webhook/rotate-secret', { overlap: '1h' })
    assert.deepEqual([again.status, again.body.error.code], [409, 'not_in_this_state'])
    assert.match(again.body.message, new RegExp(`until ${until}`))
    new Webhook(world.demo.webhook_secret).verify(request.body, headersOf(request))
    const { rotation } = await ok('GET', 'webhook')
    assert.equal(rotation.old_webhook_secret_until, until)
    assert.ok(rotation.webhook_secret_rotated_at)
    await ok('POST', 'webhook/rotate-secret', { overlap: '0', force: true })
    const later = await callbackOf(await pay())
    assert.throws(() => new Webhook(fresh).verify(later.body, headersOf(later)))
  })

  it('rotates the API token by stage, activate and retire, and no callback fails on the way', async () => {
    const { auth_api_token: token } = world.demo
    const point = world.demo.auth_point_id
    const opens = async (secret: string) =>
      (
        await fetch(`${world.url}/api/v1/payments`, {
          headers: { authorization: `Basic ${Buffer.from(`${point}:${secret}`).toString('base64')}` },
        })
      ).status
    assert.equal((await api('POST', 'webhook/rotate-token', { action: 'activate' })).status, 409)
    const { auth_api_token: staged } = await ok('POST', 'webhook/rotate-token', { action: 'stage' })
    assert.ok((await ok('GET', 'webhook')).rotation.token_staged_at)
    assert.ok(hashBy(token, await callbackOf(await pay())), 'the staged one does not sign yet')
    await ok('POST', 'webhook/rotate-token', { action: 'activate' })
    assert.ok(hashBy(staged, await callbackOf(await pay())))
    await eventually(async () => ((await opens(staged)) === 200 ? true : undefined), 'the new one opens')
    assert.equal(await opens(token), 200, 'the old one opens until it is retired')
    const { old_token_kept: kept } = await ok('POST', 'webhook/rotate-token', { action: 'retire' })
    assert.equal(kept, false)
    await eventually(async () => ((await opens(token)) === 401 ? true : undefined), 'the old one is forgotten')
    assert.equal((await api('POST', 'webhook/rotate-token', { action: 'retire' })).status, 409)
  })

  it('is told which check of a received callback fails and why', async () => {
    const id = await pay()
    const { body, ...request } = await callbackOf(id)
    const headers = headersOf({ body, ...request })
    const explain = async (change: { body?: string; headers?: Record<string, string> }) =>
      await ok('POST', 'webhook/explain', { body, headers, ...change })
    assert.deepEqual(await explain({}).then(({ genuine, checks }) => [genuine, failing(checks)]), [true, []])
    const rewritten = await explain({ body: JSON.stringify(JSON.parse(body)) })
    assert.deepEqual(failing(rewritten.checks), ['body', 'signature'])
    assert.match(JSON.stringify(rewritten.checks), /parsed and written again/)
    const forged = await explain({ body: body.replace('"amount":10.00', '"amount":99.00') })
    assert.deepEqual(failing(forged.checks), ['body', 'signature'])
    const old = await explain({ headers: { ...headers, 'webhook-timestamp': '1700000000' } })
    assert.deepEqual(failing(old.checks), ['timestamp', 'signature'])
    const stranger = await explain({
      headers: { ...headers, 'webhook-id': `evt_${'0'.repeat(12)}7000800000000000000f`.slice(0, 36) },
    })
    assert.deepEqual(failing(stranger.checks), ['webhook_id', 'signature'])
    assert.deepEqual(failing((await explain({ body: 'no' })).checks).slice(0, 1), ['json'])
    const said = await world.call('POST', '/api/v1/webhook/explain', {
      key: world.demo.settings_key,
      body: { body: 'no' },
      headers: { 'accept-language': 'pt' },
    })
    assert.match(said.body.data.checks[0].message, /^O corpo não é um objeto JSON/)
    assert.ok(!JSON.stringify(rewritten).includes(JSON.parse(body).security_hash), 'it gives no hash away')
  })

  it('reads the delivery log with every attempt and the exact bytes, and sends again', async () => {
    world.receiver.answerWith((_, response) => response.writeHead(500).end('{"oops":true}'))
    const id = await pay()
    const listed = await eventually(async () => {
      const { deliveries } = await ok('GET', `webhook/deliveries?transaction_id=${id}`)
      return deliveries[0]?.last_attempt?.http_status === 500 ? deliveries[0] : undefined
    }, 'a failed attempt')
    assert.deepEqual([listed.state, listed.status, listed.trigger], ['pending', 'COMPLETED', 'auto'])
    const { reference, service_code, amount } = (await api('GET', `payments/${id}`)).body.data
    const told = [listed.payment.reference, listed.payment.service_code, listed.payment.amount]
    assert.deepEqual(told, [reference, service_code, amount])
    const named = async (wanted: string) =>
      (await ok('GET', `webhook/deliveries?reference=${wanted}`)).deliveries.map((each: Wire) => each.delivery_id)
    assert.deepEqual(await named(reference), [listed.delivery_id])
    assert.deepEqual(await named(`${reference}-other`), [])
    const detail = await ok('GET', `webhook/deliveries/${listed.delivery_id}`)
    const [attempt] = detail.callback.deliveries[0].attempts
    assert.deepEqual([attempt.http_status, attempt.response_body], [500, '{"oops":true}'])
    assert.equal(detail.exact_body, (await callbackOf(id)).body)
    world.receiver.answerWith(200)
    assert.equal((await ok('POST', `webhook/deliveries/${listed.delivery_id}/resend`)).result, 'hastened')
    await eventually(async () => {
      const { deliveries } = await ok('GET', `webhook/deliveries?state=delivered&transaction_id=${id}`)
      return deliveries.length === 1 ? true : undefined
    }, 'it is delivered')
    assert.equal((await api('GET', 'webhook/deliveries/999999999')).status, 404)
    assert.equal((await api('GET', 'webhook/deliveries?state=gone')).status, 422)
  })

  it('walks the whole log page by page, each delivery once', async () => {
    const seen: string[] = []
    let before: string | null = ''
    while (before !== null) {
      const page: Wire = await ok('GET', `webhook/deliveries?limit=2${before && `&before=${before}`}`)
      seen.push(...page.deliveries.map((each: Wire) => each.delivery_id))
      assert.ok(seen.length < 10_000, 'the pages end')
      before = page.next_before
    }
    assert.equal(new Set(seen).size, seen.length)
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => Number(b) - Number(a)),
    )
    assert.ok(seen.length >= 5)
  })

  it('recovers what failed since a time with one call; a second one sends nothing twice', async () => {
    const since = new Date().toISOString()
    world.receiver.answerWith(503)
    const ids = [await pay(), await pay()]
    for (const id of ids) await callbackOf(id)
    const waits = async () => {
      const { deliveries } = await ok('GET', 'webhook/deliveries?state=pending')
      return deliveries.filter((each: Wire) => ids.includes(each.transaction_id) && each.last_attempt).length
    }
    await eventually(async () => ((await waits()) === 2 ? true : undefined), 'both failed')
    world.receiver.answerWith(200)
    const both = await Promise.all([ok('POST', 'webhook/recover', { since }), ok('POST', 'webhook/recover', { since })])
    assert.ok(both.every(({ queued, more }) => queued === 0 && more === false))
    await eventually(async () => {
      const { deliveries } = await ok('GET', 'webhook/deliveries?state=delivered')
      return ids.every((id) => deliveries.some((each: Wire) => each.transaction_id === id)) ? true : undefined
    }, 'both are delivered')
    for (const id of ids) {
      const sent = world.receiver.requests.filter(({ body }) => body.includes(id))
      assert.ok(sent.length >= 2 && sent.length <= 4, String(sent.length))
    }
    const tooOld = new Date(Date.now() - 31 * 86_400_000).toISOString()
    assert.equal((await api('POST', 'webhook/recover', { since: tooOld })).status, 422)
  })

  it('follows the feed: each callback once, in order, signed, without a public address', async () => {
    const start = await ok('GET', 'events')
    assert.deepEqual(start.events, [])
    const waiting = ok('GET', `events?after=${start.next_after}&wait_seconds=10`)
    const ids = [await pay(), await pay(), await pay()]
    const seen: Wire[] = [...(await waiting).events]
    let place = (await waiting).next_after
    // The feed shows an event a moment after its commit: those of the test before may come first.
    const own = () => seen.map(({ transaction_id: id }) => id).filter((id) => ids.includes(id))
    const readOn = async () => {
      const page = await ok('GET', `events?after=${place}&wait_seconds=10`)
      seen.push(...page.events)
      place = page.next_after
    }
    await repeatWhile(() => own().length < 3, readOn, 'the feed shows all three')
    assert.deepEqual(own().toSorted(), ids.toSorted())
    assert.equal(new Set(seen.map(({ event_id: id }) => id)).size, seen.length, 'no event comes twice')
    const { webhook_secret: secret } = await ok('POST', 'webhook/rotate-secret', { overlap: '0' })
    const again = await ok('GET', `events?after=${start.next_after}&limit=2`)
    assert.deepEqual(
      again.events.map(({ event_id: id }: Wire) => id),
      seen.slice(0, 2).map(({ event_id: id }) => id),
    )
    for (const event of again.events) new Webhook(secret).verify(event.body, event.headers)
    assert.equal((await api('GET', 'events?after=bm8')).status, 422)
  })

  it('lets only so many readers of one point wait', async () => {
    const { next_after: place } = await ok('GET', 'events')
    const readers = Array.from(
      { length: processLimits.long_polls.share + 1 },
      async () => await ok('GET', `events?after=${place}&wait_seconds=2`),
    )
    await Promise.all(readers)
    const metrics = await (await fetch(`${world.url}/metrics`)).text()
    assert.match(metrics, /refused_total\{why="share_long_polls"\} 1/)
  })

  it('sees how the address fares beside its settings', async () => {
    const webhook = await ok('GET', 'webhook')
    assert.equal(webhook.rate_per_second, 50)
    assert.ok(webhook.health.last_day.attempts > 5)
    assert.ok(webhook.health.last_day.median_ms !== null)
    assert.equal((await ok('PUT', 'webhook', { rate_per_second: 20, max_in_flight: 4 })).max_in_flight, 4)
    assert.equal((await api('PUT', 'webhook', { max_in_flight: 65 })).status, 422)
  })
})
