import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aConnectorAccount, aProcess, aTransaction } from '../../../test/support/a-transaction.ts'
import { aPerson, aPoint, setUp as databaseSetUp } from '../../../test/support/set-up.ts'
import { strictLog } from '../../../test/support/strict-log.ts'
import { reservePayouts } from '../../core/payouts/reserve-payouts.ts'
import { applyOutcomes } from '../../core/processing/apply-outcome.ts'
import type { NewTransaction } from '../../core/processing/rules/new-transaction.ts'
import type { StatusUpdate } from '../../core/processing/rules/state.ts'
import { insertTransactions } from '../../core/processing/store/creations.ts'
import { evaluateAlerts } from './evaluate-alerts.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const paid: StatusUpdate = { kind: 'completed', creditedMinor: 1000n }
const reversed = (amountMinor: bigint): StatusUpdate => ({ kind: 'reversed', amountMinor, creditedMinor: 1000n })

async function setUp(t: Parameters<typeof databaseSetUp>[0]) {
  const world = await databaseSetUp(t)
  const point = await aPoint(world)
  const accountId = await aConnectorAccount(world)
  for (const [name, role] of [
    ['Olga', 'owner'],
    ['Dani', 'developer'],
    ['Pedro', 'operations'],
    ['Rita', 'read_only'],
  ] as const) {
    await aPerson(world, { merchantId: point.merchantId, role, name })
  }
  const sql = async (text: string, values: unknown[] = []) => (await world.database.owner.query(text, values)).rows
  const process = aProcess(world)
  const mail = { send: async () => await Promise.resolve({ kind: 'sent' as const }) }
  return {
    ...world,
    point,
    sql,
    create: async (changes: Partial<NewTransaction> = {}) => {
      const item = aTransaction(world, { pointId: point.pointId, connectorAccountId: accountId }, changes)
      const written = { ...item, attempt: null }
      if (written.pay_type === 'payout') await reservePayouts(process, [written])
      else await insertTransactions(world.database.engine, [written])
      return item.id
    },
    tell: async (transactionId: string, ...update: StatusUpdate[]) => {
      for (const each of update) await applyOutcomes(process, [{ transactionId, update: each, source: 'connector' }])
    },
    state: async (id: string) => {
      const [row] = await sql('select status, reason from transactions where id = $1', [id])
      return `${row?.['status']} ${row?.['reason']}`
    },
    /** The merchant's server, or the inbox of a test point, acknowledged the newest callback with 200. */
    acknowledge: async (id: string, url: string | null = 'https://shop.example/hook') => {
      const [delivery] = await sql(
        `update callback_deliveries set state = 'delivered', delivered_at = gateway_now()
          where id = (select max(id) from callback_deliveries where transaction_id = $1) returning id`,
        [id],
      )
      await sql(
        `insert into callback_attempts (delivery_id, point_id, number, started_at, url, status)
          values ($1, $2, 1, gateway_now(), $3, 200)`,
        [delivery?.['id'], point.pointId, url],
      )
    },
    look: async () => {
      await evaluateAlerts({ ...world, mail, notify: () => undefined, log: strictLog() })
      return await sql(
        `select a.kind, a.facts, array(select u.name from mails m join users u on u.id = m.user_id
            where m.alert_id = a.id order by 1) as mailed
          from alerts a where a.kind in ('payment_reversed', 'second_final_state', 'paid_late') order by a.created_at, a.subject`,
      )
    },
  }
}

const told = (rows: Record<string, unknown>[]) =>
  rows.map(({ kind, facts, mailed }) => {
    const { status, part, payments } = facts as Record<string, unknown>
    return [kind, status, part, payments, (mailed as string[]).join('+')].filter((word) => word !== undefined).join(' ')
  })

test('a fully reversed pay-in ends as ERROR at a new point, and one alert is mailed', async (t) => {
  const world = await setUp(t)
  const id = await world.create()
  await world.tell(id, paid)
  await world.acknowledge(id)
  await world.tell(id, reversed(1000n))
  assert.equal(await world.state(id), 'ERROR reversed')
  assert.equal((await world.sql('select from callback_events where transaction_id = $1', [id])).length, 2)
  await world.look()
  assert.deepEqual(told(await world.look()), ['payment_reversed ERROR whole Olga+Pedro'])
})

