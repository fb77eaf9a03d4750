// The database server of the stage, which can be crashed.
import { realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/extras/embedded-postgres/embedded-postgres.ts'
import { folderPaths } from '../../../src/extras/embedded-postgres/folder-paths.ts'
import { readPostmasterFile } from '../../../src/extras/embedded-postgres/postmaster-pid.ts'
import { processState } from '../../../src/extras/embedded-postgres/processes.ts'
import { eventually } from '../../../test/support/eventually.ts'

/** A PostgreSQL server of our own, so that it may crash without hurting another test. */
export interface OwnDatabase {
  url: string
  /** Ends the server at once, without a checkpoint (an immediate shutdown). */
  crash(): Promise<void>
  /** After a crash: the server must recover. */
  restart(): Promise<void>
  crashAndRestart(): Promise<void>
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** A session of its own. */
  use<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /** Runs statements in one transaction. */
  transaction<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

export async function startOwnDatabase(dataDir: string, port: number): Promise<OwnDatabase> {
  const start = async () =>
    await startEmbeddedPostgres({ dataDir, log: () => undefined, choosePort: async () => await Promise.resolve(port) })
  let server: EmbeddedPostgres = await start()
  const { url } = server
  const crash = async () => await endAtOnce(dataDir)
  const restart = async () => {
    server = await start()
    atExit.follow(await serverPid(dataDir))
  }
  // The server is detached: it would outlive us.
  const atExit = exitGuard(await serverPid(dataDir))
  return {
    url,
    crash,
    restart,
    crashAndRestart: async () => {
      await crash()
      await restart()
    },
    query: async (text, values = []) =>
      await onClient(url, async (client) => (await client.query(text, [...values])).rows),
    use: async (work) => await onClient(url, work),
    transaction: async (work) =>
      await onClient(url, async (client) => {
        await client.query('begin')
        const result = await work(client)
        await client.query('commit')
        return result
      }),
    stop: async () => {
      atExit.done()
      await server.stop()
    },
  }
}

async function onClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The connections of killed processes take a moment to go: the server may be full for as long. */
const connectTriesMax = 40
const connectAgainMs = 250

async function connect(url: string): Promise<pg.Client> {
  for (let tries = 1; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (tries >= connectTriesMax) throw error
      await sleep(connectAgainMs)
    }
  }
}

async function serverPid(dataDir: string): Promise<number> {
  const file = await readPostmasterFile(folderPaths(await realpath(dataDir)).cluster)
  if (file === undefined) throw new Error('the database server does not run')
  return file.pid
}

/** SIGQUIT is PostgreSQL's immediate shutdown: every process goes at once, the next start repeats the log. */
async function endAtOnce(dataDir: string): Promise<void> {
  const pid = await serverPid(dataDir)
  process.kill(pid, 'SIGQUIT')
  await eventually(async () => ((await processState(pid)) === 'alive' ? undefined : true), 'the server is gone')
}

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends the server when this process ends in any way but SIGKILL. */
function exitGuard(firstPid: number): { follow(pid: number): void; done(): void } {
  let pid = firstPid
  const end = () => {
    try {
      process.kill(pid, 'SIGQUIT')
    } catch {
      // It is gone already.
    }
  }
  const leave = () => process.exit(130)
  process.once('exit', end)
  for (const signal of endSignals) process.once(signal, leave)
  return {
    follow: (next) => {
      pid = next
    },
    done: () => {
      process.off('exit', end)
      for (const signal of endSignals) process.off(signal, leave)
    },
  }
}
