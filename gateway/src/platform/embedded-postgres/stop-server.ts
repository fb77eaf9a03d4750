import { setTimeout as sleep } from 'node:timers/promises'
import type { FolderPaths } from './folder-paths.ts'
import { isServerOf, processState } from './processes.ts'
import type { Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

/** A fast shutdown writes a checkpoint; slower than this, the disk is in trouble and a person should look. */
const STOP_TIMEOUT_MS = 20_000
const LOOK_EVERY_MS = 10

interface Stopping {
  pid: number
  paths: FolderPaths
  programs: Programs
  /** the process is a child of ours that has not ended, so its id cannot belong to somebody else */
  isOurChild: boolean
}

/**
 * Fast shutdown (PostgreSQL manual, "Shutting Down the Server"): SIGINT ends the sessions and writes a checkpoint.
 * Resolves when the server is gone; rejects after 20 s, when it is left to finish by itself.
 */
export async function stopServer({ pid, paths, programs, isOurChild }: Stopping): Promise<void> {
  if ((await processState(pid)) !== 'alive') return
  // The id of an adopted server may belong to somebody else by now. (A child needs no proof, which a removed data
  // folder could not give.)
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
