import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { z } from 'zod'
import { flatCard } from '../../../../test/support/card-request.ts'
import { type Answer, eventually, openWorld, type Wire } from '../../../../test/support/world.ts'
import { methods } from '../../payment-methods/index.ts'
import { payoutReply, problemReply, transactionListReply, transactionReply } from '../../web/payment-reply-schemas.ts'
import { createdPayinReply } from './creation-schemas.ts'

const unique = () => randomBytes(11).toString('hex')
const payin = (changes: Record<string, unknown> = {}) => ({
  service_code: 'BT_AR',
  amount: 100.5,
  reference: unique(),
  payer_doc_id: '20-26756539-3',
  ...changes,
})

describe('payments', () => {
  const world = openWorld()
  let liveKey = ''
  before(async () => {
    liveKey = await newKey('live', 'payins,payouts,read')
  })

  const facts = async (...args: string[]): Promise<Record<string, string>> => {
    const { code, output } = await world.command(...args, '--json')
    assert.equal(code, 0, output)
    return JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? '{}') as Record<string, string>
  }
  const newKey = async (environment: string, scopes: string) => {
    const point = await facts(
      'point',
      'create',
      '--merchant',
      `Shop ${unique()}`,
      '--environment',
      environment,
      '--name',
      'Web',
    )
    const pointId = point['auth_point_id'] ?? ''
    return (await facts('key', 'create', '--point', pointId, '--scopes', scopes, '--name', 'k'))['api_key'] ?? ''
  }
  const create = async (body: unknown, path = 'payin_hth') =>
    await world.call('POST', `/api/v1/payments/${path}`, { body })
  const refused = (answer: Answer, status: number, code: string) => {
    assert.equal(answer.body.error?.code, code, JSON.stringify(answer.body))
    assert.equal(answer.status, status)
    assert.ok(problemReply.safeParse(answer.body).success, 'the refusal has the documented schema')
  }
  const fits = (schema: z.ZodType, body: Wire) => {
    const read = schema.safeParse(body)
    assert.ok(read.success, read.error?.message)
    assert.deepEqual(read.data, body, 'no field is undocumented')
  }

  it('answers every example in the format of the spec, and a repeated one with the same transaction', async () => {
    for (const method of methods.filter((one) => one.code !== 'CC1_IG_TRUST_WW_EUR')) {
      const body = { ...method.payin.example, reference: unique() }
      const answer = await create(body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      fits(createdPayinReply, answer.body)
      const order = [
        'transaction_id',
        'reference',
        'amount',
        'currency',
        'status',
        'created_at',
        'updated_at',
        'expired_at',
      ]
      assert.deepEqual(Object.keys(answer.body.data).slice(0, 8), order)
      assert.equal('pix_br_code' in answer.body.data, method.code === 'PIX_BR')
      assert.equal('clabe' in answer.body.data, method.code === 'SPEI_MX')
      assert.match(answer.body.data.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
      assert.equal(answer.headers.get('idempotent-replayed'), null)
      const again = await create(body)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(again.body.data.transaction_id, answer.body.data.transaction_id)
      if (!('payout' in method)) continue
      const paid = await create({ ...method.payout.example, reference: unique() }, 'payout_hth')
      fits(payoutReply, paid.body)
      assert.deepEqual(Object.keys(paid.body.data), ['transaction_id', 'amount', 'reference', 'created_at', 'status'])
      assert.match(paid.body.data.created_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    }
    const card = methods.find((one) => one.code === 'CC1_IG_TRUST_WW_EUR')?.payin.example
    fits(createdPayinReply, (await create(card)).body)
  })

  it('shows metadata in the reply that creates and in its repetition, as they were sent', async () => {
    const metadata = { order_id: unique() }
    const account = '529.982.247-25'
    const paid = { service_code: 'PIX_BR', amount: 5, reference: unique(), account, account_doc_id: account }
    for (const [schema, body, path] of [
      [createdPayinReply, payin(), 'payin_hth'],
      [createdPayinReply, flatCard('4111111111111111'), 'payin_hth'],
      [payoutReply, paid, 'payout_hth'],
    ] as const) {
      for (const replayed of [null, 'true']) {
        const answer = await create({ ...body, metadata }, path)
        assert.equal(answer.headers.get('idempotent-replayed'), replayed, JSON.stringify(answer.body))
        assert.deepEqual(answer.body.data.metadata, metadata)
        fits(schema, answer.body)
      }
    }
  })

  it('reads a transaction, lists by filter and cursor, and refuses unknown filters by name', async () => {
    const wanted = payin()
    const { transaction_id: id, reference } = (await create(wanted)).body.data
    const read = await world.call('GET', `/api/v1/payments/${id}`)
    fits(transactionReply, read.body)
    assert.equal(read.body.data.history[0].status, 'PENDING')
    const found = await world.call(
      'GET',
      `/api/v1/payments?reference=${reference}&created_from=2020-01-01&created_to=2099-12-31`,
    )
    fits(transactionListReply, found.body)
    assert.deepEqual(
      found.body.data.items.map((one: Wire) => one.transaction_id),
      [id],
    )
    const first = (await world.call('GET', '/api/v1/payments?limit=2')).body.data
    const second = (await world.call('GET', `/api/v1/payments?limit=2&cursor=${first.next_cursor}`)).body.data
    assert.equal(new Set([...first.items, ...second.items].map((one: Wire) => one.transaction_id)).size, 4)
    const misspelt = await world.call('GET', '/api/v1/payments?limit=1&refrence=x')
    assert.deepEqual([misspelt.status, misspelt.body.errors?.map((one: Wire) => one.param)], [422, ['refrence']])
  })

  for (const [query, params] of [
    ['limit=0', ['limit']],
    ['limit=101&status=PAID', ['status', 'limit']],
    ['limit=abc', ['limit']],
    ['created_from=yesterday', ['created_from']],
    ['cursor=nonsense', ['cursor']],
    ['pay_type=payin&pay_type=payout', ['pay_type']],
    [`reference=${'x'.repeat(256)}`, ['reference']],
  ] as const) {
    it(`refuses the query ${query.slice(0, 40)} and names the parameter`, async () => {
      const answer = await world.call('GET', `/api/v1/payments?${query}`)
      assert.equal(answer.status, 422)
      assert.deepEqual(
        answer.body.errors.map((one: Wire) => one.param),
        params,
      )
      assert.ok(answer.body.errors.every((one: Wire) => one.message.startsWith(one.param)))
    })
  }

  it('hides transactions of other points, and refuses a malformed id', async () => {
    const { transaction_id: id } = (await create(payin())).body.data
    for (const path of [id, randomUUID(), 'x', "1'--", '%00']) {
      refused(await world.call('GET', `/api/v1/payments/${path}`, { key: liveKey }), 404, 'not_found')
      refused(await world.call('GET', `/api/v1/payments/${path}/callbacks`, { key: liveKey }), 404, 'not_found')
      refused(await world.call('POST', `/api/v1/payments/${path}/cancel`, { key: liveKey }), 404, 'not_found')
      refused(await world.call('POST', `/api/v1/payments/${path}/callbacks/resend`, { key: liveKey }), 404, 'not_found')
    }
    assert.deepEqual((await world.call('GET', '/api/v1/payments', { key: liveKey })).body.data.items, [])
  })

  it('cancels an unpaid pay-in, lists its callbacks, and sends them again', async () => {
    const { transaction_id: id } = (await create(payin({ amount: 777.01 }))).body.data
    refused(await world.call('POST', `/api/v1/payments/${id}/callbacks/resend`), 409, 'not_in_this_state')
    // Refused while the order is being registered with the bank.
    const cancelled = await eventually(async () => {
      const headers = { 'content-type': 'application/json' }
      const answer = await world.call('POST', `/api/v1/payments/${id}/cancel`, { headers })
      return answer.status === 200 ? answer : undefined
    }, 'the cancellation')
    assert.deepEqual([cancelled.body.data.status, cancelled.body.data.reason], ['EXPIRED', 'cancelled'])
    refused(await world.call('POST', `/api/v1/payments/${id}/cancel`), 409, 'not_in_this_state')
    const { callbacks } = (await world.call('GET', `/api/v1/payments/${id}/callbacks`)).body.data
    assert.deepEqual(
      callbacks.map((one: Wire) => one.status),
      ['EXPIRED'],
    )
    assert.equal((await world.call('POST', `/api/v1/payments/${id}/callbacks/resend`)).status, 200)
  })

  it('lists services and banks, and validates a request by the rules of live points', async () => {
    assert.equal((await world.call('GET', '/api/v1/services')).body.data.services.length, methods.length)
    const inSpanish = await world.call('GET', '/api/v1/services', { headers: { 'accept-language': 'es' } })
    for (const { operations } of inSpanish.body.data.services) {
      const fields = Object.values<{ fields: { name: string; description: string }[] }>(operations).flatMap(
        (each) => each.fields,
      )
      for (const { name, description } of fields.filter((field) => field.name !== 'service_code')) {
        assert.doesNotMatch(description, /\b(the|your|of|Amount|Name|Bank|Account number)\b/, `${name}: ${description}`)
      }
    }
    const { banks } = (await world.call('GET', '/api/v1/banks?country=mx')).body.data
    assert.ok(banks.some((bank: Wire) => bank.code === '012'))
    refused(await world.call('GET', '/api/v1/banks?country=ZZ'), 422, 'not_allowed')
    refused(await world.call('GET', '/api/v1/banks'), 422, 'required')
    const payout = methods.find((one) => one.code === 'SPEI_MX')?.payout.example
    const valid = await world.call('POST', '/api/v1/validate', { body: { operation: 'payout', ...payout } })
    assert.equal(valid.body.data.maximum_amount, 99999999999.99)
    assert.equal(valid.status, 200, JSON.stringify(valid.body))
    assert.equal(valid.body.data.bank.code, String(payout?.account).slice(0, 3))
    const wrong = await world.call('POST', '/api/v1/validate', {
      body: { operation: 'payin', ...payin({ payer_doc_id: '20-26756539-4' }) },
    })
    refused(wrong, 422, 'invalid_check_digit')
    refused(await world.call('POST', '/api/v1/validate', { body: payin() }), 422, 'required')
    assert.equal(
      (await world.call('GET', `/api/v1/payments?reference=${valid.body.data.reference}`)).body.data.items.length,
      0,
    )
  })
})
