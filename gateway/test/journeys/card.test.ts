import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flatCard, nestedCard } from '../support/card-request.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

describe('card pay-ins', () => {
  const world = openWorld()

  const create = async (body: Record<string, unknown>) => {
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const settled = async (id: string, status: string): Promise<Wire> =>
    await eventually(async () => {
      const read = await world.call('GET', `/api/v1/payments/${id}`)
      return read.body.data.status === status ? read.body.data : undefined
    }, `${id} becomes ${status}`)
  const challengeOf = async (redirectUrl: string) =>
    await eventually(async () => {
      const page = await fetch(redirectUrl, { redirect: 'manual' })
      return page.status === 303 ? (page.headers.get('location') ?? undefined) : undefined
    }, 'the payer is sent to the challenge')
  const decide = async (challengeUrl: string, decision: string) => {
    const answer = await fetch(challengeUrl, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `decision=${decision}&action=${decision}`,
    })
    assert.equal(answer.status, 303, await answer.text())
    return answer.headers.get('location') ?? ''
  }

  for (const [form, body] of [
    ['flat', flatCard('4111111111111111')],
    ['nested', nestedCard('5555555555554444')],
  ] as const) {
    it(`sent ${form}: answers exactly the spec's fields, PENDING with a redirect_url, then COMPLETED`, async () => {
      const data = await create(body)
      assert.deepEqual(
        Object.keys(data).toSorted((a, b) => (a < b ? -1 : 1)),
        ['amount', 'message', 'redirect_url', 'reference', 'status', 'transaction_id'],
      )
      assert.equal(data.status, 'PENDING')
      assert.equal(data.message, 'Transaction in progress')
      assert.equal(data.amount, 25.5)
      const redirected = await fetch(data.redirect_url, { redirect: 'manual' })
      assert.ok([200, 303].includes(redirected.status))
      const read = await settled(data.transaction_id, 'COMPLETED')
      assert.equal(read.currency, 'EUR')
    })
  }

  it('challenge approved: COMPLETED, and the payer comes back with a signed result', async () => {
    const data = await create({
      ...flatCard('4000002760003184'),
      url_handler_redirect: 'https://shop.example.com/back?a=1',
    })
    const back = await decide(await challengeOf(data.redirect_url), 'approve')
    assert.ok(back.startsWith(`${data.redirect_url}/return`), back)
    await settled(data.transaction_id, 'COMPLETED')
    const returned = await fetch(back, { redirect: 'manual' })
    assert.equal(returned.status, 303)
    const target = new URL(returned.headers.get('location') ?? '')
    assert.equal(target.origin, 'https://shop.example.com')
    assert.equal(target.searchParams.get('a'), '1')
    assert.equal(target.searchParams.get('status'), 'COMPLETED')
    assert.match(target.searchParams.get('sig') ?? '', /^[0-9a-f]{64}$/)
  })

  it('challenge declined: ERROR', async () => {
    const data = await create(flatCard('5200828282828210'))
    await decide(await challengeOf(data.redirect_url), 'decline')
    await settled(data.transaction_id, 'ERROR')
  })

  it('challenge without an answer: EXPIRED at the short expired_at', async () => {
    const expiredAt = new Date(Date.now() + 2_000).toISOString()
    const data = await create(flatCard('4000002760003184', { expired_at: expiredAt }))
    const read = await settled(data.transaction_id, 'EXPIRED')
    assert.equal(read.reason, 'expired')
    assert.ok(new Date(read.updated_at) >= new Date(expiredAt))
  })

  it('declined at once: still PENDING with a redirect_url in the answer, then ERROR with the reason', async () => {
    for (const [number, reason] of [
      ['4000000000000002', 'declined'],
      ['4000000000009995', 'insufficient_funds'],
      ['4000000000000069', 'expired_card'],
    ] as const) {
      const data = await create(flatCard(number))
      assert.equal(data.status, 'PENDING')
      assert.ok(data.redirect_url)
      const read = await settled(data.transaction_id, 'ERROR')
      assert.equal(read.reason, reason)
    }
  })

  it('the callback carries updated_at without a time zone', async () => {
    const inbox = await eventually(async () => {
      const found = await world.call('GET', '/api/v1/test/inbox')
      return found.body.data.messages.length > 0 ? found.body.data.messages : undefined
    }, 'a callback')
    for (const message of inbox) {
      assert.match(JSON.parse(message.body).updated_at, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/)
    }
  })

  it('a repeated reference with another card is a conflict, the same card with another code a replay', async () => {
    const body = flatCard('4242424242424242')
    const first = await create(body)
    const replay = await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { ...body, payer_card_security_code: '999' },
    })
    assert.equal(replay.headers.get('idempotent-replayed'), 'true')
    assert.equal(replay.body.data.transaction_id, first.transaction_id)
    const other = await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { ...body, payer_card_number: '4111111111111111' },
    })
    assert.equal(other.status, 409)
    assert.ok(!JSON.stringify(other.body).includes('4111111111111111'))
  })
})
