import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aConnectorAccount, aTransaction } from '../../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createLog } from '../../core/platform/log/log.ts'
import { insertTransactions } from '../../core/processing/store/creations.ts'
import { evaluateAlerts } from '../alerts/evaluate-alerts.ts'
import { referenceReleaser } from './release-references.ts'

const deps = await setUp({ after })

test('numeric references of orders that ended 31 days ago are free again, all others are kept', async () => {
  const { pointId } = await aPoint(deps, { environment: 'live' })
  const connectorAccountId = await aConnectorAccount(deps, 'live')
  const make = async (targetReference: string, status: string, days: number, held = 0) => {
    const row = aTransaction(
      deps,
      { pointId, connectorAccountId },
      { environment: 'live', target_reference: targetReference },
    )
    await insertTransactions(deps.database.engine, [row])
    await deps.database.owner.query(
      `update transactions set status = $2, suspense_minor = $4,
        updated_at = gateway_now() - make_interval(days => $3) where id = $1`,
      [row.id, status, days, held],
    )
    return row.id
  }
  const freed = [await make('1234567', 'COMPLETED', 32), await make('2345678', 'EXPIRED', 300)]
  const kept = [
    await make('3456789', 'PENDING', 300),
    await make('4567890', 'COMPLETED', 30),
    await make('P22K47XM', 'COMPLETED', 300),
    await make('5678901', 'COMPLETED', 300, 5),
  ]
  const release = referenceReleaser(deps)
  assert.equal(await release(), freed.length)
  assert.equal(await release(), 0)
  const { rows } = await deps.database.owner.query<{ id: string }>(
    'select id from transactions where target_reference is not null order by sequence',
  )
  assert.deepEqual(
    rows.map(({ id }) => id),
    kept,
  )
  await make('1234567', 'PENDING', 0)
})

test('operators are told that seven tenths of an account’s references are in use, and how long the others last', async () => {
  const [own] = (await deps.database.owner.query(`select id from connector_accounts where connector = 'own-account'`))
    .rows
  const counted = async () =>
    (await deps.database.owner.query('select held::int, drawn_in_week::int from reference_counts')).rows
  assert.equal(await referenceReleaser(deps)(), 0)
  // Text references are not counted.
  assert.deepEqual(await counted(), [{ held: 4, drawn_in_week: 4 }])
  const told = async (held: number) => {
    await deps.database.owner.query(
      `update reference_counts set held = $1, drawn_in_week = 70000, counted_at = counted_at + interval '1 day'`,
      [held],
    )
    await evaluateAlerts({ ...deps, mail: undefined, notify: () => undefined, log: createLog('silent') })
    const { rows } = await deps.database.owner.query(
      `select object, facts ->> 'days_left' as days from alerts where kind = 'references_used_up' and resolved_at is null`,
    )
    return rows
  }
  assert.deepEqual(await told(699_999), [])
  assert.deepEqual(await told(700_000), [{ object: own.id, days: '30' }])
  assert.deepEqual(await told(650_000), [])
})
