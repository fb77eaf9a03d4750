// What the stage loses: processes, connections, answers, at moments that the seed chooses.
import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryTimes } from '../../../src/core/callbacks/delivery/deliver.ts'
import { type FailpointName, failpointNames, failpointVariable } from '../../../src/core/platform/process/failpoint.ts'
import { commitStatement, type FaultProxy } from '../../../test/support/fault-proxy.ts'
import type { Chance } from '../virtual/parts.ts'
import { between } from './between.ts'
import type { Cluster } from './cluster.ts'
import type { OneProcess } from './one-process.ts'

export interface ChaosOptions {
  chance: Chance
  /** Those that calls can pass here. */
  failpoints: readonly FailpointName[]
  /** How often each of them must end a process. */
  failpointHits: number
  /** Ends of gateway processes by SIGKILL at any moment, besides those at failpoints. */
  gatewayKills: number
  bankKills: number
  databaseCrashes: number
  /** Calls of the bank's API that get a broken, late or lost answer. */
  bankFaults: number
  /** Faults between a gateway and the database, of each kind in turn. */
  networkFaults: number
  pauses: number
  /** How far the driver is, 0 to 1. */
  progress(): number
}

/** `drop`: everything is lost without a word. `cut`: a COMMIT that never arrives, or whose answer does not. */
export const networkFaults = [
  'drop',
  'cut_before_reset',
  'cut_answer_reset',
  'half_close',
  'cut_before_silence',
  'cut_answer_silence',
  'delay',
] as const
export type NetworkFault = (typeof networkFaults)[number]

export interface ChaosFigures {
  /** Ends by SIGKILL from outside. */
  gatewayKills: number
  failpointHits: Record<FailpointName, number>
  bankKills: number
  databaseCrashes: number
  bankFaults: number
  networkFaults: Record<NetworkFault, number>
  pauses: number
  /** The most endpoints that were seen with an open breaker at once. */
  breakersOpen: number
  /** Lives of a gateway that ended though nobody ended them. */
  crashes: string[]
}

export interface Chaos {
  readonly figures: ChaosFigures
  /** Whether every failpoint but these has been hit often enough. */
  reached(except?: readonly FailpointName[]): boolean
  /** From now on only these failpoints are armed. */
  narrowTo(names: readonly FailpointName[]): Promise<void>
  /** Everything runs again, with no failpoint armed and nothing more to come. */
  calm(): Promise<void>
}

/** At which passing a process dies: low where few pass in a second. */
const passings: Record<FailpointName, { min: number; max: number }> = {
  before_commit: { min: 2, max: 25 },
  after_commit_before_call: { min: 2, max: 25 },
  after_call_before_commit: { min: 2, max: 25 },
  after_outcome_commit: { min: 2, max: 25 },
  announce_after_claim_before_call: { min: 1, max: 6 },
  announce_after_call_before_commit: { min: 1, max: 6 },
  inquiry_after_claim_before_call: { min: 1, max: 4 },
  inquiry_after_call_before_commit: { min: 1, max: 4 },
  expiry_after_claim_before_call: { min: 1, max: 3 },
  expiry_after_call_before_commit: { min: 1, max: 3 },
  notification_stored_before_answer: { min: 2, max: 20 },
  notification_applied_before_finished: { min: 2, max: 20 },
}

const restartAfterMs = { min: 0, max: 250 }
const pollEveryMs = 25

/** Ends processes while the driver works: some at named points, some at any moment, the bank and the database too. */
export function startChaos(cluster: Cluster, options: ChaosOptions): Chaos {
  const state: State = {
    cluster,
    options,
    armed: new Map(),
    allowed: new Set(options.failpoints),
    killedByUs: new Set(),
    ended: false,
    figures: {
      gatewayKills: 0,
      failpointHits: Object.fromEntries(failpointNames.map((name) => [name, 0])) as Record<FailpointName, number>,
      bankKills: 0,
      databaseCrashes: 0,
      bankFaults: 0,
      networkFaults: Object.fromEntries(networkFaults.map((kind) => [kind, 0])) as Record<NetworkFault, number>,
      ...{ pauses: 0, breakersOpen: 0 },
      crashes: [],
    },
  }
  const keepers = Promise.all(cluster.gateways.map(async (gateway) => await keepAlive(state, gateway)))
  // Whoever waits for them hears of it; until then it is not lost.
  keepers.catch(() => undefined)
  const events = Promise.all([followPlan(state), merchantAway(state)])
  return {
    figures: state.figures,
    reached: (except = []) => options.failpoints.every((name) => except.includes(name) || missing(state, name) <= 0),
    narrowTo: async (names) => {
      state.allowed = new Set(names)
      await Promise.all(cluster.gateways.map(async (gateway) => await killGateway(state, gateway)))
    },
    calm: async () => {
      state.ended = true
      await events
      await endLives(state, keepers)
      await cluster.callBank('DELETE', '/control/faults')
      cluster.receivers?.behave()
      await Promise.all(cluster.gateways.map(async (gateway) => await gateway.start()))
    },
  }
}

