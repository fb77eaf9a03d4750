/** A broken assumption of our own code. Ends the request with `internal_error`; the message never reaches a caller. */
export class Bug extends Error {
  override readonly name = 'Bug'
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Bug(message)
}

/** Closes an exhaustive switch: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new Bug(`unreachable: ${String(value)}`)
}

/** The value, or a Bug where it is missing. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Bug(`${what} is missing`)
  return value
}
