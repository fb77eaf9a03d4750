import type { Context } from './context.ts'
import { currentContext, inContext } from './context.ts'

/** A timer of a gateway or of the outside world. */
export interface VirtualTimer {
  dueMs: number
  /** Orders timers that are due at the same instant. */
  place: number
  context: Context | undefined
  run(): void
}

/** Virtual milliseconds since 1970, and the timers that wait for them. Nothing moves by itself. */
export class VirtualTime {
  nowMs: number
  readonly beganAtMs: number
  private readonly timers = new Set<VirtualTimer>()
  private places = 0

  constructor(beganAtMs: number) {
    this.nowMs = beganAtMs
    this.beganAtMs = beganAtMs
  }

  add(delayMs: number, run: () => void): VirtualTimer {
    const wanted = Number.isFinite(delayMs) && delayMs > 1 ? Math.ceil(delayMs) : 1
    const timer = { dueMs: this.nowMs + wanted, place: ++this.places, context: currentContext(), run }
    this.timers.add(timer)
    return timer
  }

  remove(timer: VirtualTimer): void {
    this.timers.delete(timer)
  }

  has(timer: VirtualTimer): boolean {
    return this.timers.has(timer)
  }

  /** Timers of a process that has stopped never fire. */
  removeOf(gateway: string): void {
    for (const timer of this.timers) if (timer.context?.gateway === gateway) this.timers.delete(timer)
  }

  nextDueMs(): number {
    let next = Number.POSITIVE_INFINITY
    for (const { dueMs } of this.timers) if (dueMs < next) next = dueMs
    return next
  }

  /** Fires one timer that is due; false where none is. */
  fireOne(): VirtualTimer | undefined {
    let first: VirtualTimer | undefined
    for (const timer of this.timers) {
      if (timer.dueMs > this.nowMs) continue
      if (!first || timer.dueMs < first.dueMs || (timer.dueMs === first.dueMs && timer.place < first.place))
        first = timer
    }
    if (!first) return undefined
    this.timers.delete(first)
    inContext(first.context, first.run)
    return first
  }

  count(): number {
    return this.timers.size
  }
}
