// A run: seed → plan → driver and client → gateways, under chaos → settle → bank’s book, callbacks and rows → judge.
import { setTimeout as sleep } from 'node:timers/promises'
import { type FailpointName, failpointNames } from '../../../src/core/platform/process/failpoint.ts'
import { chanceOf } from '../virtual/engine/chance.ts'
import type { Exchange } from '../virtual/parts.ts'
import { type Chaos, type ChaosFigures, startChaos } from './chaos.ts'
import { type Client, createClient } from './client.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { createDriver, paymentsMax } from './driver.ts'
import { judge, type Verdict } from './judge.ts'
import { type Deed, type Planned, type PlanOptions, plannedPayment } from './plan.ts'
import { type Settled, settle, shiftTime } from './settle.ts'

export interface SoakOptions {
  seed: number
  /** Pay-ins and payouts together, half of each. */
  payments: number
  inFlight: number
  /** How often each failpoint must end a process. */
  failpointHits: number
  gatewayKills: number
  bankKills: number
  databaseCrashes: number
  bankFaults: number
  networkFaults: number
  /** Gateways that stand still for longer than their claims of callbacks last; where merchants have machines of their own. */
  pauses: number
  /** Failpoints that are reached only when time is moved: armed alone, after the driver. */
  lateFailpoints: readonly FailpointName[]
  /** How long everything may take to come to rest. */
  settleMaxMs: number
  log(line: string): void
}

export interface SoakResult {
  seed: number
  violations: string[]
  exchanges: readonly Exchange[]
  chaos: ChaosFigures
  settled: Settled
  verdict: Verdict['figures']
  seconds: { load: number; settle: number; judge: number }
}

/** Who moves the money, and what is asked of them. */
export interface Scene {
  start(points: number, seed: number): Promise<Cluster>
  plan(options: PlanOptions, index: number, nowMs: number): Planned
  /** Share of the pay-ins that are refunded, 0 to 1. */
  refundShare(planned: Planned): number
  /** Those that calls can pass here. */
  failpoints: readonly FailpointName[]
}

export const simulatedBank: Scene = {
  start: async (points) => await startCluster(points),
  plan: plannedPayment,
  refundShare: () => 0.95,
  failpoints: failpointNames,
}

/** The inbox of a point keeps its last 1000 messages: this many payments and their refunds bring fewer. */
const paymentsPerPoint = 350

/** A little longer than the wait before the first inquiry. */
const inquiryStepMs = 35_000

/** How long late failpoints may take to be reached. */
const lateMaxMs = 90_000

/**
 * Payments of every kind through two gateways that are killed all the time, with a bank and a database that are killed
 * now and then; afterwards everything comes to rest, and a judge looks for what was lost, doubled or told wrongly.
 */
export async function soak(options: SoakOptions, scene: Scene = simulatedBank): Promise<SoakResult> {
  const cluster = await scene.start(Math.ceil(paymentsMax(options.payments) / paymentsPerPoint), options.seed)
  try {
    return await soakIn(cluster, options, scene)
  } finally {
    await cluster.stop()
  }
}

async function soakIn(cluster: Cluster, options: SoakOptions, scene: Scene): Promise<SoakResult> {
  const { log, seed } = options
  const clock = stopwatch()
  const urls = cluster.gateways.map(({ url }) => url)
  const client = createClient(urls, options.inFlight)
  try {
    const chaos = await load(cluster, client, { options, scene })
    const seconds = { load: clock(), settle: 0, judge: 0 }
    log(`load: ${seconds.load} s; now everything comes to rest`)
    await reachLate(cluster, chaos, options)
    await chaos.calm()
    const settled = await settle(cluster, options.settleMaxMs)
    const lastFaultAtMs = Date.now() + settled.shiftedMs
    client.followClock(settled.shiftedMs)
    seconds.settle = clock()
    log(`at rest: ${settled.done} after ${seconds.settle} s; now the judge`)
    const { violations: broken, figures: verdict } = await judge(cluster, client, lastFaultAtMs)
    seconds.judge = clock()
    const violations = [
      ...broken,
      ...chaos.figures.crashes.map((printed) => `a gateway ended by itself: ${printed}`),
      ...(settled.done ? [] : [`it never came to rest: ${JSON.stringify(settled.open)}`]),
    ]
    return { seed, violations, exchanges: client.exchanges, chaos: chaos.figures, settled, verdict, seconds }
  } finally {
    await client.close()
  }
}

/** The merchants at work, while everything is killed. */
async function load(
  cluster: Cluster,
  client: Client,
  { options, scene }: { options: SoakOptions; scene: Scene },
): Promise<Chaos> {
  const { seed, log, payments: wanted, inFlight } = options
  const { points } = cluster
  const deeds = new Set<Promise<void>>()
  let chaos: Chaos | undefined
  const driver = createDriver({
    ...{ seed, client, points, wanted, inFlight, refundShare: scene.refundShare },
    plan: (index, nowMs) => scene.plan({ seed, points: points.length }, index, nowMs),
    enough: () => chaos?.reached(options.lateFailpoints) ?? false,
    act: (transactionId, deed) => {
      const done = act(cluster, transactionId, deed).finally(() => deeds.delete(done))
      deeds.add(done)
    },
  })
  const { progress } = driver
  chaos = startChaos(cluster, {
    ...options,
    ...{ failpoints: scene.failpoints, chance: chanceOf(seed, 'chaos'), progress },
  })
  const reporting = setInterval(() => log(progressLine(progress(), chaos?.figures)), 30_000)
  try {
    await driver.run()
    await Promise.all(deeds)
  } finally {
    clearInterval(reporting)
  }
  return chaos
}

/** What somebody outside does: once the bank knows the order, whether or not it allows the deed any more. */
async function act(cluster: Cluster, transactionId: string, deed: Deed): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    await sleep(150 + tries * 50)
    const answer = await cluster
      .callBank('POST', `/control/orders/${transactionId}/act`, { action: deed })
      .catch(() => ({ error: 'not_found' }))
    if (answer.error !== 'not_found') return
  }
}

/** Inquiries come 30 s after a call: time is moved until enough of them were hit. */
async function reachLate(cluster: Cluster, chaos: Chaos, options: SoakOptions): Promise<void> {
  if (options.lateFailpoints.length === 0) return
  await chaos.narrowTo(options.lateFailpoints)
  const deadline = performance.now() + lateMaxMs
  while (!chaos.reached() && performance.now() < deadline) {
    await shiftTime(cluster, inquiryStepMs)
    await sleep(1_000)
  }
}

function progressLine(progress: number, figures: ChaosFigures | undefined): string {
  const hits = Object.values(figures?.failpointHits ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    `${Math.round(progress * 100)} % accepted; kills: ${figures?.gatewayKills} gateways, ${hits} at failpoints, ` +
    `${figures?.bankKills} banks; ${figures?.databaseCrashes} database crashes`
  )
}

/** Whole seconds since the last call. */
function stopwatch(): () => number {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const seconds = Math.round((now - last) / 1_000)
    last = now
    return seconds
  }
}
