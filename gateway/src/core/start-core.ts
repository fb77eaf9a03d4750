import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildServer, buildWorkerServer } from './api/server.ts'
import { postOnce } from './callbacks/delivery/deliver.ts'
import { deliverCallbacksJob } from './callbacks/delivery/deliver-callbacks.ts'
import type { Connector } from './connectors/connector.ts'
import { createConnectors } from './connectors/index.ts'
import type { CoreDeps } from './deps.ts'
import type { Extra } from './extra.ts'
import { coreLoops } from './jobs/core-loops.ts'
import { type Jobs, type Loops, startJobs } from './jobs/start-jobs.ts'
import type { KnownAccounts } from './ledger/rules/known-accounts.ts'
import { hostChecker } from './net/check-host.ts'
import { jsonPoster, type Poster, type PosterOptions } from './net/post-json.ts'
import { reservePayouts } from './payouts/reserve-payouts.ts'
import { keepCell } from './platform/cell.ts'
import { makePartitions } from './platform/cleanup.ts'
import { type Clock, systemClock } from './platform/clock/clock.ts'
import { clockFault } from './platform/clock/measure-clock.ts'
import type { Config } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-error.ts'
import { type Database, type DatabaseLimits, openDatabase } from './platform/database/database.ts'
import { readDatabaseTime } from './platform/database/database-time.ts'
import { groupWriter } from './platform/database/group-commit.ts'
import { migrate, refuseOldSchema } from './platform/database/migrate.ts'
import { quietInOutages } from './platform/database/outage.ts'
import { timelineFileIn } from './platform/database/primary-finder.ts'
import { readiness } from './platform/database/readiness.ts'
import { requestDatabase } from './platform/database/request-pool.ts'
import { waitForPrimary } from './platform/database/wait-for-primary.ts'
import { randomToken } from './platform/ids.ts'
import { processSlots } from './platform/limits/slots.ts'
import type { Log } from './platform/log/log.ts'
import { createMetrics, type Metrics } from './platform/log/metrics.ts'
import { loadMasterKey } from './platform/master-key.ts'
import { shutDown } from './platform/process/shutdown.ts'
import { isRandomnessReplaced } from './platform/random.ts'
import { type SecretBox, secretBox } from './platform/secret-box.ts'
import { version } from './platform/version.ts'
import { type ApplyDeps, applyOutcomes } from './processing/apply-outcome.ts'
import { callSlots } from './processing/call-slots.ts'
import type { AlongIncoming, AlongOutcomes } from './processing/deps.ts'
import { inquiryBudget } from './processing/inquiries/inquiry-budget.ts'
import { sequenceBlock } from './processing/place-order.ts'
import { routeFinder } from './processing/route-finder.ts'
import { type NewTransaction, referenceKey } from './processing/rules/new-transaction.ts'
import type { ApplyItem } from './processing/status-update.ts'
import { insertTransactions } from './processing/store/creations.ts'
import { waitingSocketsMax } from './web/limits/socket-limits.ts'

/** How long shutdown waits for requests in progress. Longer than the longest connector call. */
const requestDrainMs = 15_000

/** How long shutdown waits for the loops to finish their rounds. */
const jobDrainMs = 15_000

/** Replaces parts of the environment of a gateway, for tests. Each omitted property uses the real implementation. */
export interface Outside {
  /** Further connectors, keyed by the name that connector accounts store. */
  connectors?: ReadonlyMap<string, Connector>
  /**
   * Sends callbacks. With it, host names are not resolved when a callback address is saved, because only the poster
   * knows how it resolves them.
   */
  poster?: Poster
  /** Returns the stream of one database connection. Called once for each new connection. */
  stream?: DatabaseLimits['stream']
  /** Owner name in leases. Unique per process and start. */
  processName?: string
  clock?: Clock
  /** False: no port is opened. Requests arrive through `server.inject`. */
  listen?: boolean
  /** False: no `/docs`, the slowest part of a start. */
  docs?: boolean
  /** False: no dashboard, half of the remaining start time. */
  dashboard?: boolean
  /** False: the loops do not run. The caller calls `rounds`. */
  startJobs?: boolean
  /**
   * False: no metrics of the process are collected, because their collection outlives the gateway. Default: true, unless
   * `repeatable`.
   */
  observesProcess?: boolean
  /**
   * True: the process runs many gateways one after another, each with its own clock. The database server then enforces
   * no timeouts, because they would use real time. Process metrics are off, because they would outlive the gateway.
   */
  repeatable?: boolean
}

