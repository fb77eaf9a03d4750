import { createHash } from 'node:crypto'

/** An operation by the id that its caller made for it. */
export interface OperationId {
  /** UUID. */
  id: string
  /** SHA-256 of what was asked for, 32 bytes. */
  content: Buffer
}

/** The id of an operation with what it asks for: texts, numbers and bigints by their names, in any order. */
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
