import { mkdir, realpath } from 'node:fs/promises'
import { chooseAccount, letThrough } from './account.ts'
import { prepareCluster } from './cluster.ts'
import { folderPaths } from './folder-paths.ts'
import { ensureOwner, ownerUrl } from './owner-role.ts'
import { readPassword } from './passwords.ts'
import { isRunning, readPostmasterFile } from './postmaster-pid.ts'
import { probeServer } from './probe.ts'
import { preparePrograms } from './programs.ts'
import { adoptServer, type RunningServer, type Surroundings, startServer } from './server.ts'

export interface EmbeddedPostgres {
  /** connection string of the ordinary role that owns the database (not a superuser; may create roles and databases) */
  url: string
  /** on 127.0.0.1 */
  port: number
  /** such as "18.4" */
  version: string
  /** the server was left running by an earlier gateway */
  adopted: boolean
  /** Fast shutdown; resolves when the server is gone, rejects after 20 s. Close the connection pools first. Idempotent. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Pasarela's data folder; made if missing */
  dataDir: string
  /** takes lines for the operator, at most a few for each start */
  log: (line: string) => void
  /** for tests: another copy of the platform package */
  packageFolder?: string
  /** for tests: as root, behave as on a host that forbids user namespaces */
  forceNobody?: boolean
  /** for tests: which port to try next */
  choosePort?: () => Promise<number>
}

/**
 * Starts the PostgreSQL server of the data folder, or adopts one that a killed gateway left running there, and makes
 * sure of the gateway's role and database. Take `lockDataFolder` first: of two launchers on one folder the second would
 * use the first one's server and lose it. Throws an Error whose sentence says what to do; nothing is then left running.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const paths = folderPaths(await realpath(options.dataDir))
  const account = await chooseAccount(paths.cluster, options.forceNobody ?? false)
  await letThrough(account, paths.dataFolder, log)
  const { packageFolder } = options
  const programs = await preparePrograms({ account, copyFolder: paths.programs, packageFolder, log })
  const surroundings = { paths, programs, account, log, choosePort: options.choosePort }
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
 * For commands that run beside a gateway: the server of this data folder, if one is running and answers. Starts and
 * changes nothing.
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

async function startFresh(surroundings: Surroundings): Promise<RunningServer> {
  await prepareCluster(surroundings)
  return startServer(surroundings)
}
