import { codeOfSignal, setUpFault } from './end-command.ts'
import type { Decision } from './engine/decisions.ts'
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
  /** Undefined: as the seed draws them. */
  repeat: Repeat | undefined
}

/** The acts and the decisions of a run that is played again. */
export interface Repeat {
  acts: readonly string[]
  decisions: readonly Decision[]
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
  /** The shortest run that is known to break a rule; undefined where none was broken, or the worker died in it. */
  repeat: Repeat | undefined
  lines: readonly string[] | undefined
  log: readonly string[]
  counts: Counts
}

/** What a worker says. */
export type Heard =
  | { kind: 'ready' }
  /** It broke a rule, and is shrunk now. */
  | { kind: 'found'; told: Told }
  | { kind: 'told'; told: Told }
  /** What ends this process. */
  | { kind: 'died'; message: string }

/** Lines of a stack that are kept. */
const stackLines = 6

async function play(deployment: Deployment, wanted: Wanted, repeat: Parts | undefined): Promise<RunResult> {
  const { seed, events, keepLines } = wanted
  const databaseUrl = await deployment.freshDatabase()
  return await runOnce(
    { seed, events, repeat, keepLines },
    { ...deployment, databaseUrl, outside: outsideOf(deployment.facts), check: checkEverything },
  )
}

/** Runs one seed, tells what was found before it shrinks what failed, and returns what came of it. */
async function runSeed(deployment: Deployment, wanted: Wanted, found: (told: Told) => void): Promise<Told> {
  const sinceMs = real.nowMs()
  const result = await play(deployment, wanted, wanted.repeat)
  const seconds = (real.nowMs() - sinceMs) / 1_000
  const second = wanted.twice ? await play(deployment, wanted, wanted.repeat) : undefined
  const { seed, violations, steps, busySteps, digest, lines, log, acts, decisions, counts } = result
  const told: Told = {
    ...{ seed, violations, steps, busySteps, digest, lines, log, counts, seconds, shrunk: undefined },
    sameTwice: second && second.digest === digest,
    repeat: violations.length > 0 ? { acts, decisions } : undefined,
  }
  if (violations.length === 0 || wanted.shrinkSeconds === 0) return told
  found(told)
  const untilMs = real.nowMs() + wanted.shrinkSeconds * 1_000
  const shrunk = await shrink(
    result,
    async (parts) => await play(deployment, { ...wanted, keepLines: false }, parts),
    () => real.nowMs() > untilMs,
  )
  return { ...told, repeat: { acts: shrunk.acts, decisions: shrunk.decisions }, shrunk: inWords(shrunk) }
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
    process.on(signal, () => process.exit(codeOfSignal(signal)))
  process.on('disconnect', () => process.exit())
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
    runSeed(deployment, wanted, (told) => send({ kind: 'found', told })).then(
      (told) => send({ kind: 'told', told }),
      dieOf,
    )
  })
  send({ kind: 'ready' })
}

if (process.send) void serve()
