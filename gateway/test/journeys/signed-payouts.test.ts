import assert from 'node:assert/strict'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startWorld, type World } from '../support/world.ts'

const path = '/api/v1/payments/payout_hth'
const raw = JSON.stringify({
  service_code: 'BT_AR',
  amount: 10,
  reference: 'signed-1',
  account_type: 'CBU',
  account: '2850590940090418135201',
})
const nowSeconds = () => Math.floor(Date.now() / 1000)

describe('a point that demands signed payouts', () => {
  let world: World
  let key = ''
  let secret = ''
  before(async () => {
    world = await startWorld()
    const point = await world.facts(
      ...['point', 'create', '--merchant', 'Signed', '--environment', 'test', '--name', 'S', '--signed-payouts'],
    )
    secret = point['signing_secret'] ?? ''
    const id = point['auth_point_id'] ?? ''
    const made = await world.facts('key', 'create', '--point', id, '--scopes', 'payouts,read', '--name', 'k')
    key = made['api_key'] ?? ''
  })
  after(async () => await world.stop())

  function headers(changes: { at?: number; nonce?: string; secret?: string; signedBody?: string } = {}) {
    const at = String(changes.at ?? nowSeconds())
    const nonce = changes.nonce ?? randomUUID()
    const bodyHash = createHash('sha256')
      .update(changes.signedBody ?? raw)
      .digest('hex')
    const text = ['POST', path, at, nonce, bodyHash].join('\n')
    const signature = createHmac('sha256', changes.secret ?? secret)
      .update(text)
      .digest('hex')
    return { 'x-timestamp': at, 'x-nonce': nonce, 'x-signature': `v1=${signature}` }
  }
  const send = async (sent: Record<string, string>) => await world.call('POST', path, { key, raw, headers: sent })

  it('refuses what is unsigned, signed otherwise, stale or repeated, and pays out nothing by it', async () => {
    const cases = [
      [{}, 'bad_signature'],
      [headers({ secret: 'guessed' }), 'bad_signature'],
      [headers({ signedBody: raw.replace('10', '11') }), 'bad_signature'],
      [headers({ at: nowSeconds() - 400 }), 'stale_timestamp'],
      [headers({ at: nowSeconds() + 400 }), 'stale_timestamp'],
      [{ ...headers(), 'x-timestamp': 'soon' }, 'invalid_header'],
    ] as const
    for (const [sent, code] of cases) {
      const answer = await send(sent)
      assert.equal(answer.body.error?.code, code, JSON.stringify(answer.body))
      assert.equal(answer.body.status, 'error')
    }
    const list = await world.call('GET', '/api/v1/payments', { key })
    assert.deepEqual(list.body.data.items, [])
  })

  it('accepts a signed one once', async () => {
    const once = headers({ nonce: 'nonce-used-once' })
    const accepted = await send(once)
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    const again = await send(once)
    assert.equal(again.status, 401)
    assert.equal(again.body.error.code, 'nonce_reused')
  })
})
