import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { codeOf, isRefusedForGood, NoPrimaryError } from './database-away.ts'
import type { DatabaseAddress, DatabaseHost } from './hosts.ts'

/** Time for one server to answer who it is. */
const askMaxMs = 1_500

/** Once a primary answered, the others have this long: a newer one is among them, if there is one. */
const graceMs = 500

/** Finds the primary of a cluster. All connections of a process share it. */
export interface PrimaryFinder {
  /** The server to connect to. Throws `NoPrimaryError`. */
  find(): Promise<DatabaseHost>
  /** A connection failed: the next one asks again. */
  forget(): void
}

/** A server that takes writes, as it says of itself. */
interface Primary extends DatabaseHost {
  /** The id of the cluster, which a new primary keeps. */
  system: string
  /** Each promotion begins the next timeline. */
  timeline: number
}

/**
 * Asks all servers at once and takes the primary of the highest timeline. A process that connected to a timeline never
 * takes a lower one, not even after a restart (`memoryFile`): an old primary that was away, and does not know yet that it
 * was replaced, would take writes that are lost. Two primaries of one timeline are refused.
 */
export function primaryFinder(address: DatabaseAddress, memoryFile: string | undefined): PrimaryFinder {
  let known: Promise<DatabaseHost> | undefined
  const newest = new Map<string, number>()
  const search = async (): Promise<DatabaseHost> => {
    const { primaries, others } = await askAll(address)
    const [first, second] = primaries
    if (!first) throw noPrimary(others)
    if (second?.timeline === first.timeline) {
      throw new NoPrimaryError(
        `${names([first, second])} both say that they are the primary of timeline ${first.timeline}`,
      )
    }
    const written = Math.max(newest.get(first.system) ?? 0, await readTimeline(memoryFile, first.system))
    if (first.timeline < written) {
      throw new NoPrimaryError(
        `${names([first])} is of timeline ${first.timeline}, and this process wrote to ${written}`,
      )
    }
    newest.set(first.system, first.timeline)
    if (memoryFile !== undefined && first.timeline > written) await writeTimeline(memoryFile, first)
    return first
  }
  const forget = () => {
    known = undefined
  }
  return {
    find: async () => {
      known ??= search()
      return await known.catch((error: unknown) => {
        forget()
        throw error
      })
    },
    forget,
  }
}

/** `why` is undefined for a standby. */
interface Other {
  host: DatabaseHost
  why: unknown
}

/** The servers that say that they are primaries, the highest timeline first, and the others that answered or failed. */
async function askAll({ url, hosts }: DatabaseAddress): Promise<{ primaries: readonly Primary[]; others: Other[] }> {
  const found: Primary[] = []
  const others: Other[] = []
  let graceEnds: () => void = () => undefined
  const grace = new Promise<void>((resolve) => {
    graceEnds = resolve
  })
  const all = hosts.map(async (host) => {
    try {
      const primary = await ask(url, host)
      if (!primary) return void others.push({ host, why: undefined })
      found.push(primary)
      setTimeout(graceEnds, graceMs).unref()
    } catch (why) {
      others.push({ host, why })
    }
  })
  await Promise.race([Promise.all(all), grace])
  return { primaries: found.toSorted((a, b) => b.timeline - a.timeline), others }
}

/** A refused login is told as it is: waiting for a primary would not help. */
function noPrimary(others: readonly Other[]): unknown {
  const refused = others.find(({ why }) => isRefusedForGood(codeOf(why)))
  if (refused) return refused.why
  const reasons = others.map(({ host, why }) => {
    if (why === undefined) return `${names([host])} is a standby`
    return `${names([host])} does not answer (${codeOf(why) || 'in time'})`
  })
  return new NoPrimaryError(`no primary: ${reasons.join(', ')}`)
}

/** Undefined: the server is a standby. */
async function ask(url: string, { host, port }: DatabaseHost): Promise<Primary | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'pasarela_finder' })
  Object.assign(client, { host, port })
  client.on('error', () => undefined)
  const timer = setTimeout(() => client.connection.stream.destroy(), askMaxMs)
  try {
    await client.connect()
    const answer = await client.query<{ standby: boolean; system: string; timeline: number | null }>(
      `select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as system,
        case when not pg_is_in_recovery() then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end
          as timeline`,
    )
    const [row] = answer.rows
    if (!row || row.standby || row.timeline === null) return undefined
    return { host, port, system: row.system, timeline: row.timeline }
  } finally {
    clearTimeout(timer)
    client.end().catch(() => undefined)
  }
}

function names(hosts: readonly DatabaseHost[]): string {
  return hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(' and ')
}

/** The highest timeline that was written to from this data folder; 0: none of this cluster. */
async function readTimeline(file: string | undefined, system: string): Promise<number> {
  if (file === undefined) return 0
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [of, timeline] = text.trim().split(' ')
  return of === system ? Number(timeline) : 0
}

/**
 * By renaming, so that a process that ends meanwhile leaves the old or the new text. A process without a data folder (a
 * container whose files are read-only) remembers in memory alone.
 */
async function writeTimeline(file: string, { system, timeline }: Primary): Promise<void> {
  if (!existsSync(dirname(file))) return
  await writeFile(`${file}.${process.pid}`, `${system} ${timeline}\n`, { mode: 0o600 })
  await rename(`${file}.${process.pid}`, file)
}

/** Where a process of this data folder remembers the timeline that it wrote to. */
export function timelineFileIn(dataDir: string): string {
  return join(dataDir, 'database-timeline')
}
