import type { NamedActor } from '../values/actor.ts'
import type { FieldProblem } from '../values/problem.ts'
import type { ActorData } from './contract/words.ts'
import type { SaidFault } from './reply-problem.ts'

export interface Success<Data> {
  status: 'success'
  data: Data
  /** Absent without warnings. */
  warnings?: SaidFault[]
}

export function success<Data>(data: Data, warnings: readonly FieldProblem[] = []): Success<Data> {
  return { status: 'success', data, ...(warnings.length > 0 && { warnings: unsaid(warnings) }) }
}

/** `translateWarnings` says them in the language of the request before they are serialised. */
function unsaid(warnings: readonly FieldProblem[]): SaidFault[] {
  return warnings as readonly unknown[] as SaidFault[]
}

/** The creator of an item in the format of replies. */
export function actorData({ kind, keyId, name }: NamedActor): ActorData {
  return { kind, key_id: keyId, name }
}
