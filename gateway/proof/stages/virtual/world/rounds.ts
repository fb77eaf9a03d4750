import type pg from 'pg'
import { present } from '../../../../src/core/values/assert.ts'
import { newContext } from '../engine/context.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import type { VirtualTime } from '../engine/virtual-time.ts'
import type { Chance } from '../parts.ts'
import { dueInstants } from './due-instants.ts'
import type { Gateways, RunningGateway } from './gateways.ts'

/** A loop that found nothing looks again after this time, as loops do. */
const idleMs = 500

/** One that was called in vain so often looks less often: it may wait for a budget of a minute. */
const vainRoundsMax = 40
const longIdleMs = 60_000

const hourMs = 3_600_000

export interface RoundsOptions {
  db: pg.Client
  scheduler: Scheduler
  time: VirtualTime
  gateways: Gateways
  chance(name: string): Chance
  decide(name: string, usual: 'one', others: { both: number }): 'one' | 'both'
  setTime(): Promise<void>
}

interface RunningRound {
  name: string
  sinceMs: number
}

/** Loops that look although nothing is due; callbacks more often, because they wait for each other. */
const idleLoops: readonly string[] = [
  ...['callbacks', 'callbacks', 'callbacks', 'announce', 'inquire', 'lateExecutions', 'expire', 'approvals'],
  ...['release', 'notifications', 'endpoints', 'endpointCare'],
]

/** How often a loop looks in a pause in which nothing is due, and between the steps of others. */
const idleInPause = { busy: 0.4, quiet: 0.12 } as const
const idleBetween = 0.1
/** Shorter pauses are over before anybody looks. Virtual milliseconds. */
const idlePauseMs = 10

/**
 * Calls the loops of the gateways where the database says that they would find work, and now and then one that should
 * find none: whoever claims too much is seen only where nothing is due.
 */
export class Rounds {
  private readonly options: RoundsOptions
  private readonly running = new Map<string, RunningRound>()
  private readonly restingUntilMs = new Map<string, number>()
  private readonly vain = new Map<string, number>()
  private readonly counts = new Map<string, number>()
  /** What rounds threw: loops survive it, and so does a run. */
  private readonly thrown: { what: string; atMs: number; isOfCode: boolean }[] = []

  constructor(options: RoundsOptions) {
    this.options = options
  }

  /** Offers rounds for what is due now. Says how many, and when something is due next, for which loop. */
  async offer(): Promise<{ offered: number; nextMs: number; nextLoop: string | undefined }> {
    const { db, time, gateways } = this.options
    await this.options.setTime()
    const due = await dueInstants(db)
    let offered = 0
    let nextMs = Number.POSITIVE_INFINITY
    let nextLoop: string | undefined
    for (const { loop, atMs } of due) {
      if (atMs > time.nowMs) {
        if (atMs < nextMs) nextLoop = loop
        nextMs = Math.min(nextMs, atMs)
        continue
      }
      const free = gateways.alive().filter(({ name }) => !this.running.has(`${name}.${loop}`))
      const ready = free.filter(({ name }) => (this.restingUntilMs.get(`${name}.${loop}`) ?? 0) <= time.nowMs)
      for (const each of this.chosen(loop, ready)) {
        this.begin(loop, each)
        offered += 1
      }
      if (ready.length === 0) {
        for (const { name } of free) nextMs = Math.min(nextMs, this.restingUntilMs.get(`${name}.${loop}`) ?? 0)
      }
    }
    return { offered, nextMs, nextLoop }
  }

  /** By chance a loop looks between the steps of others. `place`: the step. */
  lookBetween(place: number): void {
    const chance = this.options.chance(`idle-between/${place}`)
    if (chance.bool(idleBetween)) this.look(chance, undefined)
  }

  /** By chance a loop looks before `untilMs`, when something is due next: then time is at that instant. */
  lookBefore(untilMs: number, nextLoop: string | undefined, part: 'busy' | 'quiet'): boolean {
    const { time } = this.options
    const pauseMs = Math.min(untilMs - time.nowMs, hourMs)
    const chance = this.options.chance(`idle-in-pause/${time.nowMs}`)
    if (pauseMs < idlePauseMs || !chance.bool(idleInPause[part])) return false
    const atMs = time.nowMs + Math.max(1, Math.floor(pauseMs * chance.pick([0.05, 0.3, 0.6, 0.9, 0.999])))
    return this.look(chance, nextLoop, atMs)
  }

  private look(chance: Chance, likely: string | undefined, atMs = this.options.time.nowMs): boolean {
    const loop = likely !== undefined && chance.bool(0.4) ? likely : chance.pick(idleLoops)
    const free = this.options.gateways.alive().filter(({ name }) => !this.running.has(`${name}.${loop}`))
    if (free.length === 0) return false
    this.options.time.nowMs = atMs
    this.begin(loop, chance.pick(free), true)
    return true
  }

  private chosen(loop: string, ready: readonly RunningGateway[]): readonly RunningGateway[] {
    if (ready.length === 0) return []
    const count = (this.counts.get(loop) ?? 0) + 1
    this.counts.set(loop, count)
    const first = this.options.chance(`round/${loop}-${count}`).pick(ready)
    const both = ready.length > 1 && this.options.decide(`${loop}-${count}/both`, 'one', { both: 0.25 }) === 'both'
    return both ? ready : [first]
  }

  private begin(loop: string, { name, gateway }: RunningGateway, isIdle = false): void {
    const key = `${name}.${loop}`
    const count = (this.counts.get(key) ?? 0) + 1
    this.counts.set(key, count)
    const round = `${key}-${count}`
    const { time } = this.options
    this.running.set(key, { name: round, sinceMs: time.nowMs })
    this.options.scheduler.later({
      name: round,
      afterMs: 0,
      context: newContext(name, round),
      run: () => {
        present(gateway.rounds[loop], `the loop ${loop}`)().then(
          (handled) => this.ended(key, handled, isIdle),
          (error: unknown) => {
            this.thrown.push({ what: `${round}: ${String(error)}`, atMs: time.nowMs, isOfCode: isOfCode(error) })
            this.ended(key, 0, isIdle)
          },
        )
      },
    })
  }

  private ended(key: string, handled: number, isIdle: boolean): void {
    this.running.delete(key)
    if (isIdle) return
    const vain = handled > 0 ? 0 : (this.vain.get(key) ?? 0) + 1
    this.vain.set(key, vain)
    if (handled > 0) return
    this.restingUntilMs.set(key, this.options.time.nowMs + (vain > vainRoundsMax ? longIdleMs : idleMs))
  }

  /** Its process is gone. */
  forget(gateway: string): void {
    for (const key of this.running.keys()) if (key.startsWith(`${gateway}.`)) this.running.delete(key)
  }

  /** What rounds threw that no fault explains: errors of the code itself, and all since then. */
  broken(calmSinceMs: number): string[] {
    return this.thrown.filter(({ atMs, isOfCode: ofCode }) => ofCode || atMs > calmSinceMs).map(({ what }) => what)
  }

  /** Rounds that have been running for longer than this. */
  hanging(longerThanMs: number): string[] {
    const { nowMs } = this.options.time
    return [...this.running.values()].filter(({ sinceMs }) => nowMs - sinceMs > longerThanMs).map(({ name }) => name)
  }
}

function isOfCode(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) return true
  return error instanceof Error && error.message.startsWith('Bug!')
}
