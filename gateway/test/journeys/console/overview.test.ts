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
  const setZone = async (zone: string) => {
    const { auth_point_id: pointId } = world.demo
    const set = await world.command('point', 'set-time-zone', '--point', pointId, '--zone', zone, '--by', 'a test')
    assert.equal(set.code, 0, set.output)
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
    // Another zone: what was counted before the test moved rows to earlier days is remembered for a while.
    await setZone('America/Bogota')
    const data = await eventually(async () => {
      const found = await overview()
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
      previous_success_share: null,
    })
    assert.deepEqual(data.declines, [
      {
        pay_type: 'payin',
        reason: 'declined',
        count: 1,
        previous_count: 0,
        methods: [{ service_code: 'BT_AR', count: 1 }],
      },
    ])
    assert.deepEqual([ars.today.count, ars.today.completed_amount], [2, '1500.50'])
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

    const hours = await overview({ days: '1' })
    assert.deepEqual([hours.unit, hours.slots.length], ['hour', 24])
    assert.equal(hours.volumes[0].count, 2)
    assert.equal((await overview({ days: '30' })).slots.length, 30)
  })

  it('begins days at midnight of the point’s time zone', async () => {
    for (const [zone, hour] of [
      ['America/Bogota', '05:00'],
      ['UTC', '00:00'],
      ['Asia/Kathmandu', '18:15'],
    ] as const) {
      await setZone(zone)
      const { slots, previous, time_zone } = await overview()
      assert.equal(time_zone, zone)
      assert.ok(
        [...slots, ...previous.slots].every((at: string) => at.endsWith(`T${hour}:00.000Z`)),
        `${zone} ${slots}`,
      )
    }
  })

  it('names what waits for a person: payouts to approve, and what the operator looks at', async () => {
    const none = { approvals: { count: 0, first_until: null }, review: { count: 0, oldest: null } }
    assert.deepEqual((await overview()).waiting, none)
    const id = await payin({ service_code: 'BT_AR', payer_doc_id: '20-26756539-3', amount: 33 })
    await world.db.query(`update transactions set needs_operator = 'a contradiction' where id = $1`, [id])
    const { review, approvals } = (await overview()).waiting
    assert.deepEqual([review.count, review.oldest.transaction_id, review.oldest.pay_type], [1, id, 'payin'])
    assert.equal(approvals.count, 0)
    await world.db.query('update transactions set needs_operator = null')
  })

  it('is refused for ranges that there are not, and to whom the point does not belong', async () => {
    for (const query of ['days=2', 'days=x']) {
      assert.equal((await person.call('GET', `${base}/overview?${query}`)).status, 422, query)
    }
    const point = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'O')
    const other = point['auth_point_id'] ?? ''
    assert.equal((await person.call('GET', `/console/points/${other}/overview`)).status, 404)
    const stranger = await world.person({ pointId: other })
    const theirs = await stranger.call('GET', `/console/points/${other}/overview`)
    assert.deepEqual([theirs.body.data.volumes, theirs.body.data.first_steps.transaction], [[], false])
    assert.deepEqual([theirs.body.data.declines, theirs.body.data.waiting.review.count], [[], 0])
  })
})
