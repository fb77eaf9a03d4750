import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../test/support/set-up.ts'
import { toyCredentials, toyProvider } from '../../test/support/toy-provider.ts'
import { createConnectors } from '../connectors/index.ts'
import { type RouteFinder, routeFinder } from '../processing/route-finder.ts'
import { Problem } from '../values/problem.ts'
import { explainRoute } from './explain-route.ts'
import { addProviderAccount, disableProviderAccount } from './provider-account.ts'
import { addRoute, type RouteInput, removeRoute } from './routes.ts'
import { sealCredentials } from './seal-credentials.ts'
import { listAllRoutes } from './show-accounts.ts'

const deps = {
  ...(await setUp({ after })),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [toyProvider()], onThrown: () => undefined }),
}
const by = { actor: 'ana' }
const pix = { serviceCode: 'PIX_BR', payType: 'payin' } as const

async function account(name: string): Promise<string> {
  const credentials = await toyCredentials()
  const entered = await sealCredentials(deps, { connector: 'toy-pix', environment: 'test', name, credentials })
  return (await addProviderAccount(deps, entered, by)).id
}

async function add(input: Partial<RouteInput> & Pick<RouteInput, 'connectorAccountId'>) {
  return await addRoute(deps, { ...pix, priority: 100, ...input }, by)
}

function refused(code: string, ...params: string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.code, code, error.message)
    assert.deepEqual(error.fields.map((field) => field.param).sort(), params.sort())
    return true
  }
}

async function found(finder: RouteFinder, pointId: string, amountMinor: bigint): Promise<string | undefined> {
  return (await finder.find({ ...pix, environment: 'test', pointId, amountMinor }))?.id
}

test('orders follow their amount, the point’s own routes come first, and one read serves every amount', async () => {
  const { pointId } = await aPoint(deps)
  const { pointId: other } = await aPoint(deps)
  const [general, small, large] = [await account('general'), await account('small'), await account('large')]
  await add({ connectorAccountId: general })
  await add({ connectorAccountId: small, routePointId: pointId, priority: 1, amountMax: '50.00' })
  await add({ connectorAccountId: large, routePointId: pointId, priority: 2, amountMin: '1000.00', amountMax: '2000' })
  let reads = 0
  const engine = new Proxy(deps.database.engine, {
    get: (target, name) => {
      if (name === 'query') reads += 1
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const finder = routeFinder({ ...deps, database: { ...deps.database, engine } })
  assert.equal(await found(finder, pointId, 5_000n), small)
  assert.equal(await found(finder, pointId, 5_001n), general)
  assert.equal(await found(finder, pointId, 100_000n), large)
  assert.equal(await found(finder, pointId, 200_001n), general)
  for (let amountMinor = 1n; amountMinor < 500n; amountMinor += 1n) await found(finder, pointId, amountMinor)
  assert.equal(reads, 1)
  assert.equal(await found(finder, other, 5_000n), general)
  for (const route of await listAllRoutes(deps, 'test')) await removeRoute(deps, route.id, by)
  assert.equal(await found(routeFinder(deps), pointId, 5_000n), undefined)
})

test('why an order goes where it goes is said by the rule that sends it', async () => {
  const { pointId } = await aPoint(deps)
  const [off, small, first, second] = [
    await account('off'),
    await account('small'),
    await account('first'),
    await account('second'),
  ]
  await add({ connectorAccountId: off, routePointId: pointId, priority: 1 })
  await add({ connectorAccountId: small, routePointId: pointId, priority: 2, amountMax: '5.00' })
  await add({ connectorAccountId: first, routePointId: pointId, priority: 3 })
  await add({ connectorAccountId: second })
  await disableProviderAccount(deps, off, by)
  for (const amount of ['5.00', '5.01', '900000.00']) {
    const { candidates, chosen } = await explainRoute(deps, { ...pix, pointId, amount })
    const takes = amount === '5.00'
    assert.deepEqual(
      candidates.map(({ route, verdict }) => [route.account_name, verdict]),
      [
        ['off', 'disabled'],
        ['small', takes ? 'taken' : 'amount_too_large'],
        ['first', takes ? 'later' : 'taken'],
        ['second', 'later'],
      ],
    )
    const amountMinor = BigInt(amount.replace('.', ''))
    assert.equal(chosen?.route.connector_account_id, await found(routeFinder(deps), pointId, amountMinor))
    assert.doesNotMatch(
      JSON.stringify(candidates, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      /credentials/,
    )
  }
  await assert.rejects(explainRoute(deps, { ...pix, pointId, amount: '1.001' }), refused('validation_failed', 'amount'))
  const gone = { ...deps, connectors: createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined }) }
  const { candidates, chosen } = await explainRoute(gone, { ...pix, pointId, amount: '6.00' })
  assert.equal(chosen, undefined)
  assert.equal(candidates.find(({ route }) => route.account_name === 'first')?.verdict, 'unsupported')
})

test('a route is refused with every wrong field, for a code that the connector does not support, and for a taken priority', async () => {
  const { pointId } = await aPoint(deps)
  const { pointId: live } = await aPoint(deps, { environment: 'live' })
  const connectorAccountId = await account('refusals')
  const many = {
    connectorAccountId,
    serviceCode: '*',
    routePointId: live,
    priority: 1.5,
    amountMin: '1',
    amountMax: 'x',
  }
  await assert.rejects(add(many), refused('validation_failed', 'amount_max', 'amount_min', 'point', 'priority'))
  const turned = { connectorAccountId, routePointId: pointId, amountMin: '10.00', amountMax: '9.99' }
  await assert.rejects(add(turned), refused('validation_failed', 'amount_max'))
  await assert.rejects(add({ connectorAccountId, serviceCode: 'XX' }), refused('validation_failed', 'service_code'))
  for (const serviceCode of ['BT_AR', '*']) {
    await assert.rejects(add({ connectorAccountId, serviceCode }), refused('service_not_enabled'))
  }
  await assert.rejects(add({ connectorAccountId, payType: 'payout' }), refused('service_not_enabled'))
  await add({ connectorAccountId, routePointId: pointId })
  await assert.rejects(add({ connectorAccountId, routePointId: pointId }), refused('not_in_this_state'))
  await assert.rejects(removeRoute(deps, 'x', by), refused('not_found'))
})
