/**
 * A broken assumption of the gateway's own code. Ends the request with `internal_error`. The message never reaches a
 * caller.
 */
export class Bug extends Error {
  override readonly name = 'Bug'
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Bug(message)
}

/** Ends an exhaustive switch: the compiler proves that this line is unreachable. */
export function unreachable(value: never): never {
  throw new Bug(`unreachable: ${String(value)}`)
}

/** Returns the value. Throws a Bug if it is missing. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Bug(`${what} is missing`)
  return value
}
