import type { Db } from '../../platform/database/database.ts'
import type { OperationId } from '../rules/operation-id.ts'

export interface DoneOperation {
  action: string
  content: Buffer
  object_id: string | null
  created_at: Date
}

/** Another commit has already executed this operation. This transaction must roll back. */
export class OperationDoneError extends Error {
  constructor() {
    super('an operation with this id was done already')
    this.name = 'OperationDoneError'
  }
}

/** Marks an operation as executed, in its own commit. Throws `OperationDoneError` if it was executed before. */
export async function claimOperation(
  tx: Db,
  { id, content }: OperationId,
  done: { action: string; objectId: string | null },
): Promise<void> {
  const claimed = await tx.query({
    name: 'claim-operation',
    text: `insert into operation_ids (id, action, content, object_id) values ($1, $2, $3, $4) on conflict (id) do nothing`,
    values: [id, done.action, content, done.objectId],
  })
  if (claimed.rowCount !== 1) throw new OperationDoneError()
}

export async function findOperation(db: Db, id: string): Promise<DoneOperation | undefined> {
  const found = await db.query<DoneOperation>({
    name: 'find-operation',
    text: 'select action, content, object_id, created_at from operation_ids where id = $1',
    values: [id],
  })
  return found.rows[0]
}
