import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { aConnectorAccount, aProcess, aTransaction } from '../../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { applyOutcomes } from '../../core/processing/apply-outcome.ts'
import type { StatusUpdate } from '../../core/processing/rules/state.ts'
import { insertTransactions } from '../../core/processing/store/creations.ts'
import { runTransactionCheck } from '../verify/store/transaction-checks.ts'
import { closeReview } from './close-review.ts'
import { listForOperator } from './list-for-operator.ts'

const world = await setUp({ after })
const { database } = world
const deps = aProcess(world)
const connectorAccountId = await aConnectorAccount(world)
const { pointId } = await aPoint(world)

const rows = async (text: string, values: unknown[] = []) => (await database.owner.query(text, values)).rows

async function reviewedAfter(...updates: StatusUpdate[]): Promise<string> {
  const item = aTransaction(world, { pointId, connectorAccountId })
  await insertTransactions(database.engine, [item])
  await database.owner.query(`update attempts set state = 'open', lease_until = null where transaction_id = $1`, [
    item.id,
  ])
  for (const update of updates) await apply(item.id, update)
  return item.id
}

const apply = async (transactionId: string, update: StatusUpdate) =>
  (await applyOutcomes(deps, [{ transactionId, update, source: 'connector' }]))[0]
const paid: StatusUpdate = { kind: 'completed', creditedMinor: 1000n }
const rejected: StatusUpdate = { kind: 'rejected', reason: 'declined' }
const decision = { evidence: 'the bank says it was a mistake of theirs', operator: 'ana' }
const close = async (transactionId: string) => await closeReview(deps, { transactionId, ...decision })
const rowOf = async (id: string) => (await rows('select * from transactions where id = $1', [id]))[0]
const listed = async (id: string) => (await listForOperator({ database })).rows.some((row) => row.id === id)

describe('a transaction in the review queue', () => {
  it('is closed with history and audit entry and without other changes, if no update can resolve it', async () => {
    for (const [first, then, status] of [
      [paid, rejected, 'COMPLETED'],
      [rejected, paid, 'ERROR'],
    ] as const) {
      const id = await reviewedAfter(first, then)
      assert.ok(await listed(id))
      const earlier = await rowOf(id)
      const transfers = await rows('select count(*)::int as n from ledger_transfers')
      assert.equal((await close(id)).status, status)
      assert.equal(await listed(id), false)
      const now = await rowOf(id)
      assert.deepEqual({ ...now, needs_operator: '', updated_at: 0 }, { ...earlier, needs_operator: '', updated_at: 0 })
      assert.deepEqual(await rows('select count(*)::int as n from ledger_transfers'), transfers)
      const history = await rows('select * from transaction_history where transaction_id = $1 order by id', [id])
      assert.deepEqual(
        [history.at(-1).source, history.at(-1).status, history.at(-1).detail],
        ['operator', status, decision.evidence],
      )
      const [audit] = await rows('select * from audit_log where object_id = $1', [id])
      assert.deepEqual([audit.actor, audit.action], ['ana', 'attention.close'])
      assert.deepEqual(audit.detail, { evidence: decision.evidence, why: earlier.needs_operator })
      for (const check of ['I5', 'I6', 'I7'] as const) {
        assert.deepEqual(await runTransactionCheck(database.engine, check, [id]), [])
      }
      await assert.rejects(close(id), { code: 'not_in_this_state', message: /asks for nobody/ })
      assert.equal((await apply(id, then))?.kind, 'contradiction', 'the same update needs a review again')
    }
  })

  it('needs an operator name with visible characters', async () => {
    const id = await reviewedAfter(paid, rejected)
    const alone = closeReview(deps, { transactionId: id, ...decision, operator: 'ana\u200b' })
    await assert.rejects(alone, { code: 'validation_failed' })
    assert.ok(await listed(id))
  })

  it('cannot be closed while it has money in suspense or an unknown outcome', async () => {
    const twice = await reviewedAfter(paid, { kind: 'completed', creditedMinor: 2000n })
    await assert.rejects(close(twice), { code: 'not_in_this_state', message: /accept or return/ })
    const silent = await reviewedAfter({ kind: 'unresolved' })
    await assert.rejects(close(silent), { code: 'not_in_this_state', message: /confirm or fail/ })
    const part = await reviewedAfter({ kind: 'completed', creditedMinor: 400n }, rejected)
    assert.equal((await close(part)).reason, 'underpaid', 'the part waits for the rest, not for an operator')
  })

  it('stays open if its reason changed meanwhile', async () => {
    const id = await reviewedAfter(paid, rejected)
    const stale: StatusUpdate = { kind: 'close_attention', why: 'another question' }
    assert.equal((await apply(id, stale))?.kind, 'same')
    assert.ok(await listed(id))
  })

  it('leaves the queue when the pay-in is cancelled', async () => {
    const id = await reviewedAfter({ kind: 'unresolved' })
    assert.ok(await listed(id))
    await apply(id, { kind: 'cancel' })
    assert.equal(await listed(id), false)
  })
})

describe('the review queue', () => {
  before(async () => {
    for (let made = 0; made < 501; made += 30) {
      const items = Array.from({ length: 30 }, () => aTransaction(world, { pointId, connectorAccountId }))
      await insertTransactions(database.engine, items)
    }
    await database.owner.query(`update transactions set needs_operator = 'x' where needs_operator is null`)
  })

  it('has pages, oldest first, so that the newest can be reached', async () => {
    const first = await listForOperator({ database })
    assert.equal(first.rows.length, 500)
    assert.ok(first.total > 500)
    assert.equal(first.next, first.rows.at(-1)?.id)
    const second = await listForOperator({ database }, first.next)
    assert.equal(second.next, undefined)
    const ids = [...first.rows, ...second.rows].map(({ id }) => id)
    const all = await rows('select id from transactions where needs_operator is not null order by created_at, id')
    assert.deepEqual(
      ids,
      all.map(({ id }) => id),
    )
    await assert.rejects(listForOperator({ database }, 'x'), { code: 'validation_failed' })
  })
})
