import { type Context, inContext } from './context.ts'
import type { Sessions } from './sessions.ts'
import { connectionReset, SimulatedStream, type Statement, type StreamHost } from './simulated-stream.ts'
import { answerBytes, type Trace, unitBytes } from './trace.ts'
import { pendingImmediates, real } from './virtual-globals.ts'
import type { VirtualTime } from './virtual-time.ts'
import { shortText } from './wire.ts'

/** Something that may happen next. */
interface Item {
  name: string
  /** Not before so many steps were made, unless nothing else is left to do at this instant. */
  fromStep: number
  /** Not before this virtual instant. */
  dueMs: number
  context: Context | undefined
  /** What the trace says besides the name. */
  detail: string
  bytes: string
  run(): Promise<void> | void
}

/** What may befall an item instead of its happening. */
export const troubles = ['held a moment', 'held for long', 'lost', 'silent', 'stopped'] as const

export type Fate = 'go' | (typeof troubles)[number]

export function isTrouble(choice: string): boolean {
  return troubles.some((trouble) => trouble === choice)
}

export interface FatedItem {
  name: string
  kind: 'connect' | 'statement' | 'answer' | 'event'
  /** Which gateway may stop at it. */
  gateway: string | undefined
  /** The request, round or act that it belongs to. */
  task: string
  /** By what the probability of trouble is multiplied: ends of transactions, and what is written of an outside answer. */
  weight: number
  /** It is the answer to a COMMIT; `group`: of what several requests had written together. */
  ofCommit: false | 'single' | 'group'
}

const weights = { usual: 1, commit: 4, heard: 6 } as const

export interface SchedulerOptions {
  sessions: Sessions
  time: VirtualTime
  trace: Trace
  fate(item: FatedItem): Fate
  /** How many steps, or virtual milliseconds, an item is held. */
  holdSteps(name: string): number
  holdMs(name: string): number
  /** A decision says that this gateway ends here, as by `kill -9`. */
  stopGateway(gateway: string): Promise<void>
  isStopped(gateway: string): boolean
  /** The server ended a session or a statement that had done nothing since then. */
  serverEnded(what: string, sinceMs: number): void
}

/** A server ends sessions that idle inside a transaction, and statements that wait, after so long. */
const serverLimitMs = 15_000

/** Statements take time: what is due a moment later begins beside them. */
const stepsPerMs = 3

