/** Runs work of the same name one after another. */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>

/**
 * Payers of one link wait for its lock. Within a process they wait here, so that a link that many use at once holds one
 * database connection and not all of them. Admission control limits how many wait.
 */
export function inTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, turn)
    try {
      return await turn
    } finally {
      if (last.get(name) === turn) last.delete(name)
    }
  }
}
