import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setUp } from '../../../test/support/set-up.ts'
import { connectSimulatedBank } from './connect-simulated-bank.ts'
import { connectorCredentialsPlace } from './store/connector-accounts.ts'
import { findRoute } from './store/routes.ts'

const deps = await setUp({ after })
const first = { token: 'token-token-token-1', notificationSecret: 'secret-secret-secret-1' }

test('concurrent starts create one account with its routes, and later starts change nothing', async () => {
  const results = await Promise.all([1, 2, 3].map(async () => await connectSimulatedBank(deps, first, 'first start')))
  assert.deepEqual(results.map((each) => each.change).sort(), ['created', 'none', 'none'])
  assert.equal((await connectSimulatedBank(deps, first, 'first start')).change, 'none')
  const routes = await deps.database.owner.query(
    'select environment, service_code, pay_type from routes order by pay_type',
  )
  assert.deepEqual(routes.rows, [
    { environment: 'test', service_code: '*', pay_type: 'payin' },
    { environment: 'test', service_code: '*', pay_type: 'payout' },
  ])
})

test('changed credentials replace the stored ones', async () => {
  const changed = { ...first, token: 'token-token-token-2', url: 'http://127.0.0.1:8421' }
  const result = await connectSimulatedBank(deps, changed, 'first start')
  assert.equal(result.change, 'updated')
  const wanted = {
    environment: 'test',
    pointId: result.connectorAccountId,
    serviceCode: 'BT_AR',
    payType: 'payin',
  } as const
  const route = await findRoute(deps.database.engine, wanted)
  assert.ok(route)
  const opened = deps.secretBox.open(route.credentials_box, connectorCredentialsPlace(route.connector_account_id))
  assert.deepEqual(JSON.parse(opened), {
    url: 'http://127.0.0.1:8421',
    token: 'token-token-token-2',
    notification_secret: 'secret-secret-secret-1',
  })
})
