import { createHash } from 'node:crypto'

/** An operation, identified by an id of its caller. */
export interface OperationId {
  /** UUID. */
  id: string
  /** SHA-256 of the request's content, 32 bytes. */
  content: Buffer
}

/** An operation with its content: texts, numbers and bigints by name, in any order. */
export function operationOf(id: string, content: Readonly<Record<string, unknown>>): OperationId {
  const names = Object.keys(content)
    .filter((name) => content[name] !== undefined)
    .sort()
  const text = JSON.stringify(
    names.map((name) => [name, content[name]]),
    (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
  )
  return { id: id.toLowerCase(), content: createHash('sha256').update(text).digest() }
}
