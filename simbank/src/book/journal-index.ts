import { open } from 'node:fs/promises'
import type { Entry } from './entry.ts'

/** One remembered position per so many entries: 8 bytes for about 100 KB of journal, and a short search from there. */
const ENTRIES_PER_MARK = 256
/** Read size when entries are looked up again. */
const CHUNK_BYTES = 256 * 1024

/** Where in the journal file every 256th entry begins. */
export class JournalIndex {
  readonly #marks: number[] = []

  note(seq: number, offset: number): void {
    if ((seq - 1) % ENTRIES_PER_MARK === 0) this.#marks.push(offset)
  }

  /** A position at or before the entry that follows `after`; undefined when there is none yet. */
  startFor(after: number): number | undefined {
    return this.#marks[Math.min(Math.floor(after / ENTRIES_PER_MARK), this.#marks.length - 1)]
  }
}

/** Reads entries from a byte position on; stops at the end of the file or of the last whole line. */
export async function readEntries(
  path: string,
  start: number | undefined,
  range: { after: number; limit: number },
): Promise<Entry[]> {
  const entries: Entry[] = []
  if (start === undefined) return entries
  const file = await open(path, 'r')
  try {
    let position = start
    let rest = Buffer.alloc(0)
    while (entries.length < range.limit) {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(CHUNK_BYTES), position })
      if (bytesRead === 0) break
      position += bytesRead
      rest = takeLines(Buffer.concat([rest, buffer.subarray(0, bytesRead)]), (line) => {
        const entry = JSON.parse(line) as Entry
        if (entry.seq > range.after && entries.length < range.limit) entries.push(entry)
      })
    }
    return entries
  } finally {
    await file.close()
  }
}

/** Hands over each whole line and returns what follows the last line end. */
export function takeLines(
  bytes: Buffer<ArrayBuffer>,
  take: (line: string, byteLength: number) => void,
): Buffer<ArrayBuffer> {
  let start = 0
  for (;;) {
    const end = bytes.indexOf(0x0a, start)
    if (end === -1) return bytes.subarray(start)
    take(bytes.toString('utf8', start, end), end + 1 - start)
    start = end + 1
  }
}
