import type { PlatformDeps } from '../platform/deps.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import type { OperationId } from './rules/operation-id.ts'
import { type DoneOperation, findOperation, OperationDoneError } from './store/operation-ids.ts'

export interface Once<T> {
  /** Undefined: the caller gave no id, so a repetition is a new operation. */
  operation: OperationId | undefined
  /** Executes the action and writes `operation` in its commit (as `AuditEntry.operation`). */
  act(): Promise<T>
  /** The answer for a repetition, with the current state. */
  again(done: DoneOperation): Promise<T>
}

/** Result of `doOnce`. */
export interface DoneOnce<T> {
  result: T
  /** True if an earlier call executed the operation. This call changed nothing. */
  repeated: boolean
}

/**
 * Executes an operation once per id. A caller that lost the answer (a COMMIT of unknown outcome) repeats the call with
 * the same id. Of two concurrent calls one acts. Throws `reference_conflict` if the id belongs to another operation.
 */
export async function doOnce<T>(deps: Pick<PlatformDeps, 'database'>, once: Once<T>): Promise<DoneOnce<T>> {
  const { operation, act, again } = once
  if (!operation) return { result: await act(), repeated: false }
  const repeat = async (done: DoneOperation): Promise<DoneOnce<T>> => {
    if (!done.content.equals(operation.content)) throw otherContent()
    return { result: await again(done), repeated: true }
  }
  const before = await findOperation(deps.database.engine, operation.id)
  if (before) return await repeat(before)
  try {
    return { result: await act(), repeated: false }
  } catch (error) {
    if (!(error instanceof OperationDoneError) && !(error instanceof Problem)) throw error
    // Refused because a concurrent call of the same operation changed the state first.
    const meanwhile = await findOperation(deps.database.engine, operation.id)
    if (meanwhile) return await repeat(meanwhile)
    throw error
  }
}

function otherContent(): Problem {
  return new Problem('reference_conflict', {
    message: say('operation_id.used'),
    param: 'operation_id',
  })
}
