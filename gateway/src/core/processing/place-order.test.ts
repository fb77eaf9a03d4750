import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DrawContext, DrawnReference } from '../connectors/connector.ts'
import type { PayinRequest } from '../payment-methods/read-request.ts'
import { systemClock } from '../platform/clock/clock.ts'
import type { Caller } from '../values/caller.ts'
import type { Wanted } from './create-transaction.ts'
import type { ProcessingDeps } from './deps.ts'
import { againWhereTaken, placeOrder } from './place-order.ts'

const request = { operation: 'payin', serviceCode: 'SPEI_MX', method: { country: 'MX' } } as PayinRequest
const caller = { point: { environment: 'live', pointId: 'p' } } as Caller

/** Where an order goes whose accounts, by route, draw these. */
async function placed(drawn: Readonly<Record<string, DrawnReference['kind']>>, columns: Wanted['columns'] = {}) {
  const connector = {
    manifest: {
      environments: ['live'],
      capabilities: [{ serviceCode: '*', payType: 'payin' }],
      lateExecution: [],
    },
    drawReference: async (_: unknown, { account: { id }, isOfLink }: DrawContext) =>
      await Promise.resolve({ kind: drawn[id], reference: `of ${id}${isOfLink ? ', by a link' : ''}`, max: 3 }),
  }
  const deps = {
    routes: {
      find: async ({ except = [] }: { except?: readonly string[] }) => {
        const id = Object.keys(drawn).find((each) => !except.includes(each))
        return await Promise.resolve(id && { id, connector: 'own-account', environment: 'live', credentials: '{}' })
      },
    },
    connectors: new Map([['own-account', connector]]),
    database: {},
    clock: systemClock(),
    nextSequence: async () => await Promise.resolve(1n),
  }
  const wanted = { request, columns }
  const { routed, reference, refused } = await placeOrder(deps as unknown as ProcessingDeps, caller, wanted)
  return [routed.account.id, reference ?? `${refused?.code} ${refused?.retryAfterSeconds}`]
}

test('an order goes to the first account by route that has a free reference, or is refused', async () => {
  assert.deepEqual(await placed({ a: 'drawn', b: 'drawn' }), ['a', 'of a'])
  assert.deepEqual(await placed({ a: 'drawn' }, { payment_link_id: 'l' }), ['a', 'of a, by a link'])
  assert.deepEqual(await placed({ a: 'full', b: 'full', c: 'drawn' }), ['c', 'of c'])
  assert.deepEqual(await placed({ a: 'full', b: 'full' }), ['b', 'unavailable 60'])
  assert.deepEqual(await placed({ a: 'over_share', b: 'drawn' }), ['a', 'too_many_open undefined'])
})

test('a reference that another process has written is drawn again, and no end of that is a fault of ours', async () => {
  const taken = Object.assign(new Error('taken'), { code: '23505', constraint: 'transactions_target_reference' })
  const failing = (times: number, error: Error) => async () => {
    if (times-- > 0) throw error
    return await Promise.resolve('written')
  }
  assert.equal(await againWhereTaken(failing(5, taken)), 'written')
  await assert.rejects(againWhereTaken(failing(100, taken)), { code: 'unavailable' })
  const other = Object.assign(new Error('other'), { code: '23505', constraint: 'transactions_pay_token' })
  await assert.rejects(againWhereTaken(failing(1, other)), other)
})
