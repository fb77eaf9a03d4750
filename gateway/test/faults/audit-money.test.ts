import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAudit } from '../../src/extras/audit-log/list-audit.ts'
import { setPayoutLimits, setTerms } from '../../src/extras/point-settings/set-point-money.ts'
import { callbackWorld } from '../support/callback-world.ts'

const world = await callbackWorld({ after })

test('the audit log tells amounts with their currency', async () => {
  const { pointId } = await world.merchant()
  const by = { actor: 'Ana' }
  const limits = { pointId, currency: 'BRL', singleMinor: 100_000n, dailyMinor: null, approvalAboveMinor: 0n } as const
  await setPayoutLimits(world, limits, by)
  const terms = {
    pointId,
    serviceCode: 'BT_CL',
    payType: 'payout',
    feeMillionths: 25_000,
    feeFixedMinor: 150n,
  } as const
  await setTerms(world, { ...terms, releaseDelaySeconds: null }, by)
  const { items } = await listAudit(world, null, { object: pointId, limit: 20 })
  const told = Object.fromEntries(items.map(({ id, action, detail }) => [`${action} ${id}`, JSON.stringify(detail)]))
  const text = Object.values(told).join('\n')
  assert.doesNotMatch(text, /minor|millionths/i)
  for (const money of ['1000.00 BRL', '0.00 BRL', '150 CLP', '2.5 %'])
    assert.ok(text.includes(`"${money}"`), `${money} in ${text}`)
  const stored = await world.database.owner.query<{ detail: string }>(
    `select detail::text from audit_log where point_id = $1 and actor = 'Ana'`,
    [pointId],
  )
  assert.equal(stored.rows.length, 2)
  for (const { detail } of stored.rows) assert.doesNotMatch(detail, /minor/i)
})
