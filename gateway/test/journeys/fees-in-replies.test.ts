import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventually, openWorld, type Wire } from '../support/world.ts'

/** Amounts with a remainder after the fee, and what becomes of each pay-in in addition. */
const payins = [
  [200, 'none'],
  [123.45, 'reversed'],
  [0.33, 'none'],
  [9_999.99, 'none'],
  [77.77, 'reversed'],
] as const
const payouts = [
  [50, 'none'],
  [12.34, 'return'],
  [99.99, 'none'],
] as const

describe('fee and net in replies', () => {
  const world = openWorld()
  const data = async (path: string): Promise<Wire> => {
    const answer = await world.call('GET', `/api/v1${path}`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const simulate = async (id: string, event: string) => {
    if (event === 'none') return
    const answer = await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  before(async () => {
    await world.db.query(
      `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds)
        values ($1, 'BT_AR', 'payin', 15000, 30, null), ($1, 'BT_AR', 'payout', 1234, 15, null)`,
      [world.demo.auth_point_id],
    )
    for (const [place, [amount, event]] of payins.entries()) {
      const { body } = await world.call('POST', '/api/v1/payments/payin_hth', {
        body: { service_code: 'BT_AR', amount, reference: `in-${place}`, payer_doc_id: '20267565393' },
      })
      const id = body.data.transaction_id
      await eventually(
        async () => ((await data(`/payments/${id}`)).status === 'COMPLETED' ? true : undefined),
        'the pay-in is paid',
      )
      await simulate(id, event)
    }
    for (const [place, [amount, event]] of payouts.entries()) {
      const { body } = await world.call('POST', '/api/v1/payments/payout_hth', {
        body: {
          ...{ service_code: 'BT_AR', amount, reference: `out-${place}` },
          ...{ account_type: 'CBU', account: '2850590940090418135201' },
        },
      })
      assert.equal(body.data.status, 'COMPLETED', JSON.stringify(body))
      await simulate(body.data.transaction_id, event)
    }
  })

  const cents = (value: number) => Math.round(value * 100)
  const sum = (items: readonly Wire[], field: string) =>
    items.reduce((total: number, item) => total + cents(item[field]), 0)

  it('add up to the balance transactions to the cent, for each payment and in all', async () => {
    const { items } = await data('/payments?limit=100')
    const movements: readonly Wire[] = (await data('/balance-transactions?currency=ARS&limit=100')).items
    assert.equal(items.length, payins.length + payouts.length)
    for (const item of items) {
      const own = movements.filter(({ transaction_id: id }) => id === item.transaction_id)
      assert.deepEqual([cents(item.fee), cents(item.net)], [sum(own, 'fee'), sum(own, 'net')], item.reference)
    }
    assert.equal(sum(items, 'net'), sum(movements, 'net'))
    assert.equal(sum(items, 'net'), cents(movements[0]?.balance_after.total))
  })

  it('say the same in a read as in a list', async () => {
    const [listed] = (await data('/payments?reference=in-0')).items
    assert.deepEqual([listed.fee, listed.net], [3.3, 196.7])
    const read = await data(`/payments/${listed.transaction_id}`)
    assert.deepEqual([read.fee, read.net], [3.3, 196.7])
  })

  it('are null before anything was booked', async () => {
    const { body } = await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { service_code: 'BT_AR', amount: 777.01, reference: 'open', payer_doc_id: '20267565393' },
    })
    const read = await data(`/payments/${body.data.transaction_id}`)
    assert.deepEqual([read.status, read.fee, read.net], ['PENDING', null, null])
  })
})
