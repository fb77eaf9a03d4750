import { randomFillSync } from 'node:crypto'

/** Bytes per call of the system's generator. 16 bytes and a whole page cost the same. */
const pageBytes = 4_096

const page = Buffer.alloc(pageBytes)
let used = pageBytes

let source: (count: number) => Buffer = fromPage

/** Unguessable random bytes of the system's generator, at most 4096. */
export function randomBytesOf(count: number): Buffer {
  return source(count)
}

/**
 * Makes all later random bytes come from `other`. Only for a process that must be able to repeat a run, never for a
 * deployed gateway.
 */
export function takeRandomBytesFrom(other: (count: number) => Buffer): void {
  source = other
}

/** Whether random bytes are predictable, because another source replaced the system's generator. */
export function isRandomnessReplaced(): boolean {
  return source !== fromPage
}

/**
 * Takes bytes from a buffered page of the generator. Used bytes are erased from the page, so that no secret is in
 * memory twice.
 */
function fromPage(count: number): Buffer {
  if (count > pageBytes - used) {
    randomFillSync(page)
    used = 0
  }
  const bytes = Buffer.from(page.subarray(used, used + count))
  page.fill(0, used, used + count)
  used += count
  return bytes
}
