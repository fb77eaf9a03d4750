import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Told, Wanted } from './worker.ts'

export interface CampaignOptions {
  /** In this order, each once. */
  seeds: readonly number[]
  events: number
  workers: number
  twice: boolean
  trace: boolean
  shrinkSeconds: number
  /** Milliseconds of `performance.now()` after which no run begins. */
  untilMs: number
  /** For each child process: what a planted fault needs. */
  execArgv: readonly string[]
  env: Readonly<Record<string, string>>
  /** Told of each seed, in the order of their ends. False: no run begins any more. */
  told(result: Told): boolean
}

/** Runs seeds in several processes. Rejects where a process dies. Returns whether all seeds were run. */
export async function runCampaign(options: CampaignOptions): Promise<boolean> {
  const left = [...options.seeds]
  const state = { going: true }
  const next = (): Wanted | undefined => {
    if (!state.going || performance.now() > options.untilMs) return undefined
    const seed = left.shift()
    if (seed === undefined) return undefined
    const { events, twice, shrinkSeconds, trace } = options
    return { seed, events, twice, shrinkSeconds, keepLines: trace }
  }
  const workers = Math.min(options.workers, options.seeds.length)
  const children: ChildProcess[] = []
  try {
    await Promise.all(Array.from({ length: workers }, async () => await work(options, { next, state, children })))
  } finally {
    for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
  }
  return left.length === 0
}

interface Shared {
  next(): Wanted | undefined
  state: { going: boolean }
  children: ChildProcess[]
}

async function work(options: CampaignOptions, { next, state, children }: Shared): Promise<void> {
  const program = fileURLToPath(new URL('./worker.js', import.meta.url))
  const child = fork(program, [], {
    execArgv: ['--enable-source-maps', ...options.execArgv],
    env: { ...process.env, ...options.env },
  })
  children.push(child)
  await new Promise<void>((resolve, reject) => {
    let running: Wanted | undefined
    const go = () => {
      running = next()
      child.send(running ?? 'end')
    }
    child.on('message', (result: Told) => {
      if (!options.told(result)) state.going = false
      go()
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (running === undefined) resolve()
      else reject(new Error(`the worker of seed ${running.seed} ended with ${code ?? signal}`))
    })
    go()
  })
}
