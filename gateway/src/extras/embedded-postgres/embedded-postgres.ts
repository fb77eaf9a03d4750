import { mkdir, realpath, stat } from 'node:fs/promises'
import { chooseAccount, grantAccess } from './account.ts'
import { prepareCluster } from './cluster.ts'
import { folderPaths } from './folder-paths.ts'
import { ensureOwner, ownerUrl } from './owner-role.ts'
import { readPassword } from './passwords.ts'
import { isRunning, readPostmasterFile } from './postmaster-pid.ts'
import { probeServer } from './probe.ts'
import { preparePrograms } from './programs.ts'
import { adoptServer, type RunningServer, type Surroundings, startServer } from './server.ts'

export interface EmbeddedPostgres {
  /**
   * Connection string of the ordinary role that owns the database (not a superuser; may create roles and databases).
   */
  url: string
  /** On 127.0.0.1. */
  port: number
  /** Such as "18.4". */
  version: string
  /** True: an earlier gateway left the server running. */
  adopted: boolean
  /**
   * Fast shutdown. Resolves when the server has ended; rejects after 20 s. Close the connection pools first.
   * Idempotent.
   */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Pasarela's data folder; created if missing. */
  dataDir: string
  /** Receives log lines for the operator, at most a few per start. */
  log: (line: string) => void
  /** For tests: another copy of the platform package. */
  packageFolder?: string
  /** For tests: as root, behave as on a host that forbids user namespaces. */
  forceNobody?: boolean
  /** For tests: the next port to try. */
  choosePort?: () => Promise<number>
  /** for tests: settings of the server besides ours, or instead of them */
  settings?: Readonly<Record<string, string>>
}

/**
 * Starts the PostgreSQL server of the data folder, or adopts one that a killed gateway left running. Then ensures the
 * gateway's role and database. Call `lockDataFolder` first: without the lock, a second launcher would adopt the server
 * of the first, which then stops it. Throws an Error whose sentence says what to do; no process is then left running.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const paths = folderPaths(await realpath(options.dataDir))
  const account = await chooseAccount(paths.cluster, options.forceNobody ?? false)
  await grantAccess(account, paths.dataFolder, log)
  const { packageFolder } = options
  const programs = await preparePrograms({ account, copyFolder: paths.programs, packageFolder, log })
  const surroundings = { paths, programs, account, log, choosePort: options.choosePort, settings: options.settings }
  const server = (await adoptServer(surroundings)) ?? (await startFresh(surroundings))
  try {
    const { url, version } = await ensureOwner(paths, server.port)
    return { url, version, port: server.port, adopted: server.adopted, stop: server.stop }
  } catch (error) {
    await server.stop().catch((failure: Error) => log(failure.message))
    throw error
  }
}

/**
 * Finds the running server of this data folder, for commands beside a gateway. Starts and changes nothing. Undefined if
 * no server answers.
 */
export async function findRunningEmbeddedPostgres(dataDir: string): Promise<{ url: string } | undefined> {
  const dataFolder = await realpath(dataDir).catch(() => undefined)
  if (dataFolder === undefined) return undefined
  const paths = folderPaths(dataFolder)
  const file = await readPostmasterFile(paths.cluster)
  const password = await readPassword(paths.ownerPassword)
  if (file === undefined || password === undefined || !(await isRunning(file, paths.cluster))) return undefined
  return (await probeServer(file.port)) === 'ready' ? { url: ownerUrl(file.port, password) } : undefined
}

/** Whether a gateway has made its database in this data folder. Changes nothing. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  return await stat(folderPaths(dataDir).cluster).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
}

async function startFresh(surroundings: Surroundings): Promise<RunningServer> {
  await prepareCluster(surroundings)
  return startServer(surroundings)
}
