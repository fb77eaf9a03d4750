import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { cardReference, flatCard } from '../support/card-request.ts'
import { type Answer, eventually, startWorld, type World } from '../support/world.ts'
import { callApi } from '../support/world-calls.ts'

const declined = '4000000000000002'

describe('the testing of stolen cards', () => {
  let world: World
  let other: { url: string }
  let db: pg.Client
  before(async () => {
    world = await startWorld()
    other = await world.anotherGateway()
    db = new pg.Client({ connectionString: world.databaseUrl })
    db.on('error', () => undefined)
    await db.connect()
  })
  after(async () => {
    await db.end()
    await world.stop()
  })

  const pay = async (number: string, more: object = {}, base = world.url): Promise<Answer> =>
    await callApi(base, world.demo.api_key, {
      method: 'POST',
      path: '/api/v1/payments/payin_hth',
      body: flatCard(number, { ...more }),
    })
  const limit = async (kind: string, ...options: string[]) =>
    await world.facts('point', 'card-limits', '--point', world.demo.auth_point_id, '--kind', kind, ...options)
  const assertRefused = (answer: Answer, words: RegExp) => {
    assert.equal(answer.status, 429, JSON.stringify(answer.body))
    assert.equal(answer.body.error.code, 'rate_limited')
    assert.match(answer.body.error.message, words)
    assert.ok(Number(answer.headers.get('retry-after')) >= 3_600)
  }

  it('is not limited on a test point unless somebody says so', async () => {
    for (let turn = 0; turn < 15; turn++) assert.equal((await pay(declined)).status, 200)
  })

  it('lets exactly as many through as the limit says, over two processes at once', async () => {
    await limit('email', '--attempts-hour', '5')
    const answers = await Promise.all(
      Array.from(
        { length: 50 },
        async (_, turn) =>
          await pay('4111111111111111', { payer_email: 'list@example.com' }, turn % 2 ? other.url : world.url),
      ),
    )
    assert.equal(answers.filter((answer) => answer.status === 200).length, 5)
    for (const answer of answers.filter((each) => each.status !== 200))
      assertRefused(answer, /this payer’s e-mail within one hour/)
    assert.equal((await pay('4111111111111111', { payer_email: 'LIST@example.com' })).status, 429)
    assert.equal((await pay('4111111111111111', { payer_email: 'other@example.com' })).status, 200)
    await limit('email')
  })

  it('counts declines apart, by address', async () => {
    await limit('address', '--declines-hour', '2')
    const address = { payer_ip_address: '198.51.100.9' }
    for (let turn = 0; turn < 4; turn++) assert.equal((await pay('4111111111111111', address)).status, 200)
    for (let turn = 0; turn < 2; turn++) {
      const answer = await pay(declined, address)
      assert.equal(answer.status, 200)
      await eventually(async () => {
        const read = await world.call('GET', `/api/v1/payments/${answer.body.data.transaction_id}`)
        return read.body.data.status === 'ERROR' ? true : undefined
      }, 'declined')
    }
    assertRefused(await pay('4111111111111111', address), /this payer’s address/)
    assert.equal((await pay('4111111111111111', { payer_ip_address: '198.51.100.10' })).status, 200)
    await limit('address')
  })

  it('counts one card only where its fingerprint is wanted, and a bank by its first digits', async () => {
    await limit('fingerprint', '--attempts-day', '2')
    for (let turn = 0; turn < 2; turn++) assert.equal((await pay('5555555555554444')).status, 200)
    assertRefused(await pay('5555555555554444'), /this card within one day/)
    assert.equal((await pay('5200828282828210')).status, 200)
    await limit('fingerprint')
    assert.equal((await pay('5555555555554444')).status, 200)
    await limit('bin', '--attempts-hour', '1')
    assert.equal((await pay('4242424242424242')).status, 200)
    assertRefused(await pay('4242424242424242'), /cards of this bank/)
    await limit('bin')
  })

  it('neither counts nor refuses a repeated reference, and a refused one is still free', async () => {
    await limit('email', '--attempts-hour', '1')
    const email = { payer_email: 'again@example.com' }
    const reference = cardReference()
    const first = await pay('4111111111111111', { ...email, reference })
    const again = await pay('4111111111111111', { ...email, reference })
    assert.deepEqual([again.status, again.body.data.transaction_id], [200, first.body.data.transaction_id])
    const free = cardReference()
    assert.equal((await pay('4111111111111111', { ...email, reference: free })).status, 429)
    await limit('email')
    assert.equal((await pay('4111111111111111', { ...email, reference: free })).status, 200)
  })

  it('forgets after its window, and keeps no number, address or e-mail', async () => {
    await limit('email', '--attempts-hour', '1', '--attempts-day', '2')
    const email = { payer_email: 'window@example.com' }
    assert.equal((await pay('4111111111111111', email)).status, 200)
    assert.equal((await pay('4111111111111111', email)).status, 429)
    await db.query(`update card_uses set created_at = created_at - interval '61 minutes'`)
    assert.equal((await pay('4111111111111111', email)).status, 200)
    await db.query(`update card_uses set created_at = created_at - interval '61 minutes'`)
    assertRefused(await pay('4111111111111111', email), /within one day/)
    const stored = JSON.stringify(
      (await db.query(`select kind, reference, encode(key_hash, 'escape') as hash from card_uses`)).rows,
    )
    for (const value of ['window@example.com', '4111111111111111', '203.0.113.7']) assert.ok(!stored.includes(value))
    const metrics = await (await fetch(`${world.url}/metrics`)).text()
    assert.match(metrics, /card_limits_met_total\{kind="email"\} [1-9]/)
    await limit('email')
  })

  it('refuses a card number in a name of any request', async () => {
    const bank = {
      service_code: 'BT_AR',
      amount: 10,
      reference: 'stray',
      account_type: 'CBU',
      account: '2850590940090418135201',
    }
    const answer = await world.call('POST', '/api/v1/payments/payout_hth', {
      body: { ...bank, account_beneficiary: 'Ana 4111 1111 1111 1111' },
    })
    assert.equal(answer.status, 422)
    assert.equal(answer.body.errors[0].param, 'account_beneficiary')
    assert.ok(!JSON.stringify(answer.body).includes('4111 1111'))
  })
})
