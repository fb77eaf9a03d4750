import { tmpdir } from 'node:os'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { plantedFaults } from './planted/faults.ts'

/** What the command was asked for. */
export interface Wishes {
  /** The first seed; the others follow it. */
  seed: number
  runs: number
  /** Steps of the scheduler in each run before it becomes quiet. */
  events: number
  workers: number
  /** Runs each seed twice and compares the traces. */
  twice: boolean
  /** Ends at the first run that breaks a rule. */
  first: boolean
  /** Prints every step of every run. */
  trace: boolean
  /** Seconds for shrinking a run that failed; 0: none. */
  shrinkSeconds: number
  /** No new run begins after this many minutes. */
  minutes: number
  /** Seeds that were done stand here, one JSON line each; those are not run again. */
  state: string | undefined
  /** The folder for files with runs that broke a rule. */
  save: string
  /** A file with one run: only this is played. */
  only: string | undefined
  /** The name of a planted fault; for measuring the simulator itself. */
  planted: string | undefined
  /** Only says what the arguments mean. */
  help: boolean
}

/** What the command that measures the simulator was asked for. */
export interface PlantWishes {
  /** Names of planted faults. */
  faults: readonly string[]
  /** So long is each looked for. */
  minutes: number
  /** Undefined: the fault's own. */
  seed: number | undefined
  help: boolean
}

export const usage = `npm run simulate -- [--seed N] [--runs N] [--events N] [--minutes N] [--workers N] [--twice] [--first]
                   [--trace] [--no-shrink] [--state FILE] [--save DIR] [--only FILE] [--planted NAME]

Runs the gateway against simulated providers, merchants and operators, one seed after another. Ends with 1 where a run broke
a rule, and prints its seed with the shortest list of acts and decisions that still breaks it. Ends with 2 where the arguments
are wrong, with 70 where the simulator itself cannot run.

  --seed N       the first seed (default 1)
  --runs N       how many seeds (default 100)
  --events N     steps with faults in each run (default 200)
  --minutes N    begin no run after so long (default: no limit)
  --workers N    processes, each with a database server of its own (default: one for each core, at most 4)
  --twice        run each seed twice: the traces must be the same
  --first        stop at the first run that breaks a rule
  --trace        print every step
  --no-shrink    do not look for a shorter run
  --state FILE   note the seeds that are done, and do not run them again; those that failed count again
  --save DIR     write runs that broke a rule into this folder (default: the folder for temporary files)
  --only FILE    play only the run of such a file, and print every step
  --planted NAME put a known fault into the gateway first

npm run simulate -- planted --help: how well the simulator finds faults that are known`

export const plantUsage = `npm run simulate -- planted [--only NAME,NAME] [--minutes N] [--seed N]

Puts faults into the gateway, one at a time, and says whether the simulator finds them, by which rule and how soon. A run counts
where it breaks no rule without the fault. Ends with 1 where a fault was not found.

  --only NAMES   only these
  --minutes N    look for each so long at most (default 10)
  --seed N       the first seed (default: the one that is known to find the fault)`

/** What was asked for cannot be done. The message is a sentence for whoever asked. */
export class WishesError extends Error {}

export function readWishes(given: readonly string[], cores: number): Wishes {
  const { values } = parse(given, {
    ...{ seed: text, runs: text, events: text, minutes: text, workers: text, state: text, save: text, only: text },
    ...{ twice: flag, first: flag, trace: flag, 'no-shrink': flag, planted: text, help },
  })
  if (values.planted !== undefined) refuseUnknown([values.planted])
  const isOnly = values.only !== undefined
  return {
    seed: numberOf('seed', values.seed, 0) ?? 1,
    runs: numberOf('runs', values.runs, 1) ?? 100,
    events: numberOf('events', values.events, 1) ?? 200,
    minutes: numberOf('minutes', values.minutes, 1) ?? Number.POSITIVE_INFINITY,
    workers: numberOf('workers', values.workers, 1) ?? Math.max(1, Math.min(4, cores)),
    twice: values.twice ?? false,
    first: values.first ?? false,
    trace: isOnly || (values.trace ?? false),
    shrinkSeconds: isOnly || values['no-shrink'] ? 0 : 90,
    state: values.state,
    save: values.save ?? tmpdir(),
    only: values.only,
    planted: values.planted,
    help: values.help ?? false,
  }
}

export function readPlantWishes(given: readonly string[]): PlantWishes {
  const { values } = parse(given, { only: text, minutes: text, seed: text, help })
  const only = values.only?.split(',')
  refuseUnknown(only ?? [])
  const wanted = plantedFaults.filter(({ name }) => only?.includes(name) ?? true)
  return {
    faults: wanted.map(({ name }) => name),
    minutes: numberOf('minutes', values.minutes, 1) ?? 10,
    seed: numberOf('seed', values.seed, 0),
    help: values.help ?? false,
  }
}

/** Throws where the machine cannot run the simulator. */
export function refuseForeign(platform: NodeJS.Platform): void {
  if (platform !== 'win32') return
  throw new WishesError(
    'The simulator does not run on Windows: it stops sessions of its database server by signals. Run it on Linux or macOS.',
  )
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const help = { type: 'boolean', short: 'h' } as const

function parse<T extends NonNullable<ParseArgsConfig['options']>>(given: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...given], options })
  } catch (error) {
    throw new WishesError(error instanceof Error ? error.message : String(error))
  }
}

function numberOf(name: string, given: string | undefined, least: number): number | undefined {
  if (given === undefined) return undefined
  const value = Number(given)
  if (given.trim() === '' || !Number.isSafeInteger(value) || value < least)
    throw new WishesError(`--${name} is a whole number from ${least} on.`)
  return value
}

function refuseUnknown(names: readonly string[]): void {
  const unknown = names.filter((name) => !plantedFaults.some((fault) => fault.name === name))
  if (unknown.length === 0) return
  const all = plantedFaults.map(({ name }) => name).join(', ')
  throw new WishesError(`There is no planted fault ${unknown.join(', ')}. There are: ${all}.`)
}
