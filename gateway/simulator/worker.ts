import { real } from './engine/virtual-globals.ts'
import type { Violation } from './parts.ts'
import { type Parts, shrink } from './shrink.ts'
import { type Deployment, prepareDeployment } from './world/deployment.ts'
import { checkEverything, outsideOf } from './world/everybody.ts'
import { type RunResult, runOnce } from './world/run.ts'

/** What the command asks of a worker. One seed at a time. */
export interface Wanted {
  seed: number
  events: number
  /** Runs the seed a second time and compares. */
  twice: boolean
  /** Seconds for shrinking a run that failed; 0: it is not shrunk. */
  shrinkSeconds: number
  keepLines: boolean
}

/** What came of one seed. */
export interface Told {
  seed: number
  violations: readonly Violation[]
  steps: number
  busySteps: number
  acts: number
  decisions: number
  seconds: number
  digest: string
  /** Undefined: it was run once. */
  sameTwice: boolean | undefined
  shrunk: { acts: readonly string[]; decisions: readonly string[]; runs: number; what: string } | undefined
  lines: readonly string[] | undefined
  log: readonly string[]
}

let deployment: Deployment | undefined

async function play(wanted: Wanted, repeat: Parts | undefined): Promise<RunResult> {
  deployment ??= await prepareDeployment()
  const { seed, events, keepLines } = wanted
  const databaseUrl = await deployment.freshDatabase()
  return await runOnce(
    { seed, events, repeat, keepLines },
    { ...deployment, databaseUrl, outside: outsideOf(deployment.facts), check: checkEverything },
  )
}

/** Runs one seed, shrinks what failed, and says what came of it. */
export async function runSeed(wanted: Wanted): Promise<Told> {
  const sinceMs = real.nowMs()
  const result = await play(wanted, undefined)
  const seconds = (real.nowMs() - sinceMs) / 1_000
  const second = wanted.twice ? await play(wanted, undefined) : undefined
  const { seed, violations, steps, busySteps, digest, lines, log } = result
  return {
    ...{ seed, violations, steps, busySteps, digest, lines, log, seconds },
    acts: result.acts.length,
    decisions: result.decisions.length,
    sameTwice: second && second.digest === digest,
    shrunk: violations.length > 0 && wanted.shrinkSeconds > 0 ? await shrunkOf(wanted, result) : undefined,
  }
}

async function shrunkOf(wanted: Wanted, result: RunResult): Promise<Told['shrunk']> {
  const untilMs = real.nowMs() + wanted.shrinkSeconds * 1_000
  const shrunk = await shrink(
    result,
    async (parts) => await play({ ...wanted, keepLines: false }, parts),
    () => real.nowMs() > untilMs,
  )
  return {
    acts: shrunk.acts,
    decisions: shrunk.decisions.map(({ name, choice }) => `${name}: ${choice}`),
    runs: shrunk.runs,
    what: shrunk.result.violations.map(({ rule, what }) => `${rule}: ${what}`).join('\n'),
  }
}

export async function closeWorker(): Promise<void> {
  await deployment?.close()
  deployment = undefined
}

if (process.send) {
  process.on('message', (wanted: Wanted | 'end') => {
    if (wanted === 'end') {
      void closeWorker().then(() => process.disconnect())
      return
    }
    runSeed(wanted).then(
      (told) => process.send?.(told),
      (error: unknown) => {
        console.error(error)
        process.exit(70)
      },
    )
  })
}
