import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gatewayRoot } from '../../../../test/support/processes.ts'
import type { DelivererSettings } from './deliverer.ts'

/** From start to end of one process. Times are those of this process's monotonic clock, in milliseconds. */
export interface Life {
  name: string
  killedMs: number | undefined
  /** It stood still, alive, and went on. */
  pauses: { fromMs: number; toMs: number }[]
}

export interface Deliverers {
  /** Every process that ever ran, by the name that it sends as its version. */
  lives: ReadonlyMap<string, Life>
  /** Processes that ended though nobody ended them. */
  crashes: readonly string[]
  /** Ends one by SIGKILL, whatever it is doing, and starts its successor. */
  kill(slot: number): Promise<void>
  /** Stops the clock of one, as a machine does that is moved or starved, and lets it go on. */
  pause(slot: number, forMs: number): Promise<void>
  stop(): Promise<void>
}

/** How many deliver side by side. */
export const slots = 3

/** How long one may take to start on a machine that does much else. */
const startMaxMs = 60_000

interface Running {
  child: ChildProcess
  life: Life
}

/** Starts delivering processes; `settings` without the name, which every life gets a new one of. */
export async function startDeliverers(label: string, settings: Omit<DelivererSettings, 'name'>): Promise<Deliverers> {
  const lives = new Map<string, Life>()
  const crashes: string[] = []
  const running: Running[] = []
  const expected = new Set<ChildProcess>()
  const atExit = () => {
    for (const { child } of running) child.kill('SIGKILL')
  }
  process.once('exit', atExit)
  const start = async (slot: number) => {
    const life: Life = { name: `${label}.${slot}.${lives.size + 1}`, killedMs: undefined, pauses: [] }
    lives.set(life.name, life)
    const child = launch({ ...settings, name: life.name })
    running[slot] = { child, life }
    child.once('exit', (code, signal) => {
      if (!expected.has(child)) crashes.push(`${life.name} ended by itself with ${code ?? signal}`)
    })
    await ready(child)
  }
  const end = async (slot: number) => {
    const one = running[slot]
    if (!one) return
    expected.add(one.child)
    await killed(one.child)
    one.life.killedMs = performance.now()
  }
  await Promise.all(Array.from({ length: slots }, async (_, slot) => await start(slot)))
  return {
    lives,
    crashes,
    kill: async (slot) => {
      await end(slot)
      await start(slot)
    },
    pause: async (slot, forMs) => {
      const one = running[slot]
      if (!one) return
      const pause = { fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY }
      one.life.pauses.push(pause)
      one.child.kill('SIGSTOP')
      await sleep(forMs)
      one.child.kill('SIGCONT')
      pause.toMs = performance.now()
    },
    stop: async () => {
      process.off('exit', atExit)
      await Promise.all(running.map(async (_, slot) => await end(slot)))
    },
  }
}

function launch(settings: DelivererSettings): ChildProcess {
  const here = dirname(fileURLToPath(import.meta.url))
  const compiled = here.includes(join('dist', 'proof'))
  const program = compiled ? [join(here, 'deliverer.js')] : ['--import', 'tsx', join(here, 'deliverer.ts')]
  return spawn(process.execPath, program, {
    cwd: gatewayRoot,
    env: { PATH: process.env['PATH'], CALLBACK_DELIVERER: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

async function ready(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('a delivering process does not start')), startMaxMs)
    const over = () => {
      clearTimeout(timer)
      resolve()
    }
    child.once('message', over)
    // Who ended it says so.
    child.once('exit', over)
  })
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGKILL')
  await gone
}
