import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPerson, setUp } from '../../../test/support/set-up.ts'
import type { OperatorActor } from '../../core/values/actor.ts'
import { decideProposal } from './decide-proposal.ts'
import type { ApprovalsDeps, Proposable } from './proposable.ts'
import { propose } from './propose.ts'
import { countWaitingProposals, listProposals } from './read-proposals.ts'

const world = await setUp({ after })
const done: string[] = []
const deps: ApprovalsDeps<Proposable> = {
  ...world,
  actions: {
    prepare: async (action, evidence = '') =>
      await Promise.resolve({ action, evidence, environment: 'live', pointId: null, transactionId: null }),
    executeAction: async ({ action }, { proposal }) => {
      await proposal?.close(world.database.engine)
      done.push(action)
      return undefined
    },
  },
}

async function anOperator(): Promise<OperatorActor> {
  return { name: 'Ana', merchantId: null, userId: await aPerson(world), origin: null }
}
const ask = async (by: OperatorActor, action: string) =>
  (await propose(deps, { proposed: { action }, evidence: 'seen', by })).result.id
const full = async (by: OperatorActor, action: string) =>
  await assert.rejects(ask(by, action), { code: 'not_in_this_state', message: /open proposals/ })
const waiting = async () => (await listProposals(deps, { open: true, limit: 1 })).rows.length

test('one person never fills the list, and security actions have a limit of their own', async () => {
  const [ana, luis] = [await anOperator(), await anOperator()]
  await Promise.all(Array.from({ length: 100 }, async () => await ask(ana, 'fund')))
  await full(ana, 'fund')
  await ask(luis, 'fund')
  for (const action of Array.from({ length: 10 }, () => ['second_factor_reset', 'password_recovery']).flat())
    await ask(ana, action)
  await full(ana, 'password_recovery')
  await ask(luis, 'second_factor_reset')
})

test('what somebody proposed who may not act any more lapses, and nobody executes it', async () => {
  const [ana, luis] = [await anOperator(), await anOperator()]
  for (const [change, back] of [
    ['disabled_at = now()', 'disabled_at = null'],
    [`role = 'support'`, `role = 'admin'`],
  ]) {
    await world.database.owner.query(`update proposals set state = 'refused', decided_by = $1, decided_at = now()`, [
      luis.userId,
    ])
    const id = await ask(ana, 'fund')
    await world.database.owner.query(`update users set ${change} where id = $1`, [ana.userId])
    await assert.rejects(decideProposal(deps, { proposalId: id, decision: 'do', note: undefined, by: luis }), {
      code: 'not_in_this_state',
    })
    assert.deepEqual([await waiting(), await countWaitingProposals(deps)], [0, 0])
    const { rows } = await world.database.owner.query(
      'select state, last_failure, (select count(*)::int from audit_log where object_id = p.id::text) as told from proposals p where id = $1',
      [id],
    )
    assert.equal(rows[0].state, 'withdrawn')
    assert.match(rows[0].last_failure, /proposer_gone/)
    assert.equal(rows[0].told, 2)
    await world.database.owner.query(`update users set ${back} where id = $1`, [ana.userId])
    assert.equal(await waiting(), 0, 'it stays so')
  }
  assert.deepEqual(done, [])
})