/** Ends both gateways in the ordinary way, as soon as each is up, until nobody starts them any more. */
async function endLives(state: State, keepers: Promise<unknown>): Promise<void> {
  let over = false
  const waiting = keepers.finally(() => {
    over = true
  })
  while (!over) {
    await Promise.all(state.cluster.gateways.map(async (gateway) => await (gateway.isUp() ? gateway.end() : undefined)))
    await sleep(pollEveryMs)
  }
  await waiting
}

interface State {
  cluster: Cluster
  options: ChaosOptions
  armed: Map<OneProcess, readonly FailpointName[]>
  allowed: Set<FailpointName>
  killedByUs: Set<OneProcess>
  ended: boolean
  figures: ChaosFigures
  /** Where the first one stands in the list. */
  firstNetworkFault?: number
  paused?: { gateway: OneProcess; over: Promise<void> }
}

/** One gateway's lives: the one it has ends at once, each further one is armed, until there is calm. */
async function keepAlive(state: State, gateway: OneProcess): Promise<void> {
  const { chance } = state.options
  // The life that it has passes failpoints unharmed.
  if (state.options.failpoints.length > 0) await killGateway(state, gateway)
  for (;;) {
    noteEnd(state, gateway, await gateway.ended())
    if (state.ended) return
    await sleep(between(chance, restartAfterMs))
    const names = nextFailpoints(state, gateway)
    state.armed.set(gateway, names)
    const list = names.map((name) => `${name}:${between(chance, passings[name])}`)
    await gateway.start(list.length > 0 ? { [failpointVariable]: list.join(',') } : {})
  }
}

function noteEnd(state: State, gateway: OneProcess, printed: string): void {
  const { figures } = state
  const hit = failpointNames.find((name) => printed.includes(`failpoint ${name}\n`))
  state.armed.delete(gateway)
  const byUs = state.killedByUs.delete(gateway)
  if (hit) figures.failpointHits[hit]++
  else if (byUs) figures.gatewayKills++
  else if (!state.ended) figures.crashes.push(printed.slice(-2_000) || 'it printed nothing')
}

/** At first one at a time; in the second half several, so that none waits for its turn behind a rare one. */
const armedAtOnce = { firstHalf: 1, secondHalf: 4 }

/** Those that lack most, rather not those of the other process. */
function nextFailpoints(state: State, gateway: OneProcess): readonly FailpointName[] {
  const { chance, progress } = state.options
  const elsewhere = new Set([...state.armed].flatMap(([other, names]) => (other === gateway ? [] : names)))
  const rank = (name: FailpointName) => missing(state, name) - (elsewhere.has(name) ? 0.5 : 0)
  const open = [...state.allowed].filter((name) => missing(state, name) > 0 && isDue(state, name))
  const shuffled = open.map((name) => ({ name, rank: rank(name), tie: chance.int(1_000_000) }))
  shuffled.sort((a, b) => b.rank - a.rank || a.tie - b.tie)
  const count = progress() < 0.5 ? armedAtOnce.firstHalf : armedAtOnce.secondHalf
  return shuffled.slice(0, count).map(({ name }) => name)
}

/** Hits are spread over the driver's way; the last ones come a little before its end. */
function isDue({ options, figures }: State, name: FailpointName): boolean {
  const dueHits = Math.floor(options.failpointHits * options.progress() * 1.1) + 1
  return figures.failpointHits[name] < dueHits
}

function missing(state: State, name: FailpointName): number {
  return state.options.failpointHits - state.figures.failpointHits[name]
}

async function killGateway(state: State, gateway: OneProcess): Promise<void> {
  if (!gateway.isUp()) return
  state.killedByUs.add(gateway)
  await gateway.kill()
}

/** Spreads the events of each kind evenly over the driver's way, with some chance in it. */
async function followPlan(state: State): Promise<void> {
  const { chance, progress } = state.options
  const plan = planOf(state).sort((a, b) => a.at - b.at)
  while (!state.ended && plan.length > 0) {
    const first = plan[0]
    if (!first || progress() < first.at) {
      await sleep(pollEveryMs)
      continue
    }
    plan.shift()
    await sleep(chance.int(51))
    await first.run()
  }
}

