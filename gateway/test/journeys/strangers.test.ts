import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { generateApiKey } from '../../src/core/merchants/rules/api-key.ts'
import { processLimits } from '../../src/core/platform/limits/process-limits.ts'
import { eventually, openWorld } from '../support/world.ts'

/** More than one address may ask for at once. */
const flood = 600
/** A busy machine may answer more slowly than the limit refills: then it is asked again. */
const floodsMax = 10

interface Recorded {
  origin: string | null
  object_id: string | null
  merchant_id: string | null
  detail: { kind?: string; reason?: string; count: number; others?: boolean }
}

describe('strangers', () => {
  const world = openWorld({ docs: true })

  const recorded = async (): Promise<readonly Recorded[]> =>
    (
      await world.db.query<Recorded>(
        `select origin, object_id, merchant_id, detail from audit_log where action = 'authentication.fail' order by id`,
      )
    ).rows
  const bearer = async (key: string) => await world.call('GET', '/api/v1/payments', { key })
  const keyIdOf = (key: string) => key.split('_')[2] ?? ''

  it('fail to authenticate, which is recorded with address, credential and reason, equal failures as one row with their number', async () => {
    const unknown = generateApiKey('test')
    for (let turn = 0; turn < 3; turn++) assert.equal((await bearer(unknown.text)).status, 401)
    const { api_key: own, auth_point_id: point, auth_api_token: token } = world.demo
    // The right id with the secret of another key.
    const altered = generateApiKey('test').text.split('_')
    assert.equal((await bearer([...own.split('_').slice(0, 3), altered[3]].join('_'))).status, 401)
    const basic = (name: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
    })
    await world.call('GET', '/api/v1/payments', { headers: basic(point, 'not-the-token') })
    const signed = { 'x-timestamp': '1', 'x-nonce': 'nonce-0001', 'x-signature': `v1=${'0'.repeat(64)}` }
    await world.call('POST', '/api/v1/payments/payout_hth', { body: {}, headers: signed })
    await world.visitor('A'.repeat(43)).call('GET', '/console/me')
    const owner = world.demo.people.owner
    await world.visitor().call('POST', '/console/session', { body: { ...owner, password: 'wrong-secret-1' } })
    await fetch(`${world.url}/provider-notifications/${'0'.repeat(8)}-0000-4000-8000-000000000000`, { method: 'POST' })
    await world.round('authentications')
    const wanted = 6
    const rows = await eventually(async () => {
      const found = await recorded()
      return found.length >= wanted ? found : undefined
    }, 'failed authentications in the audit log')
    const told = rows.map(({ object_id: id, detail }) => `${detail.kind} ${detail.reason} ${id ?? '-'} ${detail.count}`)
    for (const line of [
      `api_key unknown_key ${unknown.keyId} 3`,
      `point_token unknown_key ${point} 1`,
      `signature stale_timestamp ${keyIdOf(own)} 1`,
      'session not_signed_in - 1',
      'sign_in wrong_credentials - 1',
    ]) {
      assert.ok(told.includes(line), `${line} in ${told.join(', ')}`)
    }
    assert.ok(rows.every(({ origin }) => origin === '127.0.0.1'))
    const merchants = rows.filter(({ object_id: id }) => id === point || id === keyIdOf(own))
    assert.ok(merchants.length > 0 && merchants.every(({ merchant_id: id }) => id !== null), 'its merchant sees it')
    const kept = JSON.stringify(rows)
    for (const secret of [token, 'not-the-token', 'wrong-secret-1', unknown.text, owner.email]) {
      assert.ok(!kept.includes(secret))
    }
    const metrics = await (await fetch(`${world.url}/metrics`)).text()
    assert.match(metrics, /authentication_failures_total\{kind="api_key",reason="unknown_key"\} [1-9]/)
  })

  it('of one address ask the database for few unknown keys, let known ones pass, and raise an alert', async () => {
    // A busy machine may be slower than the limit: then it is asked again.
    const answers: number[] = []
    for (let round = 0; round < 10 && !answers.includes(429); round += 1) {
      const asked = Array.from({ length: 400 }, async () => (await bearer(generateApiKey('test').text)).status)
      answers.push(...(await Promise.all(asked)))
    }
    assert.ok(answers.includes(401))
    assert.ok(answers.includes(429), 'beyond the limit nothing is looked up')
    assert.equal((await world.call('GET', '/api/v1/payments')).status, 200)
    const before = await recorded()
    await world.round('authentications')
    const rows = await eventually(async () => {
      const found = await recorded()
      return found.some(({ detail }) => detail.others === true) ? found : undefined
    }, 'the sum of what had no row of its own')
    assert.ok(rows.length - before.length <= 22, `${rows.length - before.length} rows`)
    await world.round('alerts')
    await eventually(async () => {
      const found = await world.db.query(`select merchant_id from alerts where kind = 'authentication_failing'`)
      return found.rows.some((row) => row.merchant_id === null) || undefined
    }, 'an alert to the operators')
  })

  describe('who asks for what does not exist', () => {
    /** Asks so often that some are refused, and returns those. */
    const refusedOf = async <T extends { status: number }>(ask: () => Promise<T>): Promise<T[]> => {
      for (let round = 0; round < floodsMax; round++) {
        const answers = await Promise.all(Array.from({ length: flood }, ask))
        const refused = answers.filter(({ status }) => status === 429)
        if (refused.length > 0) return refused
      }
      return assert.fail('nobody was refused')
    }
    const notify = async (account: string) =>
      await world.call('POST', `/provider-notifications/${account}`, { raw: '{"forged":true}' })
    const open = async (token: string, more: RequestInit = {}) => {
      const answer = await fetch(`${world.url}/pay/${token}`, { redirect: 'manual', ...more })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
    const madeUp = () => randomBytes(16).toString('base64url')

    it('is refused with Retry-After where providers send news, and keeps no provider out', async () => {
      const accounts = await world.db.query(`select id from connector_accounts where connector = 'simulated-bank'`)
      const known = accounts.rows[0].id as string
      assert.equal((await notify(known)).status, 401)
      const limited = await refusedOf(async () => await notify(randomUUID()))
      assert.ok(limited.every(({ body }) => body.error.code === 'rate_limited'))
      assert.ok(limited.every(({ headers }) => Number(headers.get('retry-after')) >= 1))
      assert.equal((await notify(known)).body.error.code, 'bad_signature')
    })

    it('is shown a page that says to come back, and keeps no payer from a page that is open', async () => {
      const payin = await world.call('POST', '/api/v1/payments/payin_hth', {
        body: { service_code: 'BT_AR', amount: 777.01, reference: 'page', payer_doc_id: '20267565393' },
      })
      const token = new URL(payin.body.data.payment_url).pathname.split('/').at(-1) ?? ''
      assert.equal((await open(token)).status, 200)
      for (const { headers, text } of await refusedOf(async () => await open(madeUp()))) {
        assert.ok(Number(headers.get('retry-after')) >= 1)
        assert.match(headers.get('content-type') ?? '', /^text\/html/)
        assert.match(text, /try again/)
      }
      assert.equal((await open(token)).status, 200)
      assert.equal((await open(`${token}/status`)).status, 200)
      const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }
      await refusedOf(async () => await open(`${madeUp()}/payer-reference`, form))
    })

    it('who asks for files and does not read them keeps no payer elsewhere out', async () => {
      const { hostname, port } = new URL(world.url)
      const asked = 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100)
      const sockets = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' }).pause()
          socket.on('error', () => undefined)
          await once(socket, 'connect')
          socket.write(asked)
          return socket
        }),
      )
      const metric = async (pattern: RegExp) => {
        const text = await (await fetch(`${world.url}/metrics`)).text()
        return Number(pattern.exec(text)?.[1] ?? 0)
      }
      const held = async () => await metric(/^queue_length\{queue="requests_pages"\} (\d+)/m)
      const refused = async () => await metric(/^refused_total\{why="share_pages"\} (\d+)/m)
      await eventually(async () => (await refused()) > 0 || undefined, 'their share is taken')
      assert.ok((await held()) >= processLimits.requests_pages.share)
      assert.equal((await open(madeUp())).status, 404)
      assert.equal((await open(madeUp())).status, 404)
      for (const socket of sockets) socket.destroy()
      await eventually(async () => (await held()) === 0 || undefined, 'they are free again')
    })
  })
})
