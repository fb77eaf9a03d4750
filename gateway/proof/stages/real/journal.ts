import { readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { TransactionType } from '../../../src/core/values/status.ts'

/** What the client knows for sure. Amounts in minor units as text. */
export type JournalEntry =
  | {
      type: 'sent'
      index: number
      payType: TransactionType
      point: number
      reference: string
      /** Null: a refund of all that is left. */
      amountMinor: string | null
      currency: string
    }
  | { type: 'accepted'; index: number; transactionId: string }
  /** Refused for good, with the HTTP status and the error's code. */
  | { type: 'refused'; index: number; status: number; code: string }

export interface Journal {
  /** Resolves when the entry is on the disk. Entries that come meanwhile share one flush. */
  write(entry: JournalEntry): Promise<void>
  close(): Promise<void>
}

/** The client's own record, as safe as a merchant's database: nothing counts as accepted before it is flushed here. */
export async function openJournal(path: string): Promise<Journal> {
  const file = await open(path, 'a', 0o600)
  let queued: { line: string; done: () => void; failed: (error: unknown) => void }[] = []
  let writing: Promise<void> | undefined
  const writeAll = async () => {
    while (queued.length > 0) {
      const group = queued
      queued = []
      await flush(file, group)
    }
    writing = undefined
  }
  return {
    write: (entry) =>
      new Promise((done, failed) => {
        queued.push({ line: `${JSON.stringify(entry)}\n`, done, failed })
        writing ??= writeAll()
      }),
    close: async () => {
      await writing
      await file.close()
    },
  }
}

export function readJournal(path: string): JournalEntry[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as JournalEntry)
}

async function flush(
  file: FileHandle,
  group: readonly { line: string; done: () => void; failed: (error: unknown) => void }[],
): Promise<void> {
  try {
    await file.appendFile(group.map(({ line }) => line).join(''))
    await file.datasync()
    for (const { done } of group) done()
  } catch (error) {
    for (const { failed } of group) failed(error)
  }
}
