import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import pg from 'pg'
import { pageRequestsPerAddressMax } from '../../src/web/limits/admission-control.ts'
import { eventually, openWorld } from '../support/world.ts'

/** More than one address may ask for at once. */
const flood = 600
/** A busy machine may answer more slowly than the limit refills: then it is asked again. */
const floodsMax = 10

describe('a stranger who asks for what does not exist', () => {
  const world = openWorld({ docs: true })

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
    const db = new pg.Client({ connectionString: world.databaseUrl })
    await db.connect()
    const accounts = await db.query(`select id from connector_accounts where connector = 'simulated-bank'`)
    await db.end()
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
    assert.ok((await held()) >= pageRequestsPerAddressMax)
    assert.equal((await open(madeUp())).status, 404)
    assert.equal((await open(madeUp())).status, 404)
    for (const socket of sockets) socket.destroy()
    await eventually(async () => (await held()) === 0 || undefined, 'they are free again')
  })
})