/** What an extra is made from. */
export interface Surroundings {
  config: Config
  deps: CoreDeps
  /** The database without the limits of requests: for loops, and for work that is already accepted. */
  database: Database
  /** The same dependencies for loops: without the limits of requests. */
  forLoops<T extends CoreDeps>(deps: T): T
}

/** What the composition root adds to the core. */
export interface Additions {
  connectors?: readonly Connector[]
  alongOutcomes?: AlongOutcomes
  alongIncoming?: AlongIncoming
  /** Sends some reads of requests elsewhere, such as lists to a replica. */
  divertReads?(primary: Database, tools: { log: Log; metrics: Metrics; watched: Database['engine'] }): Promise<Database>
  /** Makes the extras, in the order in which they register. */
  extras?(surroundings: Surroundings): readonly Extra[]
}

/** A running core, with its extras. */
export interface RunningCore {
  /** URL on which the gateway listens, without a trailing slash. */
  url: string
  deps: CoreDeps
  server: FastifyInstance
  /** One round of each loop by its name, including loops of other roles. Returns how many items it handled. */
  rounds: Readonly<Record<string, () => Promise<number>>>
  /**
   * Serves requests during the drain. Then refuses new ones, finishes requests and loops, and closes the database
   * connections.
   */
  stop(): Promise<void>
}

/** Public URL of a gateway that opens no port and has no configured URL. */
const unlistenedUrl = 'http://gateway.invalid'

/**
 * The composition root of the core: wires database, keys, connectors, use cases, HTTP and loops of one gateway process,
 * and registers the extras. The database at `databaseUrl` must exist. The caller starts and stops that database server.
 */
export async function startCore(
  config: Config,
  databaseUrl: string,
  { log: given, outside = {} }: { log: Log; outside?: Outside },
  additions: Additions = {},
): Promise<RunningCore> {
  refuseTestSetup(outside)
  const metrics = createMetrics({ ofProcess: outside.observesProcess ?? outside.repeatable !== true })
  const database = openDatabase(databaseUrl, (error) => log.warn({ err: error }, 'a database connection broke'), {
    connectionsMax: config.databaseConnections,
    timelineFile: timelineFileIn(config.dataDir),
    stream: outside.stream,
    serverLimits: outside.repeatable ? 'none' : 'usual',
  })
  const { log, stop } = quietInOutages(given, { metrics, pool: database.engine })
  let close = database.close
  try {
    await waitForPrimary(database.owner, given)
    if (config.migrate) await migrate(database.owner, (line) => log.info(line))
    // With `MIGRATE=off`, another process migrates the schema.
    else await refuseOldSchema(database.owner)
    const box = secretBox(await loadMasterKey({ config, db: database.owner }))
    await keepCell(database, config.cell)
    const primary = requestDatabase(database, metrics)
    const requests =
      (await additions.divertReads?.(primary, { log: given, metrics, watched: database.engine })) ?? primary
    close = requests.close
    const core = await compose({ config, database, requests, box, log, metrics, outside }, additions)
    const end = async () => {
      stop()
      await core.stop()
    }
    return { ...core, stop: end }
  } catch (error) {
    stop()
    await close()
    throw error
  }
}

/** A reachable gateway needs unpredictable keys and tokens, and a database that ends hanging statements. */
function refuseTestSetup({ repeatable = false, listen }: Outside): void {
  if (isRandomnessReplaced() && !repeatable) throw new Error('Bug! this process uses predictable random bytes')
  if (repeatable && listen !== false) throw new Error('Bug! a repeatable gateway opens no port')
}

interface Parts {
  config: Config
  /** For the loops and for work that is already accepted. */
  database: Database
  /** The same database, with the limits for requests. */
  requests: Database
  box: SecretBox
  log: Log
  metrics: Metrics
  outside: Outside
}

