import { parseArgs } from 'node:util'

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
  /** The name of a planted fault; for measuring the simulator itself. */
  planted: string | undefined
  /** Only says what the arguments mean. */
  help: boolean
}

export const usage = `npm run simulate -- [--seed N] [--runs N] [--events N] [--minutes N] [--workers N]
                   [--twice] [--first] [--trace] [--no-shrink] [--state FILE] [--planted NAME]

Runs the gateway against simulated providers, merchants and operators, one seed after another. Ends with 1 where a run broke
a rule, and prints its seed with the shortest list of acts and decisions that still breaks it.

  --seed N       the first seed (default 1)
  --runs N       how many seeds (default 100)
  --events N     steps with faults in each run (default 200)
  --minutes N    begin no run after so long (default: no limit)
  --workers N    processes, each with a database server of its own (default: one for each core, at most 4)
  --twice        run each seed twice: the traces must be the same
  --first        stop at the first run that breaks a rule
  --trace        print every step
  --no-shrink    do not look for a shorter run
  --state FILE   note the seeds that are done, and do not run them again
  --planted NAME put a known fault into the gateway first

npm run simulate -- planted --help: how well the simulator finds faults that are known`

export class WishesError extends Error {}

export function readWishes(given: readonly string[], cores: number): Wishes {
  const { values } = parse(given)
  const number = (name: 'seed' | 'runs' | 'events' | 'minutes' | 'workers', usual: number, least: number) => {
    const text = values[name]
    if (text === undefined) return usual
    const value = Number(text)
    if (!Number.isSafeInteger(value) || value < least)
      throw new WishesError(`--${name} is a whole number from ${least} on.`)
    return value
  }
  return {
    seed: number('seed', 1, 0),
    runs: number('runs', 100, 1),
    events: number('events', 200, 1),
    minutes: number('minutes', Number.POSITIVE_INFINITY, 1),
    workers: number('workers', Math.max(1, Math.min(4, cores)), 1),
    twice: values.twice ?? false,
    first: values.first ?? false,
    trace: values.trace ?? false,
    shrinkSeconds: values['no-shrink'] ? 0 : 90,
    state: values.state,
    planted: values.planted,
    help: values.help ?? false,
  }
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      options: {
        seed: { type: 'string' },
        runs: { type: 'string' },
        events: { type: 'string' },
        minutes: { type: 'string' },
        workers: { type: 'string' },
        twice: { type: 'boolean' },
        first: { type: 'boolean' },
        trace: { type: 'boolean' },
        'no-shrink': { type: 'boolean' },
        state: { type: 'string' },
        planted: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new WishesError(error instanceof Error ? error.message : String(error))
  }
}
