import { chmod, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { runProgram } from './run-program.ts'

/**
 * The operating system account of PostgreSQL. PostgreSQL refuses user id 0, and initdb refuses an id without a name.
 * `direct`: the current account. `namespace`: a user namespace that maps to another user id; no file changes its owner.
 * `user`: another user id, if the machine forbids namespaces or the data belong to that user.
 */
export type Account =
  | { kind: 'direct' }
  | { kind: 'namespace'; shownAs: number }
  | { kind: 'user'; uid: number; gid: number }

/**
 * The user id that conventionally owns no files. PostgreSQL runs with it if the gateway is root and namespaces are
 * forbidden.
 */
const NOBODY = 65534

/** `forceNobody` skips the namespace, for tests of hosts that forbid it. */
export async function chooseAccount(clusterFolder: string, forceNobody: boolean): Promise<Account> {
  const isRoot = process.getuid?.() === 0
  if (process.platform === 'win32' || (!isRoot && hasName())) return { kind: 'direct' }
  const namespace = forceNobody ? undefined : await usableNamespace()
  if (!isRoot) return namespace ?? { kind: 'direct' }
  // PostgreSQL must own its folder, so an existing folder determines the account. A single start as root then does not
  // lock out the ordinary user who created the data.
  const owner = await stat(clusterFolder).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid }
  return namespace ?? { kind: 'user', uid: NOBODY, gid: NOBODY }
}

export interface Command {
  command: string
  args: string[]
  options: { cwd: string; uid?: number; gid?: number; env: NodeJS.ProcessEnv }
}

/**
 * The command that runs a program of PostgreSQL with the account. `unshare` execs, so the child's id is the program's.
 */
export function commandFor(account: Account, program: string, args: string[]): Command {
  // The other account may have no access to the current working directory.
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

/** Changes the owner of a file or folder tree to the account, unless the account owns it already. */
export async function changeOwner(account: Account, path: string): Promise<void> {
  if (account.kind !== 'user' || (await stat(path)).uid === account.uid) return
  const below = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : []
  for (const entry of below) await lchown(join(path, entry), account.uid, account.gid)
  // Last, because the next start checks the owner of this folder. An interrupted change is then repeated.
  await lchown(path, account.uid, account.gid)
}

/**
 * Gives the other account search permission on the data folder (names stay hidden), and checks as that account that it
 * has access. Throws a sentence that asks for another folder if it has not.
 */
export async function grantAccess(account: Account, dataFolder: string, log: (line: string) => void): Promise<void> {
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

/** False for a user id without an entry on the machine, as containers often have. */
function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

/**
 * The environment that a program needs. PG* variables must not change the server, and no secret of the gateway may
 * reach it.
 */
function environment(): NodeJS.ProcessEnv {
  const passed = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'DYLD_LIBRARY_PATH']
  const present = passed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  // LC_ALL: messages are parsed from the log, and a broken locale of the caller must not matter.
  return { ...Object.fromEntries(present), LC_ALL: 'C' }
}
