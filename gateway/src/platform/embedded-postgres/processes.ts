import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'

export type ProcessState = 'alive' | 'zombie' | 'gone'

/** A zombie has ended and only waits to be collected: nothing it held is held any more. */
export async function processState(pid: number): Promise<ProcessState> {
  if (!exists(pid)) return 'gone'
  const state = (await statFields(pid))?.[0]
  return state === 'Z' || state === 'X' ? 'zombie' : 'alive'
}

/**
 * When the process started, as an opaque text that is equal only for the same process: process ids are given again,
 * this pair is not. Undefined where the system does not tell (Windows, or the process is gone).
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
 * Whether the process is the PostgreSQL server of this cluster folder (an absolute path without links): its program is
 * `postgres` and it works in the folder, where PostgreSQL changes to by itself. Where another account's links may not
 * be read (a container without SYS_PTRACE), its command line decides. Undefined where there is no /proc.
 */
export async function isServerOf(pid: number, clusterFolder: string): Promise<boolean | undefined> {
  if (process.platform !== 'linux') return undefined
  try {
    const program = (await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
    return basename(program) === 'postgres' && (await readlink(`/proc/${pid}/cwd`)) === clusterFolder
  } catch (error) {
    if (!isPermissionError(error)) return false
  }
  const words = await commandLine(pid)
  return basename(words[0] ?? '') === 'postgres' && words[words.indexOf('-D') + 1] === clusterFolder
}

/** The words of a process's command line; empty when it is gone or there is no /proc. */
export async function commandLine(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.split('\0').slice(0, -1)
}

/**
 * Living server processes of the cluster: one that is busy outlives the postmaster and still writes. Empty where there
 * is no /proc or where it may not be read; PostgreSQL's own interlock remains.
 */
export async function serverProcesses(clusterFolder: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const belongs = await Promise.all(pids.map((pid) => isServerOf(pid, clusterFolder)))
  return pids.filter((_, index) => belongs[index])
}

/** The fields of /proc/<pid>/stat from the state on (field 3 of proc(5)); the name before them may hold anything. */
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

/** True for the errors that say "this account may not", not "there is none". */
export function isPermissionError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EACCES' || code === 'EPERM'
}
