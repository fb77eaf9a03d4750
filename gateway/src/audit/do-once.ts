import type { PlatformDeps } from '../platform/deps.ts'
import { Problem } from '../values/problem.ts'
import type { OperationId } from './rules/operation-id.ts'
import { type DoneOperation, findOperation, OperationDoneError } from './store/operation-ids.ts'

export interface Once<T> {
  /** Undefined: the caller gave no id, and a repetition is an operation of its own. */
  operation: OperationId | undefined
  /** Does it, and writes `operation` in its commit (as `AuditEntry.operation`). */
  act(): Promise<T>
  /** The answer where it was done before: what has become of it since. */
  again(done: DoneOperation): Promise<T>
}

/** What `doOnce` tells. */
export interface DoneOnce<T> {
  result: T
  /** It was done by an earlier call: this one changed nothing. */
  repeated: boolean
}

/**
 * Does what a person or command asks for once, however often it is asked for under one id: a call whose answer was lost
 * (a COMMIT of unknown outcome) is repeated with the same id. Two calls at once: one acts. Throws `reference_conflict`
 * where the id stands for something else.
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
    // Refused because the other call was faster: its state is what this one ran into.
    const meanwhile = await findOperation(deps.database.engine, operation.id)
    if (meanwhile) return await repeat(meanwhile)
    throw error
  }
}

function otherContent(): Problem {
  return new Problem('reference_conflict', {
    message: 'This operation id was used for something else: make a new one for a new operation.',
    param: 'operation_id',
  })
}
