import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { processState } from '../../src/extras/embedded-postgres/processes.ts'
import { eventually } from '../support/eventually.ts'

/** A server program in a session of its own: a Ctrl-C at the terminal does not reach it. */
export interface ServerProgram {
  pid: number
  /** It and all that came from it, parents first. */
  tree(): number[]
  isGone(): boolean
}

/** PostgreSQL refuses to run as root: there all servers run as Debian's own user for it. */
export const serverUser = process.getuid?.() === 0 ? 'postgres' : undefined

export interface ProgramStart {
  file: string
  args: readonly string[]
  /** Its home and its working folder. */
  folder: string
  /** An open file for all that it prints. */
  printTo: number
}

/** Starts a server program. It ends with this process, also where that is killed (`--pdeathsig`). */
export function startProgram({ file, args, folder, printTo }: ProgramStart): ServerProgram {
  const user = serverUser ? ['--reuid', serverUser, '--regid', serverUser, '--init-groups'] : []
  const child: ChildProcess = spawn('setpriv', [...user, '--pdeathsig', 'TERM', file, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', printTo, printTo],
    detached: true,
  })
  child.on('error', () => undefined)
  const pid = child.pid ?? 0
  const isGone = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  return { pid, isGone, tree: () => (isGone() ? [] : withChildren(pid)) }
}

/** A process and all that came from it, parents first. */
export function withChildren(pid: number): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = listed.map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const each of found) found.push(...pairs.flatMap(([child = 0, parent]) => (parent === each ? [child] : [])))
  return found
}

/** Signals processes; those that have gone meanwhile are passed over. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Resolves when none of these processes runs any more. */
export async function allGone(pids: readonly number[]): Promise<void> {
  await eventually(
    async () => {
      const states = await Promise.all(pids.map(processState))
      return states.includes('alive') ? undefined : true
    },
    `processes ${pids.join(', ')} have ended`,
  )
}
