import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { aConnectorAccount, aProcess, aTransaction } from '../../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { reservePayouts } from '../../core/payouts/reserve-payouts.ts'
import { groupWriter } from '../../core/platform/database/group-commit.ts'
import { siteAt } from '../../core/platform/deps.ts'
import { applyOutcomes } from '../../core/processing/apply-outcome.ts'
import type { ApplyItem } from '../../core/processing/status-update.ts'
import type { Deps } from '../deps.ts'
import { invite, readInvitation } from '../identity/invite.ts'
import { expireApprovals } from '../payout-approvals/decide-payout.ts'
import { settleRestored } from './settle-restored.ts'

describe('a database restored from a backup', () => {
  it('allows no approval of a payout that may have been approved and paid since', async () => {
    const world = await setUp({ after })
    const { owner } = world.database
    const process = aProcess(world)
    const connectorAccountId = await aConnectorAccount(world)
    const { pointId } = await aPoint(world)
    const limits = `insert into payout_limits (point_id, currency, approval_above_minor) values ($1, 'BRL', 1)`
    await owner.query(limits, [pointId])
    const payout = aTransaction(
      world,
      { pointId, connectorAccountId },
      { pay_type: 'payout', service_code: 'PIX_BR', currency: 'BRL' },
    )
    const [created] = await reservePayouts(process, [payout])
    assert.equal(created?.kind === 'created' && created.item.reason, 'awaiting_approval')

    const done = await settleRestored(world, 'test')
    assert.equal(done.approvalsEnded, 1)
    const { write: applyOutcome } = groupWriter({
      keyOf: (item: ApplyItem) => item.transactionId,
      writeGroup: async (items) => await applyOutcomes(process, items),
    })
    assert.equal(await expireApprovals({ database: world.database, applyOutcome } as unknown as Deps), 1)
    const found = await owner.query('select status, reason from transactions where id = $1', [payout.id])
    assert.deepEqual(found.rows, [{ status: 'ERROR', reason: 'approval_expired' }])
  })

  it('accepts no invitation that may have been used or withdrawn since', async () => {
    const deps = { ...(await setUp({ after })), site: siteAt('https://pay.example.com') }
    const { merchantId } = await aPoint(deps)
    const { url = '' } = await invite(deps, { merchantId, role: 'owner', email: 'gone@shop.example', actor: 'test' })
    const token = url.split('#')[1] ?? ''
    await readInvitation(deps, token)
    assert.equal((await settleRestored(deps, 'test')).invitationsRevoked, 1)
    await assert.rejects(readInvitation(deps, token), { code: 'not_found' })
  })
})
