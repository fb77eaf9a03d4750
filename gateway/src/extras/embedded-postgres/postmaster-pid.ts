import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isServerOf, processState } from './processes.ts'

/** Content of PostgreSQL's `postmaster.pid` (PostgreSQL manual, "Database File Layout"). */
export interface PostmasterFile {
  pid: number
  dataFolder: string
  port: number
  /** "starting", "ready", "stopping" …; empty before the first status. */
  status: string
}

/** Undefined if the file is missing or unreadable (after a crash during the write). */
export async function readPostmasterFile(clusterFolder: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(pathIn(clusterFolder), 'utf8').catch(() => '')
  const [pid, dataFolder, , port, , , , status] = text.split('\n')
  const file = { pid: Number(pid), dataFolder: dataFolder ?? '', port: Number(port), status: status?.trim() ?? '' }
  return Number.isInteger(file.pid) && file.pid !== 0 && Number.isInteger(file.port) ? file : undefined
}

/**
 * The server that runs on this cluster, or undefined. A killed server leaves its file behind. PostgreSQL itself checks
 * only whether a process with that id exists. It would refuse for ever because of a zombie or an unrelated process with
 * a reused id. Such a file is proved stale and removed.
 */
export async function findServer(clusterFolder: string): Promise<PostmasterFile | undefined> {
  const file = await readPostmasterFile(clusterFolder)
  if (file === undefined) {
    await rm(pathIn(clusterFolder), { force: true })
    return undefined
  }
  if (await isRunning(file, clusterFolder)) {
    if (file.pid > 0) return file
    throw new Error(`PostgreSQL runs in single-user mode on ${clusterFolder} (process ${-file.pid}); end it first`)
  }
  await rm(pathIn(clusterFolder), { force: true })
  return undefined
}

/** Whether the process of the file is alive and is the server of this cluster. */
export async function isRunning(file: PostmasterFile, clusterFolder: string): Promise<boolean> {
  const pid = Math.abs(file.pid)
  if ((await processState(pid)) !== 'alive') return false
  // Without /proc, the folder in the file is the only evidence. A connection then proves the rest with the password.
  return (await isServerOf(pid, clusterFolder)) ?? file.dataFolder === clusterFolder
}

function pathIn(clusterFolder: string): string {
  return join(clusterFolder, 'postmaster.pid')
}
