import { createReadStream, existsSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { StartFault } from '../boot/start-fault.ts'
import { applyEntry, type BookState } from './apply-entry.ts'
import type { Entry } from './entry.ts'
import type { JournalEnd } from './journal.ts'
import { JournalIndex, takeLines } from './journal-index.ts'

/** A line is below 64 KiB; more bytes than this without a line end are no journal. */
const REST_BYTES_MAX = 16 * 1024 * 1024

/**
 * Reads the whole journal into the book. A torn last line (the process died while writing; its caller never got an
 * answer) is cut off the file and reported in `cutOffBytes`. A damaged line with others after it means that the
 * journal was changed: StartFault.
 */
export async function replay(path: string, book: BookState): Promise<JournalEnd & { cutOffBytes: number }> {
  const end = { seq: 0, bytes: 0, index: new JournalIndex() }
  if (!existsSync(path)) return { ...end, cutOffBytes: 0 }
  let rest: Buffer<ArrayBuffer> = Buffer.alloc(0)
  // Bytes of a whole line that is not JSON: torn when nothing follows it, damage when something does.
  let unreadableBytes = 0
  const takeLine = (line: string, byteLength: number): void => {
    if (unreadableBytes > 0) throw damaged(path, end.seq + 1, 'it is not JSON')
    const value = parseLine(line)
    if (value === undefined) {
      unreadableBytes = byteLength
      return
    }
    const entry = checkedEntry(path, value, end.seq + 1)
    applyOrExplain(path, book, entry)
    end.index.note(entry.seq, end.bytes)
    end.seq = entry.seq
    end.bytes += byteLength
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    rest = takeLines(Buffer.concat([rest, chunk as Buffer]), takeLine)
    if (rest.length > REST_BYTES_MAX) throw damaged(path, end.seq + 1, 'the line does not end')
  }
  if (unreadableBytes > 0 && rest.length > 0) throw damaged(path, end.seq + 1, 'it is not JSON')
  const cutOffBytes = unreadableBytes + rest.length
  if (cutOffBytes > 0) await truncate(path, end.bytes)
  return { ...end, cutOffBytes }
}

function applyOrExplain(path: string, book: BookState, entry: Entry): void {
  try {
    applyEntry(book, entry)
  } catch (fault) {
    throw damaged(path, entry.seq, fault instanceof Error ? fault.message : String(fault))
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function checkedEntry(path: string, value: unknown, expectedSeq: number): Entry {
  const isEntry = typeof value === 'object' && value !== null && 'type' in value && 'seq' in value
  if (!isEntry) throw damaged(path, expectedSeq, 'it is not an entry')
  if (value.seq !== expectedSeq) throw damaged(path, expectedSeq, `its number is not ${expectedSeq}`)
  return value as Entry
}

function damaged(path: string, line: number, why: string): StartFault {
  return new StartFault([
    `The journal ${path} is damaged at line ${line}: ${why}. The book can no longer be trusted. ` +
      'Restore the file, or start with an empty data folder',
  ])
}
