import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FailpointName, failpointNames } from '../../../src/core/platform/process/failpoint.ts'
import { type Chaos, type ChaosFigures, startChaos } from './chaos.ts'
import { judge, type Verdict } from './check-run.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { createDriver, type DriverFigures, paymentsMax } from './driver.ts'
import { openJournal, readJournal } from './journal.ts'
import { type Deed, type Planned, type PlanOptions, plannedPayment } from './plan.ts'
import { randomFrom } from './random.ts'
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
  /** Failpoints that are reached only when time is moved: armed alone, after the driver. */
  lateFailpoints: readonly FailpointName[]
  /** How long everything may take to come to rest. */
  settleMaxMs: number
  log(line: string): void
}

export interface SoakResult {
  seed: number
  violations: string[]
  driver: DriverFigures
  chaos: ChaosFigures
  settled: Settled
  verdict: Verdict['figures']
  seconds: { load: number; settle: number; judge: number }
}

/** Who moves the money, and what is asked of them. */
export interface Scene {
  start(points: number): Promise<Cluster>
  plan(options: PlanOptions, index: number, nowMs: number): Planned
  /** Share of the pay-ins that are refunded, 0 to 1. */
  refundShare(planned: Planned): number
  /** Those that calls can pass here. */
  failpoints: readonly FailpointName[]
}

export const simulatedBank: Scene = {
  start: startCluster,
  plan: plannedPayment,
  refundShare: () => 0.95,
  failpoints: failpointNames,
}

/** The inbox of a point keeps its last 1000 messages: this many payments and their refunds bring fewer. */
const paymentsPerPoint = 350

/** Pay-ins that are to expire do so while the driver is still at work. */
const shortLifeMs = { min: 5_000, max: 15_000 }

/** A little longer than the wait before the first inquiry. */
const inquiryStepMs = 35_000

/** How long late failpoints may take to be reached. */
const lateMaxMs = 90_000

/**
 * Payments of every kind through two gateways that are killed all the time, with a bank and a database that are killed
 * now and then; afterwards everything comes to rest, and a judge looks for what was lost, doubled or told wrongly.
 */
export async function soak(options: SoakOptions, scene: Scene = simulatedBank): Promise<SoakResult> {
  const cluster = await scene.start(Math.ceil(paymentsMax(options.payments) / paymentsPerPoint))
  try {
    return await soakIn(cluster, options, scene)
  } finally {
    await cluster.stop()
  }
}

async function soakIn(cluster: Cluster, options: SoakOptions, scene: Scene): Promise<SoakResult> {
  const { log } = options
  const path = join(cluster.folder, 'client.jsonl')
  const clock = stopwatch()
  const { driver, chaos } = await load(cluster, { options, scene }, path)
  const seconds = { load: clock(), settle: 0, judge: 0 }
  log(`load: ${seconds.load} s, ${driver.accepted} payments accepted; now everything comes to rest`)
  await reachLate(cluster, chaos, options)
  await chaos.calm()
  const settled = await settle(cluster, options.settleMaxMs)
  seconds.settle = clock()
  log(`at rest: ${settled.done} after ${seconds.settle} s; now the judge`)
  const verdict = await judge(cluster, readJournal(path))
  seconds.judge = clock()
  const violations = [
    ...verdict.violations,
    ...chaos.figures.crashes.map((printed) => `a gateway ended by itself: ${printed}`),
    ...(settled.done ? [] : [`it never came to rest: ${JSON.stringify(settled.open)}`]),
  ]
  return { seed: options.seed, violations, driver, chaos: chaos.figures, settled, verdict: verdict.figures, seconds }
}

async function load(
  cluster: Cluster,
  { options, scene }: { options: SoakOptions; scene: Scene },
  path: string,
): Promise<{ driver: DriverFigures; chaos: Chaos }> {
  const { seed, log } = options
  const journal = await openJournal(path)
  const deeds = new Set<Promise<void>>()
  let chaos: Chaos | undefined
  const driver = createDriver({
    seed,
    plan: (index, nowMs) => scene.plan({ seed, points: cluster.points.length, shortLifeMs }, index, nowMs),
    refundShare: scene.refundShare,
    urls: cluster.gateways.map(({ url }) => url),
    apiKeys: cluster.points.map(({ apiKey }) => apiKey),
    journal,
    wanted: options.payments,
    inFlight: options.inFlight,
    enough: () => chaos?.reached(options.lateFailpoints) ?? false,
    act: (transactionId, deed) => {
      const done = act(cluster, transactionId, deed).finally(() => deeds.delete(done))
      deeds.add(done)
    },
  })
  chaos = startChaos(cluster, {
    ...options,
    failpoints: scene.failpoints,
    random: randomFrom(seed),
    progress: driver.progress,
  })
  const reporting = setInterval(() => log(progressLine(driver.progress(), chaos?.figures)), 30_000)
  try {
    await driver.run()
    await Promise.all(deeds)
  } finally {
    clearInterval(reporting)
    await journal.close()
  }
  return { driver: driver.figures, chaos }
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
