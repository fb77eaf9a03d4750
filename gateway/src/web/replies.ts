import type { NamedActor } from '../values/actor.ts'
import type { FieldProblem } from '../values/problem.ts'
import type { ActorData } from './contract/words.ts'

export interface Success<Data> {
  status: 'success'
  data: Data
  /** Absent without warnings. */
  warnings?: FieldProblem[]
}

export function success<Data>(data: Data, warnings: readonly FieldProblem[] = []): Success<Data> {
  return { status: 'success', data, ...(warnings.length > 0 && { warnings: [...warnings] }) }
}

/** The creator of an item in the format of replies. */
export function actorData({ kind, keyId, name }: NamedActor): ActorData {
  return { kind, key_id: keyId, name }
}
