import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../../test/support/eventually.ts'
import type { OwnDatabase } from '../own-database.ts'
import type { Random } from '../random.ts'
import { type Deliverers, slots } from './deliverers.ts'
import type { Merchants } from './merchants.ts'

export interface HavocOptions {
  random: Random
  server: OwnDatabase
  deliverers: Deliverers
  merchants: Merchants
  /** Ends of deliverers by SIGKILL. */
  kills: number
  /** Deliverers that stand still until their claims are others', and then go on. */
  pauses: number
  pauseMs: { min: number; max: number }
  databaseCrashes: number
  /** How far the load is, 0 to 1. */
  progress(): number
  /** Whether a breaker was seen open. */
  breakerOpened(): boolean
}

/** When the database was away. Times of this process's monotonic clock, in milliseconds. */
export interface Crash {
  fromMs: number
  toMs: number
}

export interface Havoc {
  kills: number
  pauses: number
  crashes: Crash[]
}

/** While the load is between these, the first merchant's machine is away; longer if its breaker is slow to open. */
const outage = { from: 0.3, to: 0.45 }
const outageMaxMs = 30_000

/** How long an event waits beyond its place in the plan, so that it meets nothing at a fixed moment. */
const chanceMs = { min: 0, max: 300 }

/** Before a process is stopped merchants stall, so that it has much in flight, which it hears of when it goes on. */
const stallMs = 600
/** Until the process stands still for sure. */
const stopMs = 50

/** Kills, pauses and crashes, spread evenly over the load; resolves when all of it has happened and everybody runs. */
export async function wreak(options: HavocOptions): Promise<Havoc> {
  const { random, progress } = options
  const havoc: Havoc = { kills: 0, pauses: 0, crashes: [] }
  let paused: { slot: number; over: Promise<void> } | undefined
  const pause = async () => {
    await paused?.over
    const slot = random.whole(0, slots - 1)
    const endStall = options.merchants.stall()
    await sleep(stallMs)
    const over = options.deliverers.pause(slot, random.whole(options.pauseMs.min, options.pauseMs.max))
    paused = { slot, over: over.finally(() => (paused = undefined)) }
    havoc.pauses++
    await sleep(stopMs)
    endStall()
  }
  const kill = async () => {
    const free = Array.from({ length: slots }, (_, slot) => slot).filter((slot) => slot !== paused?.slot)
    await options.deliverers.kill(random.pick(free))
    havoc.kills++
  }
  const crash = async () => {
    const fromMs = performance.now()
    await options.server.crashAndRestart()
    havoc.crashes.push({ fromMs, toMs: performance.now() })
  }
  const plan = [
    ...spread(options, options.kills, kill),
    ...spread(options, options.pauses, pause),
    ...spread(options, options.databaseCrashes, crash),
  ].sort((a, b) => a.at - b.at)
  const away = merchantAway(options)
  for (const { at, run } of plan) {
    await eventually(() => progress() >= at || undefined, `the load is at ${at}`, outageMaxMs * 10)
    await sleep(random.whole(chanceMs.min, chanceMs.max))
    await run()
  }
  await paused?.over
  await away
  return havoc
}

async function merchantAway({ progress, merchants, breakerOpened }: HavocOptions): Promise<void> {
  await eventually(() => progress() >= outage.from || undefined, 'the outage begins', outageMaxMs * 10)
  const endMs = performance.now() + outageMaxMs
  merchants.outage(true)
  const isOver = () => progress() >= outage.to && (breakerOpened() || performance.now() >= endMs)
  await eventually(() => isOver() || undefined, 'the outage ends', outageMaxMs * 10)
  merchants.outage(false)
}

function spread(
  { random }: HavocOptions,
  count: number,
  run: () => Promise<void>,
): { at: number; run: () => Promise<void> }[] {
  return Array.from({ length: count }, (_, index) => ({ at: (index + random.next()) / (count + 0.5), run }))
}
