import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { withPlanted } from './planted/faults.ts'
import type { Heard, Told, Wanted } from './worker.ts'

export interface SeedsWanted extends Omit<Wanted, 'seed'> {
  first: number
  runs: number
  /** Processes, each with a database server of its own. */
  workers: number
  /** Milliseconds of `performance.now()` after which no run begins. */
  untilMs: number
  /** The name of the fault that the gateways have; undefined: none. */
  planted: string | undefined
  /** Told of each seed, in the order of their ends. False: no run begins any more. */
  told(result: Told): boolean
}

/**
 * Runs one seed after another. A process that dies in a run is a broken rule of its seed, and another takes over. Rejects
 * where a process does not come to its first run. Workers end with this process.
 */
export async function runSeeds(wanted: SeedsWanted): Promise<void> {
  const { first, runs, workers, untilMs } = wanted
  let seed = first
  let going = true
  const isGoing = () => going && seed < first + runs && performance.now() <= untilMs
  const next = () => (isGoing() ? seed++ : undefined)
  const told = (result: Told) => {
    if (!wanted.told(result)) going = false
  }
  const work = async () => {
    try {
      while (isGoing()) await runWorker(wanted, next, told)
    } finally {
      going = false
    }
  }
  await Promise.all(Array.from({ length: Math.min(workers, runs) }, work))
}

/** One process, until no seed is left or it dies in a run. */
async function runWorker(
  { planted, events, twice, shrinkSeconds, keepLines }: SeedsWanted,
  next: () => number | undefined,
  told: (result: Told) => void,
): Promise<void> {
  const { execArgv, env } = planted === undefined ? { execArgv: [], env: {} } : withPlanted(planted)
  const child = fork(fileURLToPath(new URL('./worker.js', import.meta.url)), [], {
    execArgv: ['--enable-source-maps', ...execArgv],
    env: { ...process.env, ...env },
  })
  let isReady = false
  let running: number | undefined
  let message: string | undefined
  child.on('message', (heard: Heard) => {
    // Of what it says after its own end nothing counts.
    if (message !== undefined) return
    if (heard.kind === 'died') {
      message = heard.message
      return
    }
    isReady = true
    if (heard.kind === 'told') told(heard.told)
    running = next()
    // Where the process is gone, its end says so.
    child.send(
      running === undefined ? 'end' : { seed: running, events, twice, shrinkSeconds, keepLines },
      () => undefined,
    )
  })
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  const why = message ?? `it ended with ${code ?? signal}`
  if (!isReady) throw new Error(`a worker of the simulator did not start: ${why}`)
  if (running !== undefined) told(diedIn(running, why))
}

function diedIn(seed: number, what: string): Told {
  return {
    ...{
      seed,
      violations: [{ rule: 'worker-died', what }],
      steps: 0,
      busySteps: 0,
      seconds: 0,
      digest: '',
      counts: {},
    },
    ...{ sameTwice: undefined, shrunk: undefined, lines: undefined, log: [] },
  }
}
