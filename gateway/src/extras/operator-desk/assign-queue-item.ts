import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { OperatorActor } from '../../core/values/actor.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import {
  type AssignmentRow,
  deleteAssignment,
  deleteEndedAssignments,
  type QueueItem,
  readAssignee,
  readAssignments,
  saveAssignment,
} from './store/queue-assignments.ts'

export type { AssignmentRow }

type AssignDeps = Pick<PlatformDeps, 'database' | 'clock'>

interface Taking extends QueueItem {
  /** Who has it, as the person saw it: nobody takes an item over without knowing. */
  takenFrom: string | null
  note: string | null
  by: OperatorActor
}

/** Who works on items that wait, the newest first. */
export async function listAssignments({ database }: Pick<AssignDeps, 'database'>): Promise<readonly AssignmentRow[]> {
  return await readAssignments(database.engine)
}

/** The cleanup of what waits no more. */
export async function forgetEndedAssignments({ database }: Pick<AssignDeps, 'database'>): Promise<number> {
  return await deleteEndedAssignments(database.engine)
}

/** A person says that they work on an item. Throws `not_in_this_state` where it does not wait, or somebody else has it. */
export async function takeQueueItem({ database, clock }: AssignDeps, taking: Taking): Promise<void> {
  const { kind, itemId, takenFrom, note, by } = taking
  await inTransaction(database.engine, async (tx) => {
    if (!(await saveAssignment(tx, { ...taking, userId: by.userId }))) {
      const name = await readAssignee(tx, taking)
      const message = name === undefined ? say('queue.waits_no_more') : say('queue.taken', { name })
      throw new Problem('not_in_this_state', { message })
    }
    const detail = { kind, ...(takenFrom && { taken_from: takenFrom }), ...(note && { note }) }
    await writeAudit(tx, auditOf(by, 'queue_item.take', { objectId: itemId, merchantId: null, detail }), clock.now())
  })
}

/** The person works on it no more. Throws `not_in_this_state` where they did not. */
export async function giveBackQueueItem(
  { database, clock }: AssignDeps,
  { by, ...item }: QueueItem & { by: OperatorActor },
): Promise<void> {
  await inTransaction(database.engine, async (tx) => {
    const isGiven = await deleteAssignment(tx, { ...item, userId: by.userId })
    if (!isGiven) throw new Problem('not_in_this_state', { message: say('queue.not_yours') })
    const facts = { objectId: item.itemId, merchantId: null, detail: { kind: item.kind } }
    await writeAudit(tx, auditOf(by, 'queue_item.give_back', facts), clock.now())
  })
}
