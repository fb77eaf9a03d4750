import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Heard, Repeat, Told, Wanted } from './worker.ts'

export interface CampaignOptions {
  /** In this order, each once. */
  seeds: readonly number[]
  events: number
  workers: number
  twice: boolean
  trace: boolean
  shrinkSeconds: number
  /** What each run repeats; undefined: what its seed draws. */
  repeat?: Repeat | undefined
  /** Milliseconds of `performance.now()` after which no run begins. */
  untilMs: number
  /** For each child process: what a planted fault needs. */
  execArgv: readonly string[]
  env: Readonly<Record<string, string>>
  /** Told of each seed, in the order of their ends. False: no run begins any more. */
  told(result: Told): boolean
}

export interface CampaignEnd {
  /** Whether all seeds were run. */
  complete: boolean
  /** What ended it early. */
  signal: NodeJS.Signals | undefined
}

const stopSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/** A child that was told to end has so long for it. */
const endMs = 10_000

/**
 * Runs seeds in several processes. A process that dies in a run is a broken rule of its seed, and another takes over. Rejects
 * where a process does not come to its first run. SIGHUP, SIGINT and SIGTERM end it early. No process is left behind.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignEnd> {
  return await new Campaign(options).whole()
}

/** What is known of one process. */
interface Worker {
  isReady: boolean
  running: Wanted | undefined
  /** What it found in the run that it is shrinking. */
  found: Told | undefined
  /** What it said that it dies of. */
  message: string | undefined
}

class Campaign {
  private readonly options: CampaignOptions
  private readonly left: number[]
  private readonly children = new Set<ChildProcess>()
  private going = true
  /** All processes are being ended: what else is heard of them is no news. */
  private over = false
  private signal: NodeJS.Signals | undefined
  private failure: { error: unknown } | undefined

  constructor(options: CampaignOptions) {
    this.options = options
    this.left = [...options.seeds]
  }

  async whole(): Promise<CampaignEnd> {
    const stop = (signal: NodeJS.Signals) => {
      this.signal ??= signal
      this.end()
    }
    for (const signal of stopSignals) process.on(signal, stop)
    try {
      const workers = Math.min(this.options.workers, this.left.length)
      await Promise.all(Array.from({ length: workers }, async () => await this.keepWorking()))
    } finally {
      for (const signal of stopSignals) process.removeListener(signal, stop)
    }
    if (this.failure) throw this.failure.error
    return { complete: this.left.length === 0 && this.signal === undefined, signal: this.signal }
  }

  /** One process after another, until nothing is left or a process ends in peace. */
  private async keepWorking(): Promise<void> {
    try {
      while (this.isGoing()) {
        if (!(await this.workAndDie())) return
      }
    } catch (error) {
      this.fail(error)
    }
  }

  private isGoing(): boolean {
    return this.going && this.left.length > 0 && performance.now() <= this.options.untilMs
  }

  private next(): Wanted | undefined {
    const seed = this.isGoing() ? this.left.shift() : undefined
    if (seed === undefined) return undefined
    const { events, twice, shrinkSeconds, trace, repeat } = this.options
    return { seed, events, twice, shrinkSeconds, keepLines: trace, repeat }
  }

  /** Whether the process died in a run. */
  private async workAndDie(): Promise<boolean> {
    const { execArgv, env } = this.options
    const child = fork(fileURLToPath(new URL('./worker.js', import.meta.url)), [], {
      execArgv: ['--enable-source-maps', ...execArgv],
      env: { ...process.env, ...env },
    })
    this.children.add(child)
    const worker: Worker = { isReady: false, running: undefined, found: undefined, message: undefined }
    child.on('message', (heard: Heard) => this.hear(child, worker, heard))
    const endedWith = await endOf(child)
    this.children.delete(child)
    const { isReady, running, found, message } = worker
    if (this.over) {
      if (found && !this.failure) this.tell(found)
      return false
    }
    const why = message ?? `it ended with ${endedWith}`
    if (!isReady) throw new Error(`a worker of the simulator did not start: ${why}`)
    if (running === undefined) return false
    this.tell(diedIn(running.seed, found, why))
    return true
  }

  private hear(child: ChildProcess, worker: Worker, heard: Heard): void {
    // Of what it hears after its own end nothing counts.
    if (worker.message !== undefined) return
    if (heard.kind === 'died') worker.message = heard.message
    else if (heard.kind === 'found') worker.found = heard.told
    else {
      worker.isReady = true
      if (heard.kind === 'told') this.tell(heard.told)
      worker.found = undefined
      worker.running = this.next()
      // Where the process is gone, its end says so.
      child.send(worker.running ?? 'end', () => undefined)
    }
  }

  private tell(told: Told): void {
    try {
      if (!this.options.told(told)) this.going = false
    } catch (error) {
      this.fail(error)
    }
  }

  private fail(error: unknown): void {
    this.failure ??= { error }
    this.end()
  }

  private end(): void {
    this.over = true
    this.going = false
    for (const child of this.children) {
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), endMs).unref()
    }
  }
}

/** The code or the signal that the process ended with, after everything that it said was heard. Rejects where it never began. */
async function endOf(child: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    let isSilent = false
    let ended: string | undefined
    const look = () => {
      if (isSilent && ended !== undefined) resolve(ended)
    }
    child.once('error', reject)
    child.once('disconnect', () => {
      isSilent = true
      look()
    })
    child.once('exit', (code, signal) => {
      ended = String(code ?? signal)
      look()
    })
  })
}

function diedIn(seed: number, found: Told | undefined, why: string): Told {
  const nothing: Told = {
    ...{ seed, violations: [], steps: 0, busySteps: 0, seconds: 0, digest: '', counts: {}, sameTwice: undefined },
    ...{ shrunk: undefined, repeat: undefined, lines: undefined, log: [] },
  }
  const told = found ?? nothing
  return { ...told, violations: [...told.violations, { rule: 'worker-died', what: why }] }
}