function planOf(state: State): { at: number; run: () => Promise<void> }[] {
  const { cluster, options, figures } = state
  const { chance } = options
  const spread = (count: number, run: () => Promise<void>) =>
    Array.from({ length: count }, (_, index) => ({ at: (index + chance.int(1_000) / 1_000) / (count + 0.5), run }))
  return [
    ...spread(options.gatewayKills, async () => {
      await killGateway(state, chance.pick(cluster.gateways.filter((each) => each !== state.paused?.gateway)))
    }),
    ...spread(options.bankKills, async () => {
      await cluster.bank.kill()
      figures.bankKills++
      await sleep(chance.int(501))
      await cluster.bank.start()
    }),
    ...spread(options.databaseCrashes, async () => {
      await cluster.database.crashAndRestart()
      figures.databaseCrashes++
    }),
    ...spread(options.bankFaults, async () => {
      const kind = chance.pick(['reset_after_processing', 'garbage', '503', 'slow', 'hang'])
      await cluster.callBank('POST', '/control/faults', { kind, count: 3 })
      figures.bankFaults += 3
    }),
    ...spread(options.networkFaults, async () => await breakNetwork(state)),
    ...spread(options.pauses, async () => await pauseGateway(state)),
  ]
}

/** Longer than a claim of callbacks lasts, by this much: the other process has begun what it had. */
const pauseMs = { min: deliveryTimes.leaseMs + 1_500, max: deliveryTimes.leaseMs + 3_000 }

/** Before a process is stopped merchants stall, so that it has much in flight, which it hears of when it goes on. */
const stallMs = 600
/** Until the process stands still for sure. */
const stopMs = 50

/** Nobody waits for its end but the next one: meanwhile the other process may be killed. */
async function pauseGateway(state: State): Promise<void> {
  const { cluster, figures } = state
  const { chance } = state.options
  await state.paused?.over
  const gateway = chance.pick(cluster.gateways)
  while (!gateway.isUp() && !state.ended) await sleep(pollEveryMs)
  const endStall = cluster.receivers?.stall()
  await sleep(stallMs)
  const over = gateway.pause(between(chance, pauseMs)).then((survived) => {
    if (survived) figures.pauses++
    delete state.paused
  })
  state.paused = { gateway, over }
  await sleep(stopMs)
  endStall?.()
}

/** While the driver is between these, the first merchant's machine is away; longer if its breaker is slow to open. */
const outage = { from: 0.3, to: 0.45 }
const outageMaxMs = 60_000

async function merchantAway(state: State): Promise<void> {
  const { figures, options, cluster } = state
  const { receivers } = cluster
  if (!receivers || options.failpoints.length === 0) return
  while (!state.ended && options.progress() < outage.from) await sleep(pollEveryMs)
  receivers.outage(true)
  const endMs = performance.now() + outageMaxMs
  const isSeen = () => figures.breakersOpen > 0 || performance.now() > endMs
  while (!state.ended && (options.progress() < outage.to || !isSeen())) {
    // The database may be away.
    const open = await cluster.database.query('select from callback_health where opens > 0').catch(() => [])
    figures.breakersOpen = Math.max(figures.breakersOpen, open.length)
    await sleep(pollEveryMs * 10)
  }
  receivers.outage(false)
}

/** How long a network loses or delays everything. What was open meanwhile stays silent: the gateway must find out. */
const brokenMs = { min: 500, max: 4_000 }

const delayMs = { min: 5, max: 60 }

/** The kinds in turn, beginning with one that the seed chooses, between the database and either gateway. */
async function breakNetwork(state: State): Promise<void> {
  const { chance } = state.options
  const network = chance.pick(state.cluster.networks)
  state.firstNetworkFault ??= chance.int(networkFaults.length)
  const done = Object.values(state.figures.networkFaults).reduce((sum, count) => sum + count, 0)
  const kind = networkFaults[(state.firstNetworkFault + done) % networkFaults.length] ?? 'drop'
  state.figures.networkFaults[kind]++
  await inflict(network, kind, chance)
}

async function inflict(network: FaultProxy, kind: NetworkFault, chance: Chance): Promise<void> {
  switch (kind) {
    case 'drop':
      network.dropEverything()
      await sleep(between(chance, brokenMs))
      network.letNewConnectionsWork()
      return
    case 'delay':
      network.delay(between(chance, delayMs))
      await sleep(between(chance, brokenMs))
      network.delay(0)
      return
    case 'half_close':
      network.halfClose()
      return
    default: {
      const [, what = '', how = ''] = /^cut_(before|answer)_(reset|silence)$/.exec(kind) ?? []
      // Nobody waits for it: the gateway may be dead at this moment.
      void network.cut({ statement: commitStatement, what: what as 'before', how: how as 'reset' })
    }
  }
}
