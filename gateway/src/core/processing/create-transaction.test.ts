import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Capability, Connector } from '../connectors/connector.ts'
import { createLog } from '../platform/log/log.ts'
import type { Caller } from '../values/caller.ts'
import { Problem } from '../values/problem.ts'
import { routeFor } from './create-transaction.ts'

const account = { id: 'a', connector: 'bank', environment: 'live' as const, credentials: '{}' }
const caller = { point: { environment: 'live', pointId: 'p' } as Caller['point'] }
const payins: Capability = { serviceCode: '*', payType: 'payin' }

function routed(capabilities: readonly Capability[], logged: string[] = []) {
  const connector = { manifest: { environments: ['live'], capabilities } } as unknown as Connector
  const nothing = async () => await Promise.resolve(undefined)
  return {
    connectors: new Map([['bank', connector]]),
    routes: {
      find: async () => await Promise.resolve(account),
      account: nothing,
      depositAccount: nothing,
      accountIds: async () => await Promise.resolve([]),
    },
    log: createLog('error', (line) => logged.push(line)),
  }
}

test('an order follows its route when the connector supports its code and direction', async () => {
  const wanted = { serviceCode: 'BT_AR', operation: 'payin' } as const
  for (const serviceCode of ['*', 'BT_AR']) {
    const found = await routeFor(routed([{ ...payins, serviceCode }]), caller, wanted)
    assert.equal(found.account, account)
  }
})

test('a route to a connector that does not support code, direction or environment is refused and logged', async () => {
  const wanted = { serviceCode: 'BT_AR', operation: 'payin' } as const
  for (const capability of [
    { ...payins, serviceCode: 'BT_CL' },
    { ...payins, payType: 'payout' as const },
  ]) {
    const logged: string[] = []
    await assert.rejects(
      routeFor(routed([capability], logged), caller, wanted),
      (error) => error instanceof Problem && error.code === 'service_not_enabled',
    )
    assert.match(logged.join(), /does not support it/)
  }
  const test = { point: { ...caller.point, environment: 'test' } as Caller['point'] }
  await assert.rejects(routeFor(routed([payins]), test, wanted), /No bank is configured for BT_AR/)
})
