import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { unlimitedVelocity } from '../../src/extras/card-velocity/rules/card-velocity.ts'
import { countCardUses, insertCardUses } from '../../src/extras/card-velocity/store/card-velocity.ts'
import { cardReference, flatCard } from '../support/card-request.ts'
import { type Answer, eventually, openWorld } from '../support/world.ts'
import { callApi } from '../support/world-calls.ts'

const declined = '4000000000000002'

describe('the testing of stolen cards', () => {
  const world = openWorld()
  let other: { url: string }
  before(async () => {
    other = await world.anotherGateway()
  })

  const pay = async (number: string, more: object = {}, base = world.url): Promise<Answer> =>
    await callApi(base, world.demo.api_key, {
      method: 'POST',
      path: '/api/v1/payments/payin_hth',
      body: flatCard(number, { ...more }),
    })
  const limit = async (kind: string, ...options: string[]) =>
    await world.facts(
      'point',
      'card-limits',
      '--point',
      world.demo.auth_point_id,
      '--kind',
      kind,
      '--by',
      'ana',
      ...options,
    )
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
      Array.from({ length: 50 }, async (_, turn) => {
        for (let tries = 0; ; tries++) {
          const base = turn % 2 ? other.url : world.url
          const answer = await pay('4111111111111111', { payer_email: 'list@example.com' }, base)
          // On a busy machine somebody may have to come back.
          if (answer.headers.get('retry-after') !== '1' || tries === 1_000) return answer
        }
      }),
    )
    assert.equal(answers.filter((answer) => answer.status === 200).length, 5)
    for (const answer of answers.filter((each) => each.status !== 200))
      assertRefused(answer, /this payer’s e-mail within one hour/)
    assert.equal((await pay('4111111111111111', { payer_email: 'LIST@example.com' })).status, 429)
    assert.equal((await pay('4111111111111111', { payer_email: 'other@example.com' })).status, 200)
    await limit('email')
  })

  const decided = async (answer: Answer, status: string): Promise<void> => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    await eventually(async () => {
      const read = await world.call('GET', `/api/v1/payments/${answer.body.data.transaction_id}`)
      return read.body.data.status === status ? true : undefined
    }, status)
  }

  it('counts declines apart, by address', async () => {
    await limit('address', '--declines-hour', '2')
    const address = { payer_ip_address: '198.51.100.9' }
    for (let turn = 0; turn < 3; turn++) await decided(await pay('4111111111111111', address), 'COMPLETED')
    for (let turn = 0; turn < 2; turn++) await decided(await pay(declined, address), 'ERROR')
    assertRefused(await pay('4111111111111111', address), /this payer’s address/)
    assertRefused(await pay('4111111111111111', { payer_ip_address: '::ffff:198.51.100.9' }), /this payer’s address/)
    assert.equal((await pay('4111111111111111', { payer_ip_address: '198.51.100.10' })).status, 200)
    await limit('address')
  })

  it('counts what is not answered yet as declined, so that a burst does not pass, but not a payer in 3-D Secure', async () => {
    await limit('bin', '--declines-hour', '4')
    for (let turn = 0; turn < 6; turn++) assert.equal((await pay('5200828282828210')).status, 200)
    const unknown = '4000000000000119'
    const answers: Answer[] = []
    for (let turn = 0; turn < 8; turn++) answers.push(await pay(unknown))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 429, 429, 429, 429],
    )
    assertRefused(answers[7] as Answer, /cards of this bank within one hour/)
    // What nobody has decided after ten minutes is an outage, not a test of cards.
    await world.db.query(`update card_uses set created_at = created_at - interval '11 minutes'`)
    assert.equal((await pay(unknown)).status, 200)
    await world.db.query(`update card_uses set created_at = created_at - interval '2 hours'`)
    const burst = await Promise.all(
      Array.from({ length: 80 }, async (_, turn) => await pay(declined, {}, turn % 2 ? other.url : world.url)),
    )
    // Two processes with 12 connections each: no more than their checks can run at the same moment.
    const passed = burst.filter(({ status }) => status === 200).length
    assert.ok(passed >= 4 && passed <= 4 + 24, `${passed} of the burst passed`)
    await limit('bin')
  })

  it('counts one household and one mailbox, however they are written', async () => {
    await limit('address', '--attempts-hour', '2')
    for (const payer_ip_address of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::2'])
      assert.equal((await pay('4111111111111111', { payer_ip_address })).status, 200)
    assertRefused(await pay('4111111111111111', { payer_ip_address: '2001:db8:1:2:3:4:5:6' }), /this payer’s address/)
    assert.equal((await pay('4111111111111111', { payer_ip_address: '2001:db8:1:3::1' })).status, 200)
    await limit('address')
    await limit('email', '--attempts-hour', '2')
    for (const payer_email of ['box+1@example.com', 'Box+2@Example.com'])
      assert.equal((await pay('4111111111111111', { payer_email })).status, 200)
    assertRefused(await pay('4111111111111111', { payer_email: 'box@example.com' }), /this payer’s e-mail/)
    assert.equal((await pay('4111111111111111', { payer_email: 'b.ox@example.com' })).status, 200)
    await limit('email')
  })

  it('counts a reference that is sent twice at once for the keys of both', async () => {
    const [pointId, reference] = [world.demo.auth_point_id, cardReference()]
    const limits = { ...unlimitedVelocity, attemptsHour: 9 }
    const keys = [1, 2].map((fill) => ({ kind: 'email' as const, hash: Buffer.alloc(32, fill), limits }))
    for (const key of keys) await insertCardUses(world.db, { pointId, reference, keys: [key] })
    for (const key of keys) {
      await insertCardUses(world.db, { pointId, reference, keys: [key] })
      assert.equal((await countCardUses(world.db, pointId, [key])).get('email')?.attemptsHour, 1)
    }
  })

  it('stops counting at the limit', async () => {
    const pointId = world.demo.auth_point_id
    const hash = Buffer.alloc(32, 3)
    await world.db.query(
      `insert into card_uses (point_id, kind, key_hash, reference, state)
        select $1, 'bin', $2, 'many' || n, case when n % 2 = 0 then 'declined' else 'in_flight' end from generate_series(1, 500) n`,
      [pointId, hash],
    )
    const limits = { attemptsHour: 3, attemptsDay: 5, declinesHour: 7, declinesDay: null }
    const counts = (await countCardUses(world.db, pointId, [{ kind: 'bin', hash, limits }])).get('bin')
    assert.deepEqual([counts?.attemptsHour, counts?.attemptsDay, counts?.declinesDay], [3, 5, 0])
    assert.ok((counts?.declinesHour ?? 0) >= 7 && (counts?.declinesHour ?? 0) <= 14)
  })

  it('does not wait behind a check that does not end: it asks to come back, and others pass', async () => {
    await limit('email', '--attempts-hour', '9')
    const email = { payer_email: 'stuck@example.com' }
    const reference = cardReference()
    assert.equal((await pay('4111111111111111', { ...email, reference })).status, 200)
    const locking = `pg_advisory_lock(hashtextextended(point_id::text || kind || encode(key_hash, 'hex'), 7))`
    await world.db.query(`select ${locking} from card_uses where reference = $1 and kind = 'email'`, [reference])
    const waiting = Array.from({ length: 20 }, async () => await pay('4111111111111111', email))
    assert.equal((await pay('4111111111111111', { payer_email: 'free@example.com' })).status, 200)
    for (const answer of await Promise.all(waiting)) {
      assert.deepEqual([answer.status, answer.body.error.code], [429, 'rate_limited'])
      assert.equal(answer.headers.get('retry-after'), '1')
    }
    await world.db.query('select pg_advisory_unlock_all()')
    assert.equal((await pay('4111111111111111', email)).status, 200)
    await limit('email')
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
    await world.db.query(`update card_uses set created_at = created_at - interval '61 minutes'`)
    assert.equal((await pay('4111111111111111', email)).status, 200)
    await world.db.query(`update card_uses set created_at = created_at - interval '61 minutes'`)
    assertRefused(await pay('4111111111111111', email), /within one day/)
    const stored = JSON.stringify(
      (await world.db.query(`select kind, reference, encode(key_hash, 'escape') as hash from card_uses`)).rows,
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
