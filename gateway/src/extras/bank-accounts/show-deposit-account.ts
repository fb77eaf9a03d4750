import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { OperatorActor } from '../../core/values/actor.ts'
import { Problem } from '../../core/values/problem.ts'
import { mayBeOnePerson, requireSeparatePeople } from '../identity/separate-people.ts'
import { say } from './messages/en.ts'
import {
  findWaitingDeposits,
  lockWaitingDeposit,
  showDepositNow,
  type WaitingDepositRow,
} from './store/waiting-deposit-accounts.ts'

/** A waiting account, and whether the viewer is a third person who may activate it. */
export type WaitingDeposit = WaitingDepositRow & { mayShow: boolean }

/** Deposit accounts that payers do not see yet. */
export async function listWaitingDeposits(
  deps: Pick<PlatformDeps, 'database'>,
  viewer: string,
): Promise<readonly WaitingDeposit[]> {
  const rows = await findWaitingDeposits(deps.database.engine)
  return await Promise.all(
    rows.map(async (row) => {
      const makers = creatorsOf(row)
      return { ...row, mayShow: makers.length > 0 && !(await mayBeOnePerson(deps, makers, [viewer])) }
    }),
  )
}

/**
 * A third person agrees to a deposit account that replaces another one, so payers see it now instead of after 24 hours.
 * Throws `not_found` if no such account waits. Throws `second_person_required` if this person may be the one who
 * proposed or decided, or if no second person decided.
 */
export async function showDepositAccount(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  id: string,
  by: OperatorActor,
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    const row = isUuid(id) ? await lockWaitingDeposit(tx, id) : undefined
    if (!row) throw new Problem('not_found', { message: say('account.none_waiting') })
    const makers = creatorsOf(row)
    if (makers.length === 0) throw new Problem('second_person_required')
    await requireSeparatePeople({ database: { engine: tx } }, 'live', { makers, deciders: [by.userId] })
    await showDepositNow(tx, id, by.userId)
    const { service_code, number, beneficiary } = row
    const facts = { objectId: id, merchantId: null, detail: { service_code, number, beneficiary } }
    await writeAudit(tx, auditOf(by, 'deposit_account.show', facts), deps.clock.now())
  })
}

function creatorsOf({ proposed_by: proposer, decided_by: decider }: WaitingDepositRow): readonly string[] {
  return proposer === null || decider === null ? [] : [proposer, decider]
}
