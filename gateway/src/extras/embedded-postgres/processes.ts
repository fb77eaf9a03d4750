import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'

export type ProcessState = 'alive' | 'zombie' | 'gone'

/** A zombie has ended and released everything. It only waits to be reaped. */
export async function processState(pid: number): Promise<ProcessState> {
  if (!exists(pid)) return 'gone'
  const state = (await statFields(pid))?.[0]
  return state === 'Z' || state === 'X' ? 'zombie' : 'alive'
}

/**
 * Start of the process, as an opaque text. The pair of process id and start is unique; ids alone are reused. Undefined
 * if the system does not provide it (Windows, or the process has ended).
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return (await statFields(pid))?.[19]
  if (process.platform === 'win32') return undefined
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], (error, stdout) => {
      resolve(error === null && stdout.trim() !== '' ? stdout.trim() : undefined)
    })
  })
}

/**
 * Whether the process is the PostgreSQL server of this cluster folder (an absolute path without links). Its program
 * must be `postgres`, and its working directory the folder. If links of another account are unreadable (a container
 * without SYS_PTRACE), its command line decides. Undefined without /proc.
 */
export async function isServerOf(pid: number, clusterFolder: string): Promise<boolean | undefined> {
  if (process.platform !== 'linux') return undefined
  try {
    const program = (await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
    return basename(program) === 'postgres' && (await readlink(`/proc/${pid}/cwd`)) === clusterFolder
  } catch (error) {
    if (!isPermissionError(error)) return false
  }
  const args = await commandLine(pid)
  return basename(args[0] ?? '') === 'postgres' && args[args.indexOf('-D') + 1] === clusterFolder
}

/** The arguments of a process's command line. Empty if the process has ended or without /proc. */
export async function commandLine(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.split('\0').slice(0, -1)
}

/**
 * Live server processes of the cluster. A busy one outlives the postmaster and still writes. Empty without a readable
 * /proc; PostgreSQL's own interlock remains.
 */
export async function serverProcesses(clusterFolder: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const belongs = await Promise.all(pids.map((pid) => isServerOf(pid, clusterFolder)))
  return pids.filter((_, index) => belongs[index])
}

/**
 * The fields of /proc/<pid>/stat from the state on (field 3 of proc(5)). The name before them may contain any
 * character.
 */
async function statFields(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isPermissionError(error)
  }
}

/** True for errors of missing permissions, not of missing files. */
export function isPermissionError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EACCES' || code === 'EPERM'
}
