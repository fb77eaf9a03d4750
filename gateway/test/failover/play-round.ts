import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../support/eventually.ts'
import { openWorldFor } from '../support/world.ts'
import { type Comparison, compare } from './compare.ts'
import type { Drill, Stage } from './drills.ts'
import { type ClientAnswer, openLoad, refusedForNow } from './open-load.ts'
import type { PatroniCluster } from './patroni-cluster.ts'
import { probeWrites, type WriteProbe } from './write-probe.ts'

/** How long payments are sent before a fault, and between its steps. */
const calmMs = 4_000

/** No bad answer for so long: the gateways have recovered. */
const quietMs = 5_000
const recoveryMaxMs = 150_000

/** So many good answers in a row are a recovery. */
const goodAnswers = 5

/** Of the time until then, after the cluster takes writes. */
export const oursSecondsMax = 2

export interface RoundResult extends Comparison {
  drill: Drill
  round: number
  /** From the fault to five good answers after the last bad one. */
  seconds: number
  /** Of these, after the cluster took writes again. */
  oursSeconds: number
  /** From the repair until the cluster was whole: the lost node is a replica on the newest timeline. */
  wholeSeconds: number
  /** What clients were answered from the fault on, counted. */
  answers: Record<string, number>
  acknowledged: number
  verify: 'clean' | 'BROKEN'
}

export interface RoundOptions {
  round: number
  /** Does what was given to `after` when the round is over, or the run. */
  endings: { after(work: () => Promise<void>): void }
  log(line: string): void
}

/** One drill on a database of its own, with gateways, a bank and a merchant of its own. */
export async function playRound(cluster: PatroniCluster, drill: Drill, options: RoundOptions): Promise<RoundResult> {
  const { round, endings, log } = options
  const database = `${drill.name}_${round}`
  await cluster.query(await cluster.whole(), `create database ${database} owner pasarela`)
  const world = await openWorldFor(endings, {
    databaseUrl: `postgres://pasarela@127.0.0.1:${(await cluster.nodeOf('leader')).port}/${database}`,
    ownProcess: true,
    receives: true,
    outputFile: openSync(join(cluster.folder, 'logs', 'gateways.log'), 'a'),
    env: { DATABASE_URL: cluster.url(database, drill.gateways) },
  })
  const stage: Stage = { cluster, database, world }
  const load = openLoad([world.url, (await world.anotherGateway()).url], world.demo.api_key)
  await sleep(calmMs)
  const probe = probeWrites(cluster)
  endings.after(async () => probe.stop())
  const struckMs = performance.now()
  const { fromMs, repair, finish } = await drill.strike(stage)
  log('the fault has happened')
  const recovered = await recovery(load.answers, probe, fromMs)
  probe.stop()
  log(`payments are taken again after ${seconds(recovered.atMs - fromMs)} s`)
  const repairMs = performance.now()
  await repair()
  await cluster.whole()
  const wholeSeconds = seconds(performance.now() - repairMs)
  log(`the cluster is whole again ${wholeSeconds} s after the repair`)
  await sleep(calmMs)
  await load.stop()
  const compared = await compare(stage, load.acknowledged)
  const verified = await world.program('verify')
  if (verified.code !== 0) log(verified.output)
  return {
    drill,
    round,
    seconds: seconds(recovered.atMs - fromMs),
    oursSeconds: seconds(recovered.atMs - recovered.writesMs),
    wholeSeconds,
    answers: countOf(load.answers.filter(({ atMs }) => atMs >= struckMs)),
    acknowledged: load.acknowledged.length,
    verify: verified.code === 0 ? 'clean' : 'BROKEN',
    ...compared,
    faults: [
      ...compared.faults,
      ...load.answers.filter(({ atMs, isGood }) => atMs < struckMs && !isGood).map(({ what }) => `${what} before it`),
      ...((await finish?.()) ?? []),
    ],
  }
}

async function recovery(answers: readonly ClientAnswer[], probe: WriteProbe, fromMs: number) {
  return await eventually(
    () => {
      const writesMs = probe.backAtMs(fromMs)
      if (writesMs === undefined) return undefined
      const bad = answers.filter((each) => each.atMs >= fromMs && !each.isGood)
      const lastMs = Math.max(writesMs, ...bad.map(({ atMs }) => atMs))
      const fifth = answers.filter(({ atMs, isGood }) => isGood && atMs > lastMs)[goodAnswers - 1]
      return fifth && performance.now() - lastMs > quietMs ? { atMs: fifth.atMs, writesMs } : undefined
    },
    'payments are taken again',
    recoveryMaxMs,
  )
}

/** What a round breaks, as sentences. */
export function faultsOf(result: RoundResult): string[] {
  const { drill, answers, lost, twice, missing, disordered, verify, faults } = result
  const strange = Object.entries(answers).filter(([what]) => !['200', refusedForNow].includes(what))
  return [
    ...(lost > 0 ? [`${lost} acknowledged payments are lost`] : []),
    ...(twice > 0 ? [`${twice} transactions were executed twice`] : []),
    ...(missing > 0 ? [`${missing} callbacks are missing`] : []),
    ...(disordered > 0 ? [`${disordered} callbacks are out of order`] : []),
    ...(verify === 'clean' ? [] : ['verify is not clean']),
    ...strange.map(([what, count]) => `${count} answers were ${what}, not 503 with Retry-After`),
    ...(result.seconds > (drill.secondsMax ?? Number.POSITIVE_INFINITY)
      ? [`it took ${result.seconds} s, the aim is ${drill.secondsMax} s`]
      : []),
    ...(result.oursSeconds > oursSecondsMax
      ? [`it took ${result.oursSeconds} s after the cluster took writes, the aim is ${oursSecondsMax} s`]
      : []),
    ...faults,
  ]
}

function countOf(answers: readonly ClientAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { what } of answers) counts[what] = (counts[what] ?? 0) + 1
  return counts
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}