async function compose(parts: Parts, additions: Additions): Promise<RunningCore> {
  const { config, database, outside, box } = parts
  const clock = outside.clock ?? systemClock()
  const state: State = { stopping: false, url: '' }
  const poster = outside.poster ?? jsonPoster(guardOf(config))
  const notify: CoreDeps['notify'] = (name) => state.jobs?.notify(name)
  const knownAccounts: KnownAccounts = new Map()
  const { alongOutcomes = async () => await Promise.resolve(), alongIncoming = takesNothing } = additions
  const writers = openWriters({ ...parts, notify, knownAccounts, alongOutcomes })
  const further = [...(additions.connectors ?? []), ...(outside.connectors?.values() ?? [])]
  const site = siteOf(config, state)
  const along = { alongOutcomes, alongIncoming }
  const deps = createDeps(parts, { clock, notify, poster, knownAccounts, ...along, writers, further, site })
  const loopRoutes = routeFinder({ database, secretBox: box })
  const forLoops = <T extends CoreDeps>(more: T): T => ({ ...more, database, routes: loopRoutes })
  const extras = additions.extras?.({ config, deps, database, forLoops }) ?? []
  const wrongClock = await clockFault({ ...deps, database })
  if (wrongClock !== undefined) throw new ConfigError([wrongClock])
  await makePartitions(deps, await readDatabaseTime(database.engine))
  for (const extra of extras) await extra.prepare?.()
  const server = await createServer(parts, deps, { state, extras })
  const url = outside.listen === false ? (config.publicUrl ?? unlistenedUrl) : await listen(server, config)
  state.url = url
  for (const extra of extras) await extra.listening?.()
  const loops = allLoops(parts, forLoops(deps), extras)
  if (outside.startJobs !== false) state.jobs = startJobs(deps, config.role, loops)
  const end = async () => await stop({ config, state, server, deps, writers, poster, extras })
  return { url, deps, server, rounds: roundsOf(loops), stop: end }
}

/** Without an extra that takes incoming money, operators get an alert. */
const takesNothing: AlongIncoming = async () => await Promise.resolve([])

type Writers = ReturnType<typeof openWriters>

/** The writers of transactions, which group concurrent writes into shared commits. */
function openWriters(deps: ApplyDeps) {
  const { database, metrics } = deps
  return {
    creations: groupWriter({
      keyOf: (item: NewTransaction) => referenceKey(item.point_id, item.pay_type, item.reference),
      writeGroup: async (items) => await insertTransactions(database.engine, items),
      watched: { metrics, name: 'create' },
    }),
    payouts: groupWriter({
      keyOf: (item: NewTransaction) => referenceKey(item.point_id, item.pay_type, item.reference),
      writeGroup: async (items) => await reservePayouts(deps, items),
      watched: { metrics, name: 'reserve' },
    }),
    outcomes: groupWriter({
      keyOf: (item: ApplyItem) => item.transactionId,
      writeGroup: async (items) => await applyOutcomes(deps, items),
      watched: { metrics, name: 'apply' },
    }),
  }
}

interface Made
  extends Pick<CoreDeps, 'clock' | 'notify' | 'knownAccounts' | 'alongOutcomes' | 'alongIncoming' | 'site'> {
  poster: Poster
  writers: Writers
  further: readonly Connector[]
}

function createDeps(parts: Parts, { poster, writers, further, ...made }: Made): CoreDeps {
  const { config, database, log, metrics, outside } = parts
  let counted = { api: 1, worker: 1 }
  const nodes: CoreDeps['nodes'] = {
    count: () => counted,
    set: (count) => {
      counted = count
    },
  }
  return Object.freeze<CoreDeps>({
    ...made,
    database: parts.requests,
    secretBox: parts.box,
    log,
    metrics,
    slots: processSlots(metrics),
    connectors: createConnectors({
      simulatedBankUrl: config.simulatedBank?.url,
      further,
      onThrown: ({ error, connector, call }) => {
        log.error({ err: error, connector, call }, 'the connector threw')
        metrics.connectorCalls.inc({ connector, call, outcome: 'threw' })
      },
    }),
    routes: routeFinder({ database: parts.requests, secretBox: parts.box }),
    callbackAllowCidrs: config.callbackAllowCidrs,
    processName: outside.processName ?? `${hostname()}/${process.pid}/${randomToken(6)}`,
    callSlots: callSlots(metrics),
    createTransaction: writers.creations.write,
    reservePayout: writers.payouts.write,
    applyOutcome: writers.outcomes.write,
    nodes,
    inquiryBudget: inquiryBudget(() => nodes.count().worker),
    nextSequence: sequenceBlock(database),
    checkCallbackHost: outside.poster
      ? async () => await Promise.resolve(undefined)
      : hostChecker({ allowCidrs: config.callbackAllowCidrs }),
    postCallback: async (post) => await postOnce(poster, `Pasarela/${version}`, post),
  })
}

/**
 * Start and stop state. The server listens before the extras' last preparations, because they may need its URL, and
 * before the loops run.
 */
