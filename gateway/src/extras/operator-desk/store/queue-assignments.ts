import type { Db } from '../../../core/platform/database/database.ts'
import { deletedRowsMax } from '../../../core/platform/database/old-rows.ts'
import type { QueueKind } from '../rules/queue-kinds.ts'
import { waitingToPay } from './reads/to-pay.ts'

export interface QueueItem {
  kind: QueueKind
  /** Of a transaction, a proposal, a point or an account, by the kind. */
  itemId: string
}

/** Somebody works on an item. */
export interface AssignmentRow {
  kind: QueueKind
  item_id: string
  user_id: string
  user_name: string
  note: string | null
  taken_at: Date
}

/** Whether the item `q` waits for a person. */
const waits = `case q.kind
    when 'review' then exists (select from transactions where id = q.item_id and needs_operator is not null)
    when 'pay' then exists (select from transactions t where t.id = q.item_id and ${waitingToPay})
    when 'proposal' then exists (select from proposals where id = q.item_id and state = 'open')
    when 'callbacks' then exists (select from callback_health where point_id = q.item_id and failing_since is not null)
    when 'deposit' then exists (select from deposit_accounts where id = q.item_id and active and shown_from > gateway_now())
    else exists (select from withdrawal_accounts where id = q.item_id and confirmed_at is null and ended_at is null) end`

/** More than people work on at once. */
const assignmentsMax = 1_000

/** Of items that wait, the newest first. */
export async function readAssignments(db: Db): Promise<readonly AssignmentRow[]> {
  const found = await db.query<AssignmentRow>({
    name: 'read-queue-assignments',
    text: `select q.kind, q.item_id, q.user_id, u.name as user_name, q.note, q.taken_at
      from queue_assignments q join users u on u.id = q.user_id
      where ${waits} order by q.taken_at desc limit ${assignmentsMax}`,
  })
  return found.rows
}

/** False: the item does not wait, or neither the person nor `takenFrom` has it. */
export async function saveAssignment(
  tx: Db,
  wanted: QueueItem & { userId: string; takenFrom: string | null; note: string | null },
): Promise<boolean> {
  const saved = await tx.query({
    name: 'save-queue-assignment',
    text: `insert into queue_assignments as a (kind, item_id, user_id, note)
      select q.kind, q.item_id, $3, $4 from (values ($1::text, $2::uuid)) q (kind, item_id) where ${waits}
      on conflict (kind, item_id) do update set user_id = excluded.user_id, note = excluded.note, taken_at = gateway_now()
        where a.user_id in ($3, $5)`,
    values: [wanted.kind, wanted.itemId, wanted.userId, wanted.note, wanted.takenFrom],
  })
  return saved.rowCount === 1
}

/** The name of whoever works on the item. */
export async function readAssignee(db: Db, { kind, itemId }: QueueItem): Promise<string | undefined> {
  const found = await db.query<{ name: string }>({
    name: 'read-queue-assignee',
    text: `select u.name from queue_assignments q join users u on u.id = q.user_id
      where q.kind = $1 and q.item_id = $2 and ${waits}`,
    values: [kind, itemId],
  })
  return found.rows[0]?.name
}

/** False: the person does not have it. */
export async function deleteAssignment(
  tx: Db,
  { kind, itemId, userId }: QueueItem & { userId: string },
): Promise<boolean> {
  const deleted = await tx.query({
    name: 'delete-queue-assignment',
    text: 'delete from queue_assignments where kind = $1 and item_id = $2 and user_id = $3',
    values: [kind, itemId, userId],
  })
  return deleted.rowCount === 1
}

/** Deletes those of items that wait no more. */
export async function deleteEndedAssignments(db: Db): Promise<number> {
  const deleted = await db.query({
    name: 'delete-ended-queue-assignments',
    text: `delete from queue_assignments where (kind, item_id) in (
      select q.kind, q.item_id from queue_assignments q where not ${waits} limit ${deletedRowsMax})`,
  })
  return deleted.rowCount ?? 0
}
