import { type FileHandle, open } from 'node:fs/promises'
import { toIso } from '../clock.ts'
import type { Entry, EntryDraft } from './entry.ts'
import { type JournalIndex, readEntries } from './journal-index.ts'

/** What the replay found: where to go on. */
export interface JournalEnd {
  seq: number
  bytes: number
  index: JournalIndex
}

/** Entries gathered into one write: 4 MiB of text keep one write short even when a thousand orders arrive together. */
const WRITE_BYTES_MAX = 4 * 1024 * 1024

/**
 * The append-only file behind the book. `append` numbers and queues an entry at once; `settled` resolves when all
 * that was appended so far is on the disk. Entries that come while a write runs share the next one (one write, one
 * fdatasync for all). When the disk refuses, the bank must not go on: `onFailure` is called and nothing settles.
 */
export class Journal {
  readonly path: string
  readonly #file: FileHandle
  readonly #realMs: () => number
  readonly #index: JournalIndex
  readonly #onFailure: (fault: unknown) => void
  readonly #waiting: { seq: number; resolve: () => void; reject: (fault: unknown) => void }[] = []
  #queued: string[] = []
  #queuedBytes = 0
  #bytes: number
  #seq: number
  #settledSeq: number
  #writing: Promise<void> | undefined
  #failure: { fault: unknown } | undefined

  constructor(file: FileHandle, options: JournalOptions) {
    this.path = options.path
    this.#file = file
    this.#realMs = options.realMs
    this.#onFailure = options.onFailure
    this.#index = options.end.index
    this.#bytes = options.end.bytes
    this.#seq = options.end.seq
    this.#settledSeq = options.end.seq
  }

  static async open(options: JournalOptions): Promise<Journal> {
    return new Journal(await open(options.path, 'a', 0o600), options)
  }

  /** Number of the last entry. */
  lastSeq(): number {
    return this.#seq
  }

  append(draft: EntryDraft): Entry {
    const entry: Entry = { seq: this.#seq + 1, at: toIso(this.#realMs()), ...draft }
    const line = `${JSON.stringify(entry)}\n`
    this.#seq = entry.seq
    this.#index.note(entry.seq, this.#bytes)
    this.#bytes += Buffer.byteLength(line)
    this.#queuedBytes += line.length
    this.#queued.push(line)
    this.#writing ??= this.#writeAll()
    return entry
  }

  async settled(): Promise<void> {
    if (this.#failure) throw this.#failure.fault
    const seq = this.#seq
    if (this.#settledSeq >= seq) return
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ seq, resolve, reject })
    })
  }

  /** Entries after `after` (exclusive), at most `limit`, read from the file. */
  async read(after: number, limit: number): Promise<Entry[]> {
    await this.settled()
    return readEntries(this.path, this.#index.startFor(after), { after, limit })
  }

  async close(): Promise<void> {
    await this.settled().catch(() => undefined)
    await this.#file.close()
  }

  async #writeAll(): Promise<void> {
    // One turn of the event loop lets the neighbours of the first entry join its write.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      while (this.#queued.length > 0) await this.#writeOnce()
    } catch (fault) {
      this.#failure = { fault }
      for (const waiter of this.#waiting.splice(0)) waiter.reject(fault)
      this.#onFailure(fault)
      return
    }
    this.#writing = undefined
  }

  async #writeOnce(): Promise<void> {
    const lines = this.#queuedBytes <= WRITE_BYTES_MAX ? this.#queued.splice(0) : this.#takeSome()
    const text = lines.join('')
    this.#queuedBytes -= text.length
    await this.#file.appendFile(text)
    await this.#file.datasync()
    this.#settledSeq += lines.length
    const stillWaiting = this.#waiting.findIndex((waiter) => waiter.seq > this.#settledSeq)
    const done = this.#waiting.splice(0, stillWaiting === -1 ? this.#waiting.length : stillWaiting)
    for (const waiter of done) waiter.resolve()
  }

  #takeSome(): string[] {
    let bytes = 0
    const count = this.#queued.findIndex((line) => {
      bytes += line.length
      return bytes > WRITE_BYTES_MAX
    })
    return this.#queued.splice(0, Math.max(1, count))
  }
}

export interface JournalOptions {
  path: string
  end: JournalEnd
  realMs: () => number
  onFailure: (fault: unknown) => void
}
