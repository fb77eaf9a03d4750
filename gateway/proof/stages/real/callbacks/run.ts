import type { DeliveryTimes } from '../../../../src/core/callbacks/delivery/deliver.ts'
import { randomFrom } from '../random.ts'
import { judge, type Verdict } from './check-run.ts'
import { type Deliverers, startDeliverers } from './deliverers.ts'
import { type Havoc, wreak } from './havoc.ts'
import { createLoad, type Load } from './load.ts'
import { badManners, goodManners, type Merchants, startMerchants } from './merchants.ts'
import type { Scene } from './scene.ts'
import { atRest, readTruth } from './truth.ts'

export interface RunOptions {
  /** Names the processes. */
  label: string
  seed: number
  points: number
  /** Changes of status to be told, at least. */
  events: number
  eventsPerS: number
  /** Merchants that misbehave, and how often what breaks; without it everything is well. */
  faults?: { kills: number; pauses: number; databaseCrashes: number }
  /** The gateway's own without it. */
  times?: DeliveryTimes
  /** How long everything may take to come to rest. */
  restMaxMs: number
}

export interface RunResult {
  seed: number
  violations: string[]
  verdict: Verdict
  havoc: Havoc
  breakersOpen: number
  seconds: { load: number; rest: number }
}

/** While changes are written, the gateway's time runs twenty times as fast as ours; then as the long waits need it. */
const loadStepMs = 5_000
const restStepMs = 60_000

/** A deliverer stands still for longer than a claim lasts, by this much: others have begun what it had. */
const pauseBeyondLeaseMs = { min: 1_500, max: 3_000 }

/** Changes of status, and whatever happens to those who tell them; then rest, and the judge. */
export async function run(scene: Scene, options: RunOptions): Promise<RunResult> {
  const endings: (() => Promise<void>)[] = []
  try {
    return await runWith(scene, options, endings)
  } finally {
    for (const end of endings.reverse()) await end()
  }
}

async function runWith(scene: Scene, options: RunOptions, endings: (() => Promise<void>)[]): Promise<RunResult> {
  const { seed, faults, times } = options
  const merchants = await startMerchants(scene.deps, {
    count: options.points,
    certificate: scene.certificate,
    random: randomFrom(seed + 1),
  })
  endings.push(merchants.stop)
  const deliverers = await startDeliverers(options.label, {
    databaseUrl: scene.server.url,
    masterKey: scene.masterKey.toString('base64'),
    ca: scene.authority.cert,
    ...(times ? { times } : {}),
  })
  endings.push(deliverers.stop)
  merchants.behave(faults ? badManners : goodManners)
  const load = createLoad(scene.deps, { ...options, random: randomFrom(seed), merchants })
  const clock = stopwatch()
  scene.clock.stepBy(faults ? loadStepMs : 0)
  const [havoc] = await both([
    faults ? storm(scene, { ...options, faults }, { deliverers, merchants, load }) : calm,
    load.run(),
  ])
  const seconds = { load: clock(), rest: 0 }
  if (faults) scene.clock.stepBy(restStepMs)
  const rested = await atRest(scene.server, merchants.pointIds, options.restMaxMs)
  seconds.rest = clock()
  const truth = await readTruth(scene.server, merchants.pointIds)
  const verdict = judge({ truth, handled: merchants.handled, lives: deliverers.lives, crashes: havoc.crashes })
  const violations = [
    ...verdict.violations,
    ...forgotten(load, truth.transactions),
    ...forgedBodies(merchants),
    ...deliverers.crashes,
    ...(rested ? [] : ['it never came to rest']),
  ]
  return { seed, violations, verdict, havoc, breakersOpen: scene.clock.breakersOpen(), seconds }
}

const calm: Promise<Havoc> = Promise.resolve({ kills: 0, pauses: 0, crashes: [] })

async function storm(
  { server, clock }: Scene,
  { seed, faults, times }: RunOptions & { faults: NonNullable<RunOptions['faults']> },
  { deliverers, merchants, load }: { deliverers: Deliverers; merchants: Merchants; load: Load },
): Promise<Havoc> {
  const leaseMs = times?.leaseMs ?? 0
  return await wreak({
    ...faults,
    random: randomFrom(seed + 2),
    server,
    deliverers,
    merchants,
    pauseMs: { min: leaseMs + pauseBeyondLeaseMs.min, max: leaseMs + pauseBeyondLeaseMs.max },
    progress: load.progress,
    breakerOpened: () => clock.breakersOpen() > 0,
  })
}

/** Waits for both, also when one fails: nobody may start a process behind the end. */
async function both<A, B>(work: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(work)
  return await Promise.all(work)
}

/** Changes whose commit was answered and that the tables do not have in their place. */
function forgotten(load: Load, transactions: ReadonlyMap<string, readonly { webhookId: string }[]>): string[] {
  return [...load.told].flatMap(([transactionId, ids]) => {
    const known = (transactions.get(transactionId) ?? []).map(({ webhookId }) => webhookId)
    const told = ids.map((id) => `evt_${id.replaceAll('-', '')}`)
    return known.join() === told.join() ? [] : [`${transactionId} should have ${told.join()}, but has ${known.join()}`]
  })
}

function forgedBodies({ forged }: Merchants): string[] {
  return forged.map((fault) => `a body that does not bear checking: ${fault}`)
}

/** More lines than this tell nothing new. */
const violationsListed = 30

/** The figures of a run and its violations, as lines. */
export function reportLines({ seed, verdict, havoc, breakersOpen, seconds, violations }: RunResult): string[] {
  const share = ((100 * verdict.duplicates) / Math.max(1, verdict.events)).toFixed(2)
  return [
    `seed ${seed}`,
    `transactions ${verdict.transactions}, events ${verdict.events}, delivered ${verdict.delivered}, ` +
      `requests ${verdict.requests}`,
    `kills -9 ${havoc.kills}, pauses beyond the lease ${havoc.pauses}, database crashes ${havoc.crashes.length}, ` +
      `breakers open at once ${breakersOpen}`,
    `lost ${verdict.lost}, out of order ${verdict.outOfOrder}, sent late after a pause ${verdict.sentAfterPause}`,
    `duplicates ${verdict.duplicates} (${share} %); why a 200 was not known: ${JSON.stringify(verdict.reasons)}`,
    `seconds: load ${seconds.load}, rest ${seconds.rest}`,
    `violations ${violations.length}`,
    ...violations.slice(0, violationsListed).map((violation) => `  ${violation}`),
  ]
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
