import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import { eventually, openWorld, type Wire } from '../../support/world.ts'

describe('the overview of a point', () => {
  // Nobody pays by themselves: what is paid is what the test pays.
  const world = openWorld({ bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })
  let person: ConsoleClient
  let base: string
  before(async () => {
    person = await world.person({ role: 'read_only' })
    base = `/console/points/${world.demo.auth_point_id}`
  })

  const overview = async (query: Record<string, string> = {}): Promise<Wire> => {
    const answer = await person.call('GET', `${base}/overview?${new URLSearchParams(query)}`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  let references = 0
  const payin = async (body: Wire): Promise<string> => {
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { reference: `o-${++references}`, ...body },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }

  it('says of a new point that nothing was done yet', async () => {
    const data = await overview()
    assert.deepEqual(data.first_steps, { transaction: false, webhook: false, completed: false })
    assert.deepEqual([data.volumes, data.methods], [[], []])
    assert.equal(data.slots.length, 7)
    assert.equal(data.callbacks.state, 'well')
    assert.ok(data.pending.every((each: Wire) => each.oldest === null))
  })

  it('counts what was created and what became of it, by day or hour, currency and service code', async () => {
    const person_ar = { service_code: 'BT_AR', payer_doc_id: '20-26756539-3' }
    const paid = await payin({ ...person_ar, amount: 1500.5 })
    await payin({ ...person_ar, amount: 77 })
    await payin({ service_code: 'BT_CL', amount: 1500, payer_doc_id: '12345678-5' })
    const old = await payin({ ...person_ar, amount: 10 })
    const failed = await payin({ ...person_ar, amount: 20 })
    await world.db.query(`update transactions set created_at = created_at - interval '30 hours' where id = $1`, [old])
    await world.db.query(
      `update transactions set status = 'ERROR', reason = 'declined', created_at = created_at - interval '5 days'
        where id = $1`,
      [failed],
    )
    await world.call('POST', `/api/v1/test/payments/${paid}/simulate`, { body: { event: 'paid' } })
    const data = await eventually(async () => {
      // A zone of its own: what was counted before the test moved rows to earlier days is remembered for a while.
      const found = await overview({ time_zone: 'America/Bogota' })
      return found.volumes[0]?.completed_count === 1 ? found : undefined
    }, 'the payment in the overview')

    const [ars, clp] = data.volumes
    assert.deepEqual([ars.pay_type, ars.currency, ars.count, ars.amount], ['payin', 'ARS', 4, '1607.50'])
    assert.equal(ars.completed_amount, '1500.50')
    assert.deepEqual([clp.currency, clp.count, clp.amount], ['CLP', 1, '1500'])
    assert.equal(ars.by_slot.length, 7)
    assert.equal(
      ars.by_slot.reduce((sum: number, each: Wire) => sum + each.count, 0),
      4,
    )
    assert.equal(ars.by_slot[1].count, 1)
    assert.deepEqual(data.methods[0], {
      pay_type: 'payin',
      service_code: 'BT_AR',
      country: 'AR',
      completed: 1,
      failed: 1,
      expired: 0,
      pending: 2,
      success_share: 0.5,
    })
    assert.equal(data.methods[1].success_share, null)
    assert.deepEqual(data.first_steps, { transaction: true, webhook: false, completed: true })

    const payins = data.pending.find((each: Wire) => each.pay_type === 'payin')
    assert.deepEqual(Object.fromEntries(payins.counts.map((each: Wire) => [each.age, each.count])), {
      under_1_hour: 2,
      under_6_hours: 0,
      under_24_hours: 0,
      older: 1,
    })
    assert.equal(payins.oldest.transaction_id, old)
    assert.ok(data.balances.some((each: Wire) => each.currency === 'ARS' && Number(each.available) > 0))

    const hours = await overview({ days: '1' })
    assert.deepEqual([hours.unit, hours.slots.length], ['hour', 24])
    assert.equal(hours.volumes[0].count, 2)
    assert.equal((await overview({ days: '30' })).slots.length, 30)
  })

  it('begins days at midnight of the time zone that was asked for', async () => {
    for (const [zone, hour] of [
      ['America/Bogota', '05:00'],
      ['UTC', '00:00'],
      ['Asia/Kathmandu', '18:15'],
    ] as const) {
      const { slots } = await overview({ time_zone: zone })
      assert.ok(
        slots.every((at: string) => at.endsWith(`T${hour}:00.000Z`)),
        `${zone} ${slots}`,
      )
    }
  })

  it('is refused for ranges and zones that there are not, and to whom the point does not belong', async () => {
    for (const query of ['days=2', 'days=x', 'time_zone=America/Nowhere', `time_zone=${'x'.repeat(100)}`]) {
      assert.equal((await person.call('GET', `${base}/overview?${query}`)).status, 422, query)
    }
    const point = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'O')
    const other = point['auth_point_id'] ?? ''
    assert.equal((await person.call('GET', `/console/points/${other}/overview`)).status, 404)
    const stranger = await world.person({ pointId: other })
    const theirs = await stranger.call('GET', `/console/points/${other}/overview`)
    assert.deepEqual([theirs.body.data.volumes, theirs.body.data.first_steps.transaction], [[], false])
  })
})
