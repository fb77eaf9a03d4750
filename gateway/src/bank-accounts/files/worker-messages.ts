import type { CsvProfile } from '../statements/csv-profile.ts'
import type { CsvProposal } from '../statements/propose-csv.ts'
import type { ReadOptions } from '../statements/read-statements.ts'
import type { CsvTrial } from '../statements/try-csv.ts'
import type { PreparedEntry, PreparedStatement } from './prepare-reading.ts'

// What the thread that reads files and the one that stores them say to each other.

export type WorkerTask = { content: Uint8Array } & (
  | { kind: 'read'; options: ReadOptions }
  | { kind: 'try'; profile: CsvProfile }
  | { kind: 'propose' }
)

export type FromWorker =
  | { kind: 'read'; version: string; markers: number; statements: readonly PreparedStatement[] }
  | { kind: 'refused'; reason: string; place: { line: number; column: number; byte: number } }
  | { kind: 'fault'; reason: string }
  | { kind: 'tried'; trial: CsvTrial }
  | { kind: 'proposed'; proposal: CsvProposal }
  /** Undefined: the statement has no more lines. */
  | { kind: 'piece'; entries: readonly PreparedEntry[] | undefined }

/** Asks for the next piece of a statement's lines. */
export interface ToWorker {
  statement: number
}
