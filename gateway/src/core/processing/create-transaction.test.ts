import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Capability, Connector } from '../connectors/connector.ts'
import { readPayin } from '../payment-methods/read-request.ts'
import { systemClock } from '../platform/clock/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { secretBox } from '../platform/secret-box.ts'
import type { Caller } from '../values/caller.ts'
import { Problem } from '../values/problem.ts'
import { contentHash } from './content-hash.ts'
import { newTransaction, routeFor, settleExisting } from './create-transaction.ts'
import type { ProcessingDeps } from './deps.ts'
import type { TransactionRow } from './rules/transaction.ts'

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

test('a repetition is compared with a request of an older release by the expiry of that request', () => {
  const box = secretBox(Buffer.alloc(32, 7))
  const deps = { secretBox: box, clock: systemClock() } as unknown as ProcessingDeps
  const order = { service_code: 'SPEI_MX', amount: 10, reference: 'r', expired_at: '2090-01-01' }
  const read = readPayin(order, { checks: 'strict', now: new Date() })
  assert.ok(read.ok)
  const { request } = read
  const given = { caller, order: { expiresAt: request.expiresAt }, routed: { account } }
  const item = newTransaction(deps, { request }, { ...given, instructions: {}, attempt: null } as never)
  const stored = '2089-12-31T00:00:00.000Z'
  const row = (oldExpiry: string, details: Record<string, string>) =>
    ({
      ...{ details, content_hash: contentHash(box, request, oldExpiry), expired_at: new Date(stored) },
      ...{ amount_minor: 1000n, currency: 'MXN', service_code: 'SPEI_MX', personal_removed_at: null, metadata: null },
    }) as unknown as TransactionRow
  assert.equal(settleExisting(row(stored, { expired_at: stored }), item).replayed, true)
  // Removed with the personal data.
  assert.equal(settleExisting(row(stored, {}), item).replayed, true)
  assert.throws(() => settleExisting(row('2089-12-30T00:00:00.000Z', {}), item), Problem)
})
