import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { methods } from '../../src/core/payment-methods/index.ts'
import type { PaymentMethod } from '../../src/core/payment-methods/payment-method.ts'
import { eventually, openWorld } from '../support/world.ts'

describe('payouts', () => {
  // What the bank decides later waits until the clock is moved, however long an answer takes.
  const laterSeconds = 3600
  const world = openWorld({ bankEnv: { SIMBANK_SETTLE_DELAY_MS: String(laterSeconds * 1000) } })
  const payouts = (methods as readonly PaymentMethod[]).filter((method) => method.payout)

  it('exist for the 13 codes of the spec or more', () => {
    assert.ok(payouts.length >= 13)
  })

  for (const method of payouts) {
    it(`${method.code}: comes back COMPLETED with exactly the fields and the date form of the spec`, async () => {
      const body = { ...method.payout?.example, reference: `journey-${method.code}` }
      const answer = await world.call('POST', '/api/v1/payments/payout_hth', { body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.deepEqual(Object.keys(answer.body), ['status', 'data'])
      assert.equal(answer.body.status, 'success')
      const { data } = answer.body
      assert.deepEqual(
        Object.keys(data).toSorted((a, b) => (a < b ? -1 : 1)),
        ['amount', 'created_at', 'reference', 'status', 'transaction_id'],
      )
      assert.equal(data.status, 'COMPLETED')
      assert.equal(data.reference, body.reference)
      assert.equal(data.amount, method.payout?.example['amount'])
      assert.match(data.created_at, /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
      const read = await world.call('GET', `/api/v1/payments/${data.transaction_id}`)
      assert.equal(read.body.data.status, 'COMPLETED')
      assert.equal(read.body.data.pay_type, 'payout')
    })
  }

  it('are told by a signed callback with pay_type payout', async () => {
    const { auth_point_id: point } = world.demo
    const inbox = await eventually(async () => {
      const found = await world.call('GET', '/api/v1/test/inbox')
      return found.body.data.messages.length >= payouts.length ? found.body.data.messages : undefined
    }, `${payouts.length} callbacks in the inbox of ${point}`)
    for (const message of inbox) assert.equal(JSON.parse(message.body).pay_type, 'payout')
  })

  it('are executed exactly once in the bank’s own book, and never for a refused one', async () => {
    const summary = await world.bank('GET', '/control/summary')
    const counts = Object.values(summary.summary as Record<string, { executed: number }>)
    assert.equal(counts.length, payouts.length)
    for (const count of counts) assert.equal(count.executed, 1)
  })

  const scenario = async (amount: number, reference: string) =>
    await world.call('POST', '/api/v1/payments/payout_hth', {
      body: { ...methods[0].payout.example, amount, reference },
    })
  const statusLater = async (id: string, status: string) =>
    await eventually(async () => {
      const read = await world.call('GET', `/api/v1/payments/${id}`)
      return read.body.data.status === status ? true : undefined
    }, `${id} is ${status}`)
  const untilLater = async () => {
    const moved = await world.call('POST', '/api/v1/test/clock', { body: { advance_seconds: laterSeconds } })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
  }

  it('scenario 777.01 is PENDING, then COMPLETED', async () => {
    const answer = await scenario(777.01, 'scenario-01')
    assert.equal(answer.body.data.status, 'PENDING')
    await untilLater()
    await statusLater(answer.body.data.transaction_id, 'COMPLETED')
  })

  it('scenarios 777.02 and 777.03 are ERROR at once, with the reason', async () => {
    for (const [amount, reason] of [
      [777.02, 'insufficient_funds'],
      [777.03, 'invalid_account'],
    ] as const) {
      const answer = await scenario(amount, `scenario-${amount}`)
      assert.equal(answer.status, 200)
      assert.deepEqual(Object.keys(answer.body), ['status', 'data', 'message', 'error', 'errors'])
      assert.deepEqual([answer.body.status, answer.body.data.status], ['error', 'ERROR'])
      assert.deepEqual(Object.keys(answer.body.data), ['transaction_id', 'amount', 'reference', 'created_at', 'status'])
      const { error } = answer.body
      assert.deepEqual(
        [error.type, error.code, error.param, error.message, error.request_id],
        ['payout_failed', reason, null, answer.body.message, answer.headers.get('x-request-id')],
      )
      const documented = await fetch(error.doc_url)
      assert.ok((await documented.text()).includes(`id="${new URL(error.doc_url).hash.slice(1)}"`), error.doc_url)
      const read = await world.call('GET', `/api/v1/payments/${answer.body.data.transaction_id}`)
      assert.equal(read.body.data.reason, reason)
    }
  })

  it('scenario 777.04 is accepted, then ERROR: from then on its repetition says error', async () => {
    const answer = await scenario(777.04, 'scenario-04')
    assert.deepEqual([answer.body.status, answer.body.data.status], ['success', 'PENDING'])
    const early = await scenario(777.04, 'scenario-04')
    assert.deepEqual([early.body.status, early.body.data.status], ['success', 'PENDING'])
    await untilLater()
    await statusLater(answer.body.data.transaction_id, 'ERROR')
    const late = await scenario(777.04, 'scenario-04')
    assert.equal(late.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(
      [late.body.status, late.body.data.status, late.body.error.type],
      ['error', 'ERROR', 'payout_failed'],
    )
    assert.equal(late.body.data.transaction_id, answer.body.data.transaction_id)
  })

  it('a failure is told in the language that was asked for', async () => {
    const request = { body: { ...methods[0].payout.example, amount: 777.03, reference: 'in-spanish' } }
    const headers = { 'accept-language': 'es' }
    const answer = await world.call('POST', '/api/v1/payments/payout_hth', { ...request, headers })
    assert.equal(answer.headers.get('content-language'), 'es')
    assert.match(answer.body.message, /cuenta del beneficiario/)
    assert.equal(answer.body.error.code, 'invalid_account')
  })

  it('a payout that came back answers its repetition with error too', async () => {
    const paid = await scenario(10, 'came-back')
    assert.equal(paid.body.status, 'success')
    const id = paid.body.data.transaction_id
    await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event: 'return' } })
    await statusLater(id, 'ERROR')
    const again = await scenario(10, 'came-back')
    assert.deepEqual([again.body.status, again.body.error.code], ['error', 'returned'])
  })

  it('a point that keeps the form of before answers success, and only there', async () => {
    const point = world.demo.auth_point_id
    const set = async (word: string) =>
      await world.facts('point', 'settings', '--point', point, '--failed-payout-reply', word, '--by', 'ana')
    assert.equal((await set('success'))['failed_payout_reply'], 'success')
    const old = await eventually(async () => {
      const answer = await scenario(777.02, 'scenario-777.02')
      return answer.body.status === 'success' ? answer : undefined
    }, 'the setting holds')
    assert.deepEqual(Object.keys(old.body), ['status', 'data'])
    assert.equal(old.body.data.status, 'ERROR')
    await set('error')
    await eventually(async () => {
      const answer = await scenario(777.02, 'scenario-777.02')
      return answer.body.status === 'error' ? true : undefined
    }, 'the default is back')
  })
})
