import { randomFillSync } from 'node:crypto'

/** The system's generator costs the same for sixteen bytes as for a page. */
const pageBytes = 4_096

const page = Buffer.alloc(pageBytes)
let used = pageBytes

let source: (count: number) => Buffer = fromPage

/** Random bytes that cannot be guessed, at most 4096, of the system's generator. */
export function randomBytesOf(count: number): Buffer {
  return source(count)
}

/** For a process that must be able to repeat itself: from here on random bytes come from `other`. No gateway that anybody uses calls this. */
export function takeRandomBytesFrom(other: (count: number) => Buffer): void {
  source = other
}

/** Whether random bytes come from somewhere else than the system's generator, and can be guessed. */
export function isRandomnessReplaced(): boolean {
  return source !== fromPage
}

/**
 * The generator is asked for a page at a time; what is handed out is wiped from the page, so that no secret stands in
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
