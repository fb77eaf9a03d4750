import { constants } from 'node:os'
import { setUpFault } from './command.ts'
import { real } from './engine/virtual-globals.ts'
import type { Violation } from './parts.ts'
import { plantedVariable } from './planted/faults.ts'
import { isPlanted } from './planted/replace-text.ts'
import { type Parts, type Shrunk, shrink } from './shrink.ts'
import type { Counts } from './world/counts.ts'
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
  seconds: number
  digest: string
  /** Undefined: it was run once. */
  sameTwice: boolean | undefined
  shrunk: { acts: readonly string[]; decisions: readonly string[]; runs: number; what: string } | undefined
  lines: readonly string[] | undefined
  log: readonly string[]
  counts: Counts
}

/** What a worker says. */
export type Heard =
  | { kind: 'ready' }
  | { kind: 'told'; told: Told }
  /** What ends this process. */
  | { kind: 'died'; message: string }

/** Lines of a stack that are kept. */
const stackLines = 6

async function play(deployment: Deployment, wanted: Wanted, repeat?: Parts): Promise<RunResult> {
  const { seed, events, keepLines } = wanted
  const databaseUrl = await deployment.freshDatabase()
  return await runOnce(
    { seed, events, repeat, keepLines },
    { ...deployment, databaseUrl, outside: outsideOf(deployment.facts), check: checkEverything },
  )
}

/** Runs one seed, shrinks it where it failed, and returns what came of it. */
async function runSeed(deployment: Deployment, wanted: Wanted): Promise<Told> {
  const sinceMs = real.nowMs()
  const result = await play(deployment, wanted)
  const seconds = (real.nowMs() - sinceMs) / 1_000
  const second = wanted.twice ? await play(deployment, wanted) : undefined
  const { seed, violations, steps, busySteps, digest, lines, log, counts } = result
  const told: Told = {
    ...{ seed, violations, steps, busySteps, digest, lines, log, counts, seconds, shrunk: undefined },
    sameTwice: second && second.digest === digest,
  }
  if (violations.length === 0 || wanted.shrinkSeconds === 0) return told
  const untilMs = real.nowMs() + wanted.shrinkSeconds * 1_000
  const shrunk = await shrink(
    result,
    async (parts) => await play(deployment, { ...wanted, keepLines: false }, parts),
    () => real.nowMs() > untilMs,
  )
  return { ...told, shrunk: inWords(shrunk) }
}

function inWords({ acts, decisions, runs, result }: Shrunk): Told['shrunk'] {
  return {
    ...{ acts, runs, decisions: decisions.map(({ name, choice }) => `${name}: ${choice}`) },
    what: result.violations.map(({ rule, what }) => `${rule}: ${what}`).join('\n'),
  }
}

/** Throws where the fault that this process was to run with is not in its code. */
function checkPlanted(): void {
  const name = process.env[plantedVariable]
  if (name === undefined || name === '' || isPlanted(name)) return
  throw new Error(`the planted fault ${name} is not in the code that runs`)
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (error.stack ?? error.message).split('\n').slice(0, stackLines).join('\n')
}

async function serve(): Promise<void> {
  const send = (heard: Heard, sent?: () => void) => process.send?.(heard, undefined, undefined, () => sent?.())
  const die = (error: unknown, code: number) => send({ kind: 'died', message: textOf(error) }, () => process.exit(code))
  // The database server is ended by what runs when a process exits, which no signal does by itself.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
  process.on('disconnect', () => process.exit())
  // Whoever asked for this process may have ended before it listened.
  if (!process.connected) process.exit()
  let isReady = false
  const dieOf = (error: unknown) => die(error, isReady ? 1 : setUpFault)
  process.on('uncaughtException', dieOf)
  process.on('unhandledRejection', dieOf)
  const deployment = await prepareDeployment()
  checkPlanted()
  isReady = true
  process.on('message', (wanted: Wanted | 'end') => {
    if (wanted === 'end') {
      void deployment.close().then(() => process.disconnect())
      return
    }
    runSeed(deployment, wanted).then((told) => send({ kind: 'told', told }), dieOf)
  })
  send({ kind: 'ready' })
}

if (process.send) void serve()
