import { spawn } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { changeOwner, commandFor } from './account.ts'
import type { FolderPaths } from './folder-paths.ts'
import { lastLines, logSince, logSize } from './log-file.ts'
import { keptPassword, readPassword, writeSecret } from './passwords.ts'
import type { Surroundings } from './server.ts'

/** The superuser of the cluster. Only the launcher uses it, to create the gateway's own role. */
export const SUPERUSER = 'postgres'

/**
 * Ensures that a complete cluster of the right major version exists and belongs to the account. Call it only with the
 * lock on the data folder and while no server runs. Throws a sentence that says what to do.
 */
export async function prepareCluster(surroundings: Surroundings): Promise<void> {
  const { paths, programs, account, log } = surroundings
  await removeLeftovers(paths)
  const major = await existingMajor(paths.cluster)
  if (major === undefined) {
    log(`creating a new PostgreSQL ${programs.version} database in ${paths.cluster}`)
    await createCluster(surroundings)
    return
  }
  if (major !== programs.major) {
    throw new Error(
      `the data in ${paths.cluster} is of PostgreSQL ${major}, but this is PostgreSQL ${programs.version}, which cannot ` +
        `read it. Start the Pasarela version it was made with, export there and import here, or move ${paths.cluster} away.`,
    )
  }
  if ((await readPassword(paths.superuserPassword)) === undefined) {
    throw new Error(`${paths.superuserPassword} is missing; restore it from the backup that holds ${paths.cluster}`)
  }
  await changeOwner(account, paths.cluster)
}

/** Undefined without a cluster. */
async function existingMajor(cluster: string): Promise<number | undefined> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Error(`${cluster} cannot be read (${error.code}): start Pasarela as the user it belongs to`)
  })
  if (version !== undefined) return Number.parseInt(version, 10)
  const entries = await readdir(cluster).catch(() => undefined)
  if (entries === undefined) return undefined
  if (entries.length > 0) throw new Error(`${cluster} is not a PostgreSQL data folder; move it away and start again`)
  await rmdir(cluster)
  return undefined
}

/**
 * Creates the cluster under a temporary name and renames it, because a folder whose initdb was killed looks complete.
 * The name is new each time, because an earlier initdb may still run.
 */
async function createCluster({ paths, programs, account }: Surroundings): Promise<void> {
  const part = await mkdtemp(`${paths.cluster}.new-`)
  const passwordFile = `${part}.password`
  await writeSecret(passwordFile, await keptPassword(paths.superuserPassword))
  await changeOwner(account, passwordFile)
  await changeOwner(account, part)
  const { command, args, options } = commandFor(account, programs.initdb, initdbArguments(part, passwordFile))
  const logStart = await logSize(paths.log)
  const logFile = await open(paths.log, 'a', 0o600)
  const failure = await new Promise<string | undefined>((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', logFile.fd, logFile.fd] })
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(code === 0 ? undefined : `initdb ended with ${code ?? signal}`))
  })
  await logFile.close()
  await rm(passwordFile, { force: true })
  if (failure !== undefined) {
    throw new Error(`the database could not be created: ${failure}\n${lastLines(await logSince(paths.log, logStart))}`)
  }
  await rename(part, paths.cluster)
  await syncNames(paths.dataFolder)
}

/** Syncs the folder entry to disk, so that a power failure cannot undo the rename after the first payment. */
async function syncNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** The builtin locale sorts by code point. It is independent of the system's locales and their versions. */
function initdbArguments(folder: string, passwordFile: string): string[] {
  return [
    ...['-D', folder, '--username', SUPERUSER, '--encoding', 'UTF8', '--no-instructions'],
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...['--auth', 'scram-sha-256', '--pwfile', passwordFile],
  ]
}

async function removeLeftovers(paths: FolderPaths): Promise<void> {
  for (const name of await readdir(paths.dataFolder)) {
    const path = join(paths.dataFolder, name)
    // A running initdb may create files again. The next start then removes them.
    if (path.startsWith(`${paths.cluster}.new`)) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}