test('partial reversals alert each and end as ERROR when they add up to the whole; one part stays COMPLETED', async (t) => {
  const world = await setUp(t)
  const id = await world.create()
  await world.tell(id, paid, reversed(400n))
  assert.equal(await world.state(id), 'COMPLETED reversed')
  assert.deepEqual(told(await world.look()), ['payment_reversed COMPLETED part Olga+Pedro'])
  await world.tell(id, reversed(1000n))
  assert.equal(await world.state(id), 'ERROR reversed')
  assert.deepEqual(told(await world.look()), [
    'payment_reversed COMPLETED part Olga+Pedro',
    'payment_reversed ERROR whole Olga+Pedro',
  ])
})

test('a point may keep completed payments, a card payment stays COMPLETED, and both raise an alert', async (t) => {
  const world = await setUp(t)
  const card = await world.create({
    card_bin: '411111',
    card_last4: '1111',
    service_code: 'CC1_IG_TRUST_WW_EUR',
    currency: 'EUR',
  })
  await world.tell(card, paid, reversed(1000n))
  assert.equal(await world.state(card), 'COMPLETED reversed')
  await world.sql(`update points set reversal_policy = 'keep_completed' where id = $1`, [world.point.pointId])
  const kept = await world.create()
  await world.tell(kept, paid, reversed(1000n))
  assert.equal(await world.state(kept), 'COMPLETED reversed')
  assert.deepEqual(told(await world.look()), Array(2).fill('payment_reversed COMPLETED whole Olga+Pedro'))
})

test('a reversal out of suspense raises no alert, because the money was never the merchant’s', async (t) => {
  const world = await setUp(t)
  const id = await world.create()
  await world.tell(id, { kind: 'completed', creditedMinor: 600n }, {
    ...reversed(600n),
    creditedMinor: 600n,
  } as StatusUpdate)
  assert.equal(await world.state(id), 'PENDING awaiting_payment')
  assert.deepEqual(told(await world.look()), [])
})

test('a payout that is returned, whole or in part, raises an alert', async (t) => {
  const world = await setUp(t)
  const back: string[] = []
  for (const amountMinor of [1000n, 250n]) {
    const id = await world.create({ pay_type: 'payout' })
    await world.tell(id, paid, reversed(amountMinor))
    back.push(await world.state(id))
  }
  assert.deepEqual(back, ['ERROR returned', 'COMPLETED partially_returned'])
  assert.deepEqual(told(await world.look()).sort(), [
    'payment_reversed COMPLETED part Olga+Pedro',
    'payment_reversed ERROR whole Olga+Pedro',
  ])
})

test('a second final state raises an alert where the merchant’s server acknowledged the first, also late', async (t) => {
  const world = await setUp(t)
  const corrected = async (url: string | null | undefined) => {
    const id = await world.create({ pay_type: 'payout' })
    await world.tell(id, { kind: 'rejected', reason: 'declined' })
    if (url !== undefined) await world.acknowledge(id, url)
    await world.tell(id, { kind: 'operator_completed', creditedMinor: 1000n })
    assert.equal(await world.state(id), 'COMPLETED paid')
    return id
  }
  await corrected(null)
  assert.deepEqual(told(await world.look()), [], 'the inbox is not the merchant’s server')
  const unsent = await corrected(undefined)
  assert.deepEqual(told(await world.look()), [], 'the first was never delivered')
  await corrected('https://shop.example/hook')
  assert.deepEqual(told(await world.look()), ['second_final_state COMPLETED Dani+Olga+Pedro'])
  // The delivery was under way while the second state was written, so its answer arrives later.
  await world.sql(
    `update callback_deliveries set state = 'delivered', delivered_at = gateway_now() where transaction_id = $1 and seq = 1`,
    [unsent],
  )
  assert.equal((await world.look()).length, 2)
  assert.equal((await world.look()).length, 2, 'once each')
})

test('late payments raise one alert per point, the day after', async (t) => {
  const world = await setUp(t)
  const morning = dayMs - (world.clock.now().getTime() % dayMs) + hourMs
  await world.moveClockTo(morning)
  for (let count = 0; count < 7; count++) {
    const id = await world.create({ expired_at: world.clock.now() })
    await world.tell(id, { kind: 'expire' })
    await world.acknowledge(id)
    await world.tell(id, paid)
    assert.equal(await world.state(id), 'COMPLETED paid_late')
  }
  assert.deepEqual(told(await world.look()), [], 'not before the day is over')
  await world.moveClockTo(morning + dayMs)
  await world.look()
  const rows = await world.look()
  assert.deepEqual(told(rows), ['paid_late 7 Olga+Pedro'])
  const facts = rows.map((row) => row['facts'] as Record<string, string>)
  assert.equal(facts[0]?.['payment_ids']?.split(', ').length, 5, 'it names some of them')
})
