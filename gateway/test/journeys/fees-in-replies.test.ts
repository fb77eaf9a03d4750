import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { methods } from '../../src/core/payment-methods/index.ts'
import type { PaymentMethod } from '../../src/core/payment-methods/payment-method.ts'
import { type CurrencyCode, currencyDecimals } from '../../src/core/values/currency.ts'
import { randomFrom } from '../support/random-month.ts'
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

/** The same payments in every run: a failure can be played again. */
const seed = 20_261_123
const randomPayins = 24
const randomPayouts = 16
/** Currencies with two decimals and with none. */
const randomCodes = new Set(['BT_AR', 'PIX_BR', 'SPEI_MX', 'BT_CL', 'BT_PY', 'BT_UY'])
const randomMethods = methods.filter(({ code }) => randomCodes.has(code))
const eventsAfter = {
  payin: ['none', 'none', 'reversed'],
  payout: ['none', 'none', 'return', 'return_partly'],
} as const
/** Of the first pay-in of each currency, from which its payouts are paid. */
const fundMinor = 4_000_000
const amountMaxMinor = 500_000

describe('fee and net of random payments', () => {
  const world = openWorld()
  const random = randomFrom(seed)
  const whole = (max: number) => Math.floor(random() * max)
  const pick = <T>(list: readonly T[]): T => list[whole(list.length)] as T
  const minor = (value: number, currency: CurrencyCode) => Math.round(value * 10 ** currencyDecimals[currency])
  const data = async (path: string): Promise<Wire> => (await world.call('GET', `/api/v1${path}`)).body.data

  const play = async (method: PaymentMethod, payType: 'payin' | 'payout', amountMinor: number, event: string) => {
    const amount = amountMinor / 10 ** currencyDecimals[method.currency]
    const reference = `random-${method.code}-${payType}-${amountMinor}-${event}`
    const body = { ...method[payType]?.example, amount, reference }
    const made = await world.call('POST', `/api/v1/payments/${payType}_hth`, { body })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const id = made.body.data.transaction_id
    const isPaid = async () => (await data(`/payments/${id}`)).status === 'COMPLETED' || undefined
    await eventually(isPaid, `${reference} is paid`)
    if (event === 'none') return
    const simulated = await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event } })
    assert.equal(simulated.status, 200, JSON.stringify(simulated.body))
  }
  const playAll = async (payType: 'payin' | 'payout', count: number) => {
    // Drawn before the first is sent: which answer comes first must not change what is drawn.
    const drawn = Array.from({ length: count }, () => ({
      method: pick(randomMethods),
      amountMinor: 2 + whole(amountMaxMinor),
      event: pick(eventsAfter[payType]),
    }))
    await Promise.all(drawn.map(({ method, amountMinor, event }) => play(method, payType, amountMinor, event)))
  }
  before(async () => {
    await world.db.query(`update points set returned_fee_policy = 'give_back' where id = $1`, [
      world.demo.auth_point_id,
    ])
    for (const { code } of randomMethods) {
      for (const payType of ['payin', 'payout']) {
        await world.db.query(
          `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds)
            values ($1, $2, $3, $4, $5, null)`,
          [world.demo.auth_point_id, code, payType, whole(60_000), whole(80)],
        )
      }
    }
    await Promise.all(randomMethods.map((method) => play(method, 'payin', fundMinor, 'none')))
    await playAll('payin', randomPayins)
    await playAll('payout', randomPayouts)
  })

  it('add up in every currency: the replies, the balance transactions and the balance', async () => {
    const { items }: { items: readonly Wire[] } = await data('/payments?limit=100')
    assert.equal(items.length, randomMethods.length + randomPayins + randomPayouts)
    for (const { currency } of randomMethods) {
      const own = items.filter((item) => item.currency === currency)
      const movements: readonly Wire[] = (await data(`/balance-transactions?currency=${currency}&limit=100`)).items
      const sum = (list: readonly Wire[], field: string) =>
        list.reduce((total: number, each) => total + minor(each[field] ?? 0, currency), 0)
      for (const item of own) {
        const booked = movements.filter(({ transaction_id: id }) => id === item.transaction_id)
        const [fee, net] = [sum(booked, 'fee'), sum(booked, 'net')]
        assert.deepEqual([minor(item.fee, currency), minor(item.net, currency)], [fee, net], item.reference)
        // The point gives the fee back with the money.
        if (item.reference.endsWith('-return')) assert.deepEqual([item.fee, item.net], [0, 0], item.reference)
        const read = await data(`/payments/${item.transaction_id}`)
        assert.deepEqual([read.fee, read.net], [item.fee, item.net], item.reference)
      }
      assert.ok(own.length > 1 && sum(own, 'fee') > 0, `${currency} has payments with a fee, seed ${seed}`)
      assert.equal(sum(own, 'net'), sum(movements, 'net'), `${currency}, seed ${seed}`)
      assert.equal(sum(own, 'net'), minor(movements[0]?.balance_after.total, currency), `${currency}, seed ${seed}`)
    }
  })
})