/** An array of two ids or more, as the driver sends it. */
const severalRows = /\{"?[0-9a-f]{8}-[0-9a-f-]{27}"?,"?[0-9a-f]{8}-/

/** Turns of the event loop without anything to do after which a step is over. */
const quietTurns = 3

/**
 * Releases one thing at a time: a connection, a statement, an answer, a timer, an event outside. Each step ends when every
 * statement that was sent has its answer or waits for a lock, and no code of a gateway has anything left to do.
 */
export class Scheduler implements StreamHost {
  readonly streams = new Set<SimulatedStream>()
  private readonly items: Item[] = []
  private readonly options: SchedulerOptions
  /** Waiting for a lock, in the order in which they began to wait. */
  private readonly blocked = new Map<SimulatedStream, { statement: Statement; sinceMs: number }>()
  private readonly idleSinceMs = new Map<SimulatedStream, number>()
  /** Whose open transaction writes for several at once. */
  private readonly ofGroups = new WeakSet<SimulatedStream>()
  private ending: SimulatedStream[] = []
  private connections = 0
  /** Which gateway a session of the server served. */
  private readonly served = new Map<number, string>()

  constructor(options: SchedulerOptions) {
    this.options = options
  }

  /** For `startGateway`: one for each connection that the driver makes. */
  newStream(gateway: string): SimulatedStream {
    this.connections += 1
    const stream = new SimulatedStream(this, `${gateway}/c${this.connections}`)
    this.streams.add(stream)
    return stream
  }

  /** By the server's process id; undefined: a session of nobody's here. */
  gatewayOf(pid: number): string | undefined {
    return this.served.get(pid)
  }

  /** Adds something that happens outside, at the earliest after so many milliseconds. */
  later(event: {
    name: string
    afterMs: number
    context: Context | undefined
    /** The gateway that called and waits: it may stop just before this happens, which then happens all the same. */
    caller?: Context | undefined
    run(): void | Promise<void>
  }): void {
    this.offer({ ...event, kind: 'event', detail: '', bytes: '' })
  }

  private offer(given: {
    name: string
    kind: 'connect' | 'statement' | 'answer' | 'event'
    afterMs?: number
    context: Context | undefined
    caller?: Context | undefined
    weight?: number
    ofCommit?: FatedItem['ofCommit']
    detail: string
    bytes: string
    run(): void | Promise<void>
    lost?(): Promise<void>
    silent?(): void
  }): void {
    const { name, kind, context, detail, bytes } = given
    if (context?.gateway !== undefined && this.options.isStopped(context.gateway)) return
    const gateway = context?.gateway ?? given.caller?.gateway
    const fate = this.options.fate({
      ...{ name, kind, gateway, task: context?.task ?? name, weight: given.weight ?? weights.usual },
      ofCommit: given.ofCommit ?? false,
    })
    const { time, trace } = this.options
    const item: Item = {
      ...{ name, context, detail, bytes, run: given.run },
      fromStep: fate === 'held a moment' ? trace.steps + this.options.holdSteps(name) : 0,
      dueMs: time.nowMs + (given.afterMs ?? 0) + (fate === 'held for long' ? this.options.holdMs(name) : 0),
    }
    if (fate === 'lost' && given.lost) Object.assign(item, { detail: `LOST ${detail}`, run: given.lost })
    if (fate === 'silent' && given.silent) Object.assign(item, { detail: `SILENT ${detail}`, run: given.silent })
    if (fate === 'stopped' && gateway !== undefined) {
      Object.assign(item, {
        detail: `STOP ${detail}`,
        run: async () => {
          await this.options.stopGateway(gateway)
          if (context?.gateway === undefined) await given.run()
        },
      })
    }
    this.items.push(item)
  }

  connecting(stream: SimulatedStream): void {
    const context = stream.context
    this.offer({
      name: stream.name,
      kind: 'connect',
      context,
      detail: 'connect',
      bytes: '',
      run: async () => {
        await stream.open()
        this.served.set(stream.pid, stream.name.split('/')[0] ?? '')
        stream.deliver(context)
        await this.settle()
      },
    })
  }

  stated(stream: SimulatedStream, statement: Statement): void {
    if (stream.deaf) return
    this.idleSinceMs.delete(stream)
    const { context, unit, name } = statement
    if (unit.text === 'begin') this.ofGroups.delete(stream)
    else if (severalRows.test(unit.bytes.toString('latin1'))) this.ofGroups.add(stream)
    this.offer({
      ...{ name, kind: 'statement', context, detail: `→ ${shortText(unit.text)}`, bytes: unitBytes(unit) },
      weight: weightOf(statement),
      run: async () => {
        if (stream.state !== 'open') return
        await this.options.sessions.setTime(this.options.time.nowMs)
        stream.send()
        await this.answeredOrBlocked(stream, statement)
      },
      lost: async () => {
        if (stream.state === 'open') await this.cut(stream)
      },
      silent: () => {
        stream.deaf = true
        if (stream.session !== 'I') this.idleSinceMs.set(stream, this.options.time.nowMs)
      },
    })
  }

  private async answeredOrBlocked(stream: SimulatedStream, statement: Statement): Promise<void> {
    const state = await this.options.sessions.answeredOrBlocked(stream)
    if (state === 'blocked') {
      if (!this.blocked.has(stream)) this.blocked.set(stream, { statement, sinceMs: this.options.time.nowMs })
      this.note(`${statement.name} waits for a lock`)
      return
    }
    this.blocked.delete(stream)
    this.answered(stream, statement)
  }

  private answered(stream: SimulatedStream, { name, unit, context }: Statement): void {
    if (stream.state !== 'open') return
    const bytes = stream.answer ? answerBytes(unit, stream.answer) : ''
    if (stream.session !== 'I') this.idleSinceMs.set(stream, this.options.time.nowMs)
    this.offer({
      weight: unit.text === 'commit' ? weights.commit : weights.usual,
      ofCommit: unit.text !== 'commit' ? false : this.ofGroups.has(stream) ? 'group' : 'single',
      ...{ name: `${name}.a`, kind: 'answer', context, detail: `← ${shortText(unit.text).slice(0, 24)}`, bytes },
      run: async () => {
        stream.deliver(context)
        await this.settle()
      },
      lost: async () => await this.cut(stream),
      silent: () => {
        stream.answer = undefined
        stream.deaf = true
      },
    })
  }

  /** The connection is reset: the client hears it at once, the server's session ends. */
  private async cut(stream: SimulatedStream): Promise<void> {
    stream.break(connectionReset())
    await this.endSession(stream)
    await this.settle()
  }

  closing(stream: SimulatedStream): void {
    if (stream.state === 'closed') return
    this.ending.push(stream)
    stream.break(undefined)
  }

  async endSession(stream: SimulatedStream): Promise<void> {
    this.streams.delete(stream)
    this.blocked.delete(stream)
    this.idleSinceMs.delete(stream)
    stream.closeSocket()
    await this.options.sessions.end(stream)
  }

  /** What a stopped gateway wanted does not happen any more. */
  async forget(gateway: string): Promise<void> {
    for (let at = this.items.length - 1; at >= 0; at--) {
      if (this.items[at]?.context?.gateway === gateway) this.items.splice(at, 1)
    }
    this.options.time.removeOf(gateway)
    for (const stream of [...this.streams]) {
      if (!stream.name.startsWith(`${gateway}/`)) continue
      stream.muted = true
      await this.endSession(stream)
    }
  }

  /** Lets one thing happen at this instant; false where nothing is left to do. */
  async step(): Promise<boolean> {
    const { time, trace } = this.options
    const item = this.next()
    if (!item) return await this.fireTimer()
    trace.steps += 1
    if (trace.steps % stepsPerMs === 0) time.nowMs += 1
    trace.add(time.nowMs, item.name, item.detail, item.bytes)
    await inContext(item.context, async () => await item.run())
    await this.afterStep()
    return true
  }

  private async fireTimer(): Promise<boolean> {
    const { time, trace } = this.options
    const fired = time.fireOne()
    if (!fired) return await this.enforceServerLimits()
    trace.steps += 1
    trace.add(time.nowMs, `timer of ${fired.context?.task ?? 'nobody'}`)
    await this.afterStep()
    return true
  }

  private async afterStep(): Promise<void> {
    await this.settle()
    while (this.ending.length > 0) {
      const [stream, ...others] = this.ending
      this.ending = others
      if (stream) await this.endSession(stream)
    }
    await this.notifyGranted()
  }

  private next(): Item | undefined {
    const { time, trace } = this.options
    let held: Item | undefined
    for (const item of this.items) {
      if (item.dueMs > time.nowMs) continue
      if (item.fromStep <= trace.steps) return this.take(item)
      if (!held || item.fromStep < held.fromStep) held = item
    }
    // A timer that is due comes before what is only waiting for its turn.
    return held && time.nextDueMs() > time.nowMs ? this.take(held) : undefined
  }

  private take(item: Item): Item {
    this.items.splice(this.items.indexOf(item), 1)
    return item
  }

  /** Sessions that were given their lock go on, one by one, in the order in which they began to wait. */
  private async notifyGranted(): Promise<void> {
    while (this.blocked.size > 0) {
      const granted = await this.options.sessions.granted([...this.blocked.keys()])
      const first = granted[0]
      const waiting = first && this.blocked.get(first)
      if (!first || !waiting) return
      this.note(`${waiting.statement.name} got its lock`)
      // A statement keeps the time of its beginning, however long it waited.
      await this.options.sessions.setTime(waiting.sinceMs)
      this.options.sessions.resume(first)
      await this.answeredOrBlocked(first, waiting.statement)
    }
  }

  /** What the server does to sessions that hold up others for too long, in virtual time. */
  private async enforceServerLimits(): Promise<boolean> {
    const { time, sessions } = this.options
    for (const [stream, { sinceMs, statement }] of this.blocked) {
      if (time.nowMs - sinceMs < serverLimitMs) continue
      this.ended(`${statement.name} waited too long`, sinceMs)
      sessions.resume(stream)
      await sessions.cancel(stream)
      await this.answeredOrBlocked(stream, statement)
      await this.afterStep()
      return true
    }
    for (const [stream, sinceMs] of this.idleSinceMs) {
      if (time.nowMs - sinceMs < serverLimitMs) continue
      this.ended(`${stream.name} idled in a transaction`, sinceMs)
      // Over a connection that has fallen silent the client does not hear of it.
      if (stream.deaf) {
        this.idleSinceMs.delete(stream)
        await this.options.sessions.end(stream)
      } else await this.cut(stream)
      await this.afterStep()
      return true
    }
    return false
  }

  /** The next virtual instant at which something here is due; infinite where nothing is. */
  nextDueMs(): number {
    let next = this.options.time.nextDueMs()
    for (const { dueMs } of this.items) next = Math.min(next, dueMs)
    for (const { sinceMs } of this.blocked.values()) next = Math.min(next, sinceMs + serverLimitMs)
    for (const sinceMs of this.idleSinceMs.values()) next = Math.min(next, sinceMs + serverLimitMs)
    return next
  }

  /** Names of statements that wait for each other in a circle; undefined where none do. */
  async deadlock(): Promise<string | undefined> {
    if (this.blocked.size < 2) return undefined
    const circle = await this.options.sessions.circle([...this.blocked.keys()])
    return circle?.map((stream) => this.blocked.get(stream)?.statement.name ?? stream.name).join(', ')
  }

  /** Waits until no code of a gateway can go on by itself. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      await new Promise<void>((resolve) => real.setImmediate(() => resolve()))
      if (pendingImmediates() > 0) quiet = -1
    }
  }

  private ended(what: string, sinceMs: number): void {
    this.note(what)
    this.options.serverEnded(what, sinceMs)
  }

  private note(what: string): void {
    this.options.trace.add(this.options.time.nowMs, what)
  }
}

/** Asks once: what is written after the first statement behind an outside answer is as usual again. */
function weightOf({ unit, context }: Statement): number {
  if (context?.heard) {
    context.heard = false
    return weights.heard
  }
  return unit.text === 'commit' ? weights.commit : weights.usual
}
