import { chmod, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { runProgram } from './run-program.ts'

/**
 * Under whom PostgreSQL runs; it refuses user id 0, and initdb an id without a name.
 * `direct`: as we are. `namespace`: in a user namespace that shows us as another user, which needs no change of
 * ownership. `user`: with another user id, where the machine forbids namespaces or the data belongs to it.
 */
export type Account =
  | { kind: 'direct' }
  | { kind: 'namespace'; shownAs: number }
  | { kind: 'user'; uid: number; gid: number }

/** The user id that by convention owns nothing; PostgreSQL gets it when we are root and namespaces are forbidden. */
const NOBODY = 65534

/** `forceNobody` skips the namespace, for the tests of hosts that forbid it. */
export async function chooseAccount(clusterFolder: string, forceNobody: boolean): Promise<Account> {
  const isRoot = process.getuid?.() === 0
  if (process.platform === 'win32' || (!isRoot && hasName())) return { kind: 'direct' }
  const namespace = forceNobody ? undefined : await usableNamespace()
  if (!isRoot) return namespace ?? { kind: 'direct' }
  // PostgreSQL demands that it owns its folder: an existing one decides, so that a single start as root
  // does not lock out the ordinary user who created the data.
  const owner = await stat(clusterFolder).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid }
  return namespace ?? { kind: 'user', uid: NOBODY, gid: NOBODY }
}

export interface Command {
  command: string
  args: string[]
  options: { cwd: string; uid?: number; gid?: number; env: NodeJS.ProcessEnv }
}

/** How to spawn a program of PostgreSQL under the account; `unshare` execs, so the child's id is the program's. */
export function commandFor(account: Account, program: string, args: string[]): Command {
  // The other account may not be able to enter our working directory.
  const options = { cwd: process.platform === 'win32' ? dirname(program) : '/', env: environment() }
  if (account.kind === 'namespace') {
    const map = ['--user', `--map-user=${account.shownAs}`, `--map-group=${account.shownAs}`]
    return { command: 'unshare', args: [...map, program, ...args], options }
  }
  if (account.kind === 'user') {
    return { command: program, args, options: { ...options, uid: account.uid, gid: account.gid } }
  }
  return { command: program, args, options }
}

/** Gives a file or a whole folder to the account where it belongs to somebody else. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (account.kind !== 'user' || (await stat(path)).uid === account.uid) return
  const below = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : []
  for (const entry of below) await lchown(join(path, entry), account.uid, account.gid)
  // Last, because its owner is what the next start looks at: an interrupted walk is then begun again.
  await lchown(path, account.uid, account.gid)
}

/**
 * Lets the other account pass through the data folder (search right only, names stay hidden) and checks, as that
 * account, that it gets there. Throws a sentence that asks for another folder where it does not.
 */
export async function letThrough(account: Account, dataFolder: string, log: (line: string) => void): Promise<void> {
  if (account.kind !== 'user') return
  const mode = (await stat(dataFolder)).mode & 0o777
  if ((mode & 0o001) === 0) {
    await chmod(dataFolder, mode | 0o011)
    log(`PostgreSQL may not run as root here, so it runs as user ${account.uid}; ${dataFolder} lets it pass (o+x)`)
  }
  const { command, args, options } = commandFor(account, 'sh', ['-c', 'test -x "$1"', 'sh', dataFolder])
  const { code } = await runProgram(command, args, options)
  if (code === 0) return
  throw new Error(
    `PostgreSQL may not run as root, and user ${account.uid}, as which it would run, cannot reach ${dataFolder}. ` +
      'Choose a folder outside of closed home folders with PASARELA_DATA_DIR, start Pasarela as an ordinary user, ' +
      'or set DATABASE_URL to a PostgreSQL server of your own.',
  )
}

async function usableNamespace(): Promise<Account | undefined> {
  if (process.platform !== 'linux') return undefined
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const ids = users.split('\n').map((line) => Number(line.split(':')[2]))
  const shownAs = ids.includes(NOBODY) ? NOBODY : ids.find((id) => id > 0)
  if (shownAs === undefined) return undefined
  const account: Account = { kind: 'namespace', shownAs }
  const { command, args, options } = commandFor(account, 'true', [])
  return (await runProgram(command, args, options)).code === 0 ? account : undefined
}

/** False for a user id that the machine does not list, as containers are often given one. */
function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

/** Only what a program needs to run: no PG* variable may change the server, no secret of ours may reach it. */
function environment(): NodeJS.ProcessEnv {
  const passed = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'DYLD_LIBRARY_PATH']
  const present = passed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  // LC_ALL: messages are read from the log, and a broken locale of the caller must not matter.
  return { ...Object.fromEntries(present), LC_ALL: 'C' }
}
