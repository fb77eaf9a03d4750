import type { Actor } from '../../values/actor.ts'

/** The name of whoever takes a step, as batches keep it. */
export function nameOfActor(actor: string | Actor): string {
  return typeof actor === 'string' ? actor : actor.name
}
