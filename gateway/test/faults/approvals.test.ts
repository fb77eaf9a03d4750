import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Connector } from '../../src/core/connectors/connector.ts'
import { simulatedBank } from '../../src/core/connectors/simulated-bank/connector.ts'
import { createApiKey } from '../../src/core/merchants/create-api-key.ts'
import { reservePayouts } from '../../src/core/payouts/reserve-payouts.ts'
import { groupWriter } from '../../src/core/platform/database/group-commit.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { callSlots } from '../../src/core/processing/call-slots.ts'
import type { ApplyItem } from '../../src/core/processing/status-update.ts'
import { present } from '../../src/core/values/assert.ts'
import type { Caller } from '../../src/core/values/caller.ts'
import type { Deps } from '../../src/extras/deps.ts'
import { approvePayout, expireApprovals, rejectPayout } from '../../src/extras/payout-approvals/decide-payout.ts'
import { aConnectorAccount, aProcess, aTransaction } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'

const world = await setUp({ after })
const { owner } = world.database
const { pointId } = await aPoint(world)
const connectorAccountId = await aConnectorAccount(world)
const process = aProcess(world)
await owner.query(`insert into payout_limits (point_id, currency, approval_above_minor) values ($1, 'ARS', 0)`, [
  pointId,
])
const { keyId } = await createApiKey(world, { pointId, name: 'second', scopes: ['approve_payouts'], actor: 'test' })
const caller = { point: { pointId }, keyId, scopes: new Set(['approve_payouts']) } as unknown as Caller

/** A provider that pays everything that reaches it. */
const reached: string[] = []
const provider: Connector = {
  manifest: simulatedBank({ baseUrl: 'http://127.0.0.1:9' }).manifest,
  keyFor: (id) => id,
  submit: async (_, key) => {
    reached.push(key)
    return await Promise.resolve({ kind: 'completed' })
  },
  inquire: async () => await Promise.resolve({ kind: 'not_found' }),
}
const account = { id: connectorAccountId, connector: 'simulated-bank', environment: 'test', credentials: '{}' } as const
const deps = {
  ...process,
  clock: world.clock,
  processName: 'a gateway',
  callSlots: callSlots(process.metrics),
  connectors: new Map([['simulated-bank', provider]]),
  routes: { account: async () => await Promise.resolve(account) },
  applyOutcome: async (item: ApplyItem) => present((await applyOutcomes(process, [item]))[0], 'a result'),
  site: siteAt(''),
} as unknown as Deps

/** A payout that waits for its approval. */
async function waiting(): Promise<string> {
  const item = aTransaction(world, { pointId, connectorAccountId }, { pay_type: 'payout' })
  await reservePayouts(process, [item])
  return item.id
}

const word = (transactionId: string) => ({ transactionId, origin: '127.0.0.1' })
const stateOf = async (id: string) => {
  const found = await owner.query('select status, reason from transactions where id = $1', [id])
  return `${found.rows[0].status} ${found.rows[0].reason}`
}
const count = async (table: string, where: string, id: string) =>
  Number((await owner.query(`select count(*) from ${table} where ${where} = $1`, [id])).rows[0].count)

test('nobody decides about a payout whose time is over, before the job that ends it has come to it', async () => {
  const id = await waiting()
  await owner.query('update transactions set approval_until = gateway_now() where id = $1', [id])
  reached.length = 0
  for (const decide of [approvePayout, rejectPayout]) {
    await assert.rejects(decide(deps, caller, word(id)), { code: 'not_in_this_state', message: /time .* is over/ })
  }
  assert.deepEqual([await stateOf(id), await count('attempts', 'transaction_id', id)], ['PENDING awaiting_approval', 0])
  assert.equal(await count('audit_log', 'object_id', id), 0)
  assert.equal(await expireApprovals(deps), 1)
  assert.equal(await stateOf(id), 'ERROR approval_expired')
  assert.deepEqual(reached, [])
})

test('a word that comes in time counts', async () => {
  const id = await waiting()
  await owner.query(`update transactions set approval_until = gateway_now() + interval '5 minutes' where id = $1`, [id])
  assert.equal((await approvePayout(deps, caller, word(id))).status, 'COMPLETED')
  assert.deepEqual(reached, [id])
})

/** A gateway whose first commit of several decisions together loses its answer. They meet in one group. */
function losingAnswers(): Deps {
  const writer = groupWriter({
    keyOf: (item: ApplyItem) => item.transactionId,
    writeGroup: async (items) => {
      const results = await applyOutcomes(process, items)
      if (items.length > 1) throw new Error('the answer to the COMMIT was lost')
      return results
    },
  })
  let meet: () => void = () => undefined
  const bothAreThere = new Promise<void>((resolve) => {
    meet = resolve
  })
  let decisions = 0
  const applyOutcome = async (item: ApplyItem) => {
    if (item.source === 'approver') {
      if (++decisions === 2) meet()
      await bothAreThere
    }
    return await writer.write(item)
  }
  return { ...deps, applyOutcome }
}

test('an approval and a refusal whose common COMMIT lost its answer count once, and the payout is sent', async () => {
  const [agreed, refused] = [await waiting(), await waiting()]
  const losing = losingAnswers()
  reached.length = 0
  const [paid, failed] = await Promise.all([
    approvePayout(losing, caller, word(agreed)),
    rejectPayout(losing, caller, word(refused)),
  ])
  assert.deepEqual([paid.status, failed.status, failed.reason], ['COMPLETED', 'ERROR', 'rejected_by_approver'])
  assert.deepEqual(reached, [agreed])
  for (const [id, attempts] of [
    [agreed, 1],
    [refused, 0],
  ] as const) {
    assert.deepEqual(
      [
        await count('attempts', 'transaction_id', id),
        await count('audit_log', 'object_id', id),
        await count('callback_events', 'transaction_id', id),
      ],
      [attempts, 1, 1],
    )
  }
})

test('of two words about one payout only one counts, however alike they are', async () => {
  const id = await waiting()
  const words = await Promise.allSettled([
    rejectPayout(deps, caller, { ...word(id), note: 'no' }),
    rejectPayout(deps, caller, { ...word(id), note: 'no' }),
  ])
  assert.deepEqual(words.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(await count('audit_log', 'object_id', id), 1)
})
