import assert from 'node:assert/strict'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { openWorld } from '../support/world.ts'

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
  const world = openWorld({ docs: true })
  let key = ''
  let approver = ''
  let pointId = ''
  let secret = ''
  before(async () => {
    const point = await world.facts(
      ...['point', 'create', '--merchant', 'Signed', '--environment', 'test', '--name', 'S', '--signed-payouts'],
    )
    secret = point['signing_secret'] ?? ''
    pointId = point['auth_point_id'] ?? ''
    const made = async (scopes: string) =>
      await world.facts('key', 'create', '--point', pointId, '--scopes', scopes, '--name', 'k')
    key = (await made('payouts,refunds,read'))['api_key'] ?? ''
    approver = (await made('approve_payouts'))['api_key'] ?? ''
  })

  function headers(
    changes: { at?: number; nonce?: string; secret?: string; signedBody?: string; signedPath?: string } = {},
  ) {
    const at = String(changes.at ?? nowSeconds())
    const nonce = changes.nonce ?? randomUUID()
    const bodyHash = createHash('sha256')
      .update(changes.signedBody ?? raw)
      .digest('hex')
    const text = ['POST', changes.signedPath ?? path, at, nonce, bodyHash].join('\n')
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

  it('checks the key, then whether there is a body, then the signature, then the fields', async () => {
    const codeOf = async (sent: { key?: string; raw?: string; headers?: Record<string, string> }) =>
      (await world.call('POST', path, { key, ...sent })).body.error?.code
    assert.equal(await codeOf({ key: 'unknown' }), 'unknown_key')
    assert.equal(await codeOf({}), 'invalid_json')
    assert.equal(await codeOf({ raw: '{}' }), 'bad_signature')
    assert.equal(await codeOf({ raw: '{}', headers: headers({ signedBody: '{}' }) }), 'required')
  })

  it('is signed over the address as it was sent, a trailing slash included', async () => {
    const body = raw.replace('signed-1', randomUUID())
    const sendTo = async (signedPath: string) =>
      await world.call('POST', `${path}/`, { key, raw: body, headers: headers({ signedBody: body, signedPath }) })
    const otherwise = await sendTo(path)
    assert.equal(otherwise.body.error?.code, 'bad_signature')
    const accepted = await sendTo(`${path}/`)
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  })

  it('takes no unsigned refund either, and a signed one', async () => {
    const to = `/api/v1/payments/${randomUUID()}/refunds`
    const refund = async (sent: Record<string, string>) =>
      (await world.call('POST', to, { key, raw, headers: sent })).body.error?.code
    assert.equal(await refund({}), 'bad_signature')
    assert.equal(await refund(headers({ signedPath: path })), 'bad_signature')
    assert.equal(await refund(headers({ signedPath: to })), 'not_found')
  })

  it('takes no unsigned approval or refusal either, and a signed one with a body or without', async () => {
    const limits = ['--point', pointId, '--currency', 'ARS', '--approval-above', '1', '--by', 'ana']
    await world.facts('point', 'limits', ...limits)
    const waiting = async () => {
      const body = raw.replace('signed-1', randomUUID())
      const answer = await world.call('POST', path, { key, raw: body, headers: headers({ signedBody: body }) })
      return `/api/v1/payments/${answer.body.data.transaction_id}`
    }
    const order = await waiting()
    const say = async (to: string, sent: Record<string, string>, body?: string) =>
      await world.call('POST', to, { key: approver, headers: sent, ...(body === undefined ? {} : { raw: body }) })
    for (const word of ['approve', 'reject']) {
      const to = `${order}/${word}`
      assert.equal((await say(to, {})).body.error.code, 'bad_signature')
      assert.equal((await say(to, {}, '{}')).body.error.code, 'bad_signature')
      assert.equal((await say(to, headers({ signedPath: to, signedBody: '' }), '{}')).body.error.code, 'bad_signature')
      const other = headers({ signedPath: `${order}/other`, signedBody: '' })
      assert.equal((await say(to, other)).body.error.code, 'bad_signature')
    }
    const note = '{"note":"seen"}'
    const approved = await say(`${order}/approve`, headers({ signedPath: `${order}/approve`, signedBody: note }), note)
    assert.equal(approved.body.data?.status, 'COMPLETED', JSON.stringify(approved.body))
    const refused = `${await waiting()}/reject`
    const answer = await say(refused, headers({ signedPath: refused, signedBody: '' }))
    assert.equal(answer.body.data?.reason, 'rejected_by_approver', JSON.stringify(answer.body))
  })

  it('is described so wherever a payout is made or decided', async () => {
    const { body } = await world.call('GET', '/openapi.json')
    for (const route of ['payout_hth', '{id}/approve', '{id}/reject', '{id}/refunds']) {
      assert.match(body.paths[`/api/v1/payments/${route}`].post.description, /X-Signature/, route)
    }
  })
})
