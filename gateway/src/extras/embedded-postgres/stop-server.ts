import { setTimeout as sleep } from 'node:timers/promises'
import type { FolderPaths } from './folder-paths.ts'
import { isServerOf, processState } from './processes.ts'
import type { Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

/**
 * Limit of a fast shutdown, which writes a checkpoint. A slower one means a disk problem that a person should check.
 */
const STOP_TIMEOUT_MS = 20_000
const LOOK_EVERY_MS = 10

interface Stopping {
  pid: number
  paths: FolderPaths
  programs: Programs
  /** The process is a child that has not ended, so its id cannot be reused. */
  isOurChild: boolean
}

/**
 * Fast shutdown (PostgreSQL manual, "Shutting Down the Server"): SIGINT ends the sessions and writes a checkpoint.
 * Resolves when the server has ended. Rejects after 20 s; the server then finishes by itself.
 */
export async function stopServer({ pid, paths, programs, isOurChild }: Stopping): Promise<void> {
  if ((await processState(pid)) !== 'alive') return
  // The id of an adopted server may be reused by another process. A child needs no check, and a removed data folder
  // would make the check fail.
  if (!isOurChild && (await isServerOf(pid, paths.cluster)) === false) return
  if (process.platform === 'win32') {
    await runProgram(programs.pgCtl, ['stop', '-D', paths.cluster, '-m', 'fast', '-W'], {})
  } else {
    process.kill(pid, 'SIGINT')
  }
  const deadline = performance.now() + STOP_TIMEOUT_MS
  while ((await processState(pid)) === 'alive') {
    if (performance.now() > deadline) {
      throw new Error(
        `PostgreSQL (process ${pid}) did not stop within ${STOP_TIMEOUT_MS / 1000} s; it is left to finish by ` +
          'itself, and the next start uses it or waits for it',
      )
    }
    await sleep(LOOK_EVERY_MS)
  }
}
