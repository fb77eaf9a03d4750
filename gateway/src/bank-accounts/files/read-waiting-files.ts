import type { PlatformDeps } from '../../platform/deps.ts'
import { Problem } from '../../values/problem.ts'
import { StatementRefusal, statementLimits } from '../statements/statement.ts'
import { type ClaimedFile, claimBankFile, extendLease, forgetRefusedFiles, markRefused } from '../store/bank-files.ts'
import { findApprovedProfile } from '../store/csv-profiles.ts'
import { type ImportedFile, readFile } from './read-file.ts'
import { readInWorker } from './read-in-worker.ts'
import { type FileDeps, loadFile } from './receive-file.ts'

export type ReadingDeps = FileDeps & Pick<PlatformDeps, 'log' | 'processName'>

/** Readings of one file that may end without an answer, for example with their process. */
const attemptsMax = 5

/** Shorter than the lease, so that one extension may fail. */
const extendEveryMs = 30_000

/** Reads one stored file that waits. Returns how many it read or refused. */
export async function readWaitingFiles(deps: ReadingDeps): Promise<number> {
  const file = await claimBankFile(deps.database.engine, deps.processName)
  if (!file) return 0
  await readClaimed(deps, file)
  return 1
}

/** Removes bytes of refused files that are kept no longer. Returns of how many. */
export async function forgetRefusedBytes({ database }: Pick<ReadingDeps, 'database'>): Promise<number> {
  return await forgetRefusedFiles(database.owner)
}

/** The same for one file. Undefined: another process reads it, or it waits no more. */
export async function readWaitingFile(deps: ReadingDeps, id: string): Promise<FileOutcome | undefined> {
  const file = await claimBankFile(deps.database.engine, deps.processName, id)
  return file && (await readClaimed(deps, file))
}

type FileOutcome = { kind: 'read'; file: ImportedFile } | { kind: 'refused'; reason: string }

/** A refusal is an outcome, which stands at the file. Other errors are thrown: the file waits for its next reading. */
async function readClaimed(deps: ReadingDeps, file: ClaimedFile): Promise<FileOutcome> {
  const { engine } = deps.database
  if (file.attempts > attemptsMax) {
    const reason = `Its reading broke off ${attemptsMax} times: the log says why. Upload it again to try again.`
    await markRefused(engine, file.id, { text: reason, place: undefined })
    return { kind: 'refused', reason }
  }
  const timer = setInterval(() => {
    // Another process may begin to read it too. Whoever ends first stores it, and the other one stores nothing.
    void extendLease(engine, file.id, deps.processName).catch((error: unknown) =>
      deps.log.warn({ err: error, bank_file_id: file.id }, 'the lease of a bank file was not extended'),
    )
  }, extendEveryMs)
  try {
    const outcome = await readStored(deps, file)
    // What was refused is not kept without a limit, whoever sends it.
    if (outcome.kind === 'refused') await forgetRefusedBytes(deps)
    return outcome
  } finally {
    clearInterval(timer)
  }
}

async function readStored(deps: ReadingDeps, file: ClaimedFile): Promise<FileOutcome> {
  const { id, environment, sha256, name } = file
  const toRead = {
    ...{ id, environment, sha256, name },
    receivedBy: file.received_by,
    bankAccountId: file.bank_account_id,
  }
  try {
    const profile =
      file.bank_account_id === null ? undefined : await findApprovedProfile(deps.database.engine, file.bank_account_id)
    const content = await loadFile(deps, { id, bytes: Math.min(Number(file.size_bytes), statementLimits.fileBytes) })
    const imported = await readFile(deps, toRead, { content, reader: readInWorker, options: { profile } })
    return { kind: 'read', file: imported }
  } catch (error) {
    if (error instanceof StatementRefusal) return { kind: 'refused', reason: error.message }
    if (error instanceof Problem) {
      return { kind: 'refused', reason: error.fields.map(({ message }) => message).join(' ') || error.message }
    }
    throw error
  }
}