interface State {
  jobs?: Jobs
  stopping: boolean
  /** Where the server listens; empty before. */
  url: string
}

function siteOf(config: Config, state: Readonly<State>): CoreDeps['site'] {
  const url = () => config.publicUrl ?? state.url
  // A worker serves no notification route, so the bank must send notifications to the public URL.
  return { url, localUrl: () => (config.role === 'worker' ? url() : state.url) }
}

/** True when the start is complete and all loops of this role run, else the reason as a sentence. */
function hasStarted({ jobs }: State): true | string {
  if (!jobs) return 'This process is still starting.'
  const ended = jobs.ended()
  return ended.length === 0 ? true : `A loop of this process has ended: ${ended.join(', ')}.`
}

async function createServer(
  parts: Parts,
  deps: CoreDeps,
  { state, extras }: { state: State; extras: readonly Extra[] },
): Promise<FastifyInstance> {
  const { config, database } = parts
  const poolsAnswer = readiness(database)
  const options = {
    trustedProxies: config.trustedProxies,
    ...(config.tls ? { tls: { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) } } : {}),
    docs: parts.outside.docs ?? true,
    dashboard: parts.outside.dashboard ?? true,
    metricsAccess: { allowCidrs: config.metricsAllowCidrs, token: config.metricsToken },
    isReady: async () => {
      const started = hasStarted(state)
      return started === true ? await poolsAnswer() : started
    },
    isShuttingDown: () => state.stopping,
    replica: () => parts.requests.lists.replica(),
    version,
  }
  return config.role === 'worker' ? await buildWorkerServer(deps, options) : await buildServer(deps, options, extras)
}

async function listen(server: FastifyInstance, config: Config): Promise<string> {
  const address = await server.listen({ port: config.port, host: config.host, backlog: waitingSocketsMax })
  // A wildcard address cannot be called. The server also answers on the loopback address.
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

/** The loops bypass the request limits, so that accepted work is finished. */
function allLoops(parts: Parts, deps: CoreDeps, extras: readonly Extra[]): Loops {
  const deliverCallbacks = deliverCallbacksJob({
    ...deps,
    guard: guardOf(parts.config),
    poster: parts.outside.poster,
    workers: () => deps.nodes.count().worker,
    userAgentVersion: version,
  })
  const cleanups = extras.flatMap((extra) => extra.cleanups ?? [])
  const own: Loops = coreLoops(deps, deliverCallbacks, cleanups)
  const loops = [own, ...extras.map((extra) => extra.loops?.() ?? {})]
  const names = loops.flatMap((some) => Object.keys(some))
  if (new Set(names).size < names.length) throw new Error(`Bug! two loops have one name: ${names.join()}`)
  return Object.assign({}, ...loops) as Loops
}

function roundsOf(loops: Loops): RunningCore['rounds'] {
  return Object.fromEntries(Object.entries(loops).map(([name, { runOnce }]) => [name, runOnce]))
}

/** Destinations that test points may reach besides public addresses. */
function guardOf(config: Config): PosterOptions {
  return {
    allowCidrs: config.callbackAllowCidrs,
    ...(config.callbackCaFile ? { ca: readFileSync(config.callbackCaFile) } : {}),
  }
}

interface Running {
  config: Config
  state: State
  server: FastifyInstance
  deps: CoreDeps
  writers: Writers
  poster: Poster
  extras: readonly Extra[]
}

/** Finishes accepted work. `/readyz` fails first, so that load balancers send new requests to other nodes. */
async function stop(running: Running): Promise<void> {
  const { config, state, server, deps, writers, poster, extras } = running
  state.stopping = true
  const drainMs = config.role === 'worker' ? 0 : config.drainSeconds * 1_000
  const step = (name: string, work: () => Promise<unknown>, timeoutMs = jobDrainMs) => ({ name, timeoutMs, work })
  await shutDown(deps.log, [
    step('serving until load balancers notice', async () => await sleep(drainMs), drainMs + jobDrainMs),
    step('draining requests', async () => await server.close(), requestDrainMs),
    step('ending jobs', async () => await state.jobs?.stop()),
    step('flushing queued writes', async () => {
      await Promise.all([...Object.values(writers), ...extras].map(async (each) => await each.drain?.()))
    }),
    step('leaving', async () => await Promise.all(extras.map(async (extra) => await extra.leave?.()))),
    step('closing sockets', async () => await poster.close()),
    step('closing the database', async () => await deps.database.close()),
  ])
}
