import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import { takeRandomBytesFrom } from '../../../../src/core/platform/random.ts'
import { hashText, numbersFrom } from './chance.ts'
import { currentContext } from './context.ts'
import type { VirtualTime, VirtualTimer } from './virtual-time.ts'

/** The machine's own functions, for the simulator itself. Taken before anything is replaced. */
export const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  nowMs: performance.now.bind(performance),
} as const

/** What the replaced functions work on: set anew for each run. */
interface Installed {
  time: VirtualTime
  seed: number
}

let installed: Installed | undefined
let isInstalled = false
let immediates = 0

/** Real milliseconds of the machine. */
export async function realPause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => real.setTimeout(() => resolve(), ms))
}

/** How many immediates of gateways wait: while there are any, a step is not over. */
export function pendingImmediates(): number {
  return immediates
}

/**
 * From now on this process asks `time` for every instant and every timer, and `seed` for everything random. Draws depend
 * on the task that asks and on how many it drew before, so that one task more does not change those of another.
 */
export function useVirtual(time: VirtualTime, seed: number): void {
  installed = { time, seed }
  if (isInstalled) return
  isInstalled = true
  replaceTime()
  replaceTimers()
  replaceChance()
  syncBuiltinESMExports()
}

function present(): Installed {
  if (!installed) throw new Error('Bug! no virtual time')
  return installed
}

function replaceTime(): void {
  Date.now = () => present().time.nowMs
  performance.now = () => present().time.nowMs - present().time.beganAtMs
}

class Handle {
  private timer: VirtualTimer | undefined
  private readonly delayMs: number
  private readonly run: () => void
  private readonly repeats: boolean

  constructor(delayMs: number, run: () => void, repeats: boolean) {
    this.delayMs = delayMs
    this.run = run
    this.repeats = repeats
    this.refresh()
  }

  refresh(): this {
    this.close()
    this.timer = present().time.add(this.delayMs, () => {
      if (this.repeats) this.refresh()
      this.run()
    })
    return this
  }

  close(): this {
    if (this.timer) present().time.remove(this.timer)
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }

  [Symbol.toPrimitive](): number {
    return 0
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

type Work = (...values: unknown[]) => void

function replaceTimers(): void {
  const setTimer = (run: Work, ms = 1, ...values: unknown[]) => new Handle(ms, () => run(...values), false)
  const setRepeating = (run: Work, ms = 1, ...values: unknown[]) => new Handle(ms, () => run(...values), true)
  const clear = (handle: unknown) => {
    if (handle instanceof Handle) handle.close()
  }
  const immediate = (run: Work, ...values: unknown[]) => {
    const context = currentContext()
    const owner = present()
    immediates += 1
    const handle = real.setImmediate(() => {
      immediates -= 1
      if (owner === installed && !isMuted(context?.gateway)) run(...values)
    })
    return handle
  }
  const functions = {
    setTimeout: setTimer,
    setInterval: setRepeating,
    clearTimeout: clear,
    clearInterval: clear,
    setImmediate: immediate,
  }
  Object.assign(globalThis, functions)
  Object.assign(timers, functions)
  Object.assign(timersPromises, {
    setTimeout: async (ms: number, value: unknown) => await new Promise((done) => setTimer(() => done(value), ms)),
    setImmediate: async (value: unknown) => await new Promise((done) => immediate(() => done(value))),
  })
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    setTimer(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms)
    return controller.signal
  }
}

let muted: ReadonlySet<string> = new Set()

/** Immediates of these gateways are dropped: they have stopped. */
export function muteImmediates(gateways: ReadonlySet<string>): void {
  muted = gateways
}

function isMuted(gateway: string | undefined): boolean {
  return gateway !== undefined && muted.has(gateway)
}

/** A stream of numbers in [0, 1) for whoever draws now. */
function draws(): () => number {
  const context = currentContext()
  if (!context) return numbersFrom(hashText(`${present().seed}/nobody/${present().time.nowMs}/${++drawnByNobody}`))
  context.drawn += 1
  return numbersFrom(hashText(`${present().seed}/${context.task}/${context.drawn}`))
}

let drawnByNobody = 0

/** Before each run: what nobody in particular draws begins anew. */
export function resetDraws(): void {
  drawnByNobody = 0
}

function fill(bytes: Uint8Array): void {
  const next = draws()
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(next() * 256)
}

function replaceChance(): void {
  Math.random = () => draws()()
  const randomInt = (low: number, high?: number) => {
    const [from, below] = high === undefined ? [0, low] : [low, high]
    return from + Math.floor(draws()() * (below - from))
  }
  const randomBytes = (size: number) => {
    const bytes = Buffer.alloc(size)
    fill(bytes)
    return bytes
  }
  const randomFillSync = (target: NodeJS.ArrayBufferView) => {
    fill(new Uint8Array(target.buffer, target.byteOffset, target.byteLength))
    return target
  }
  const randomUUID = () => {
    const hex = randomBytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  takeRandomBytesFrom(randomBytes)
  // A thread of the machine would end at an instant of its own.
  const digest = async (_: string, data: Uint8Array) =>
    await Promise.resolve(new Uint8Array(crypto.createHash('sha256').update(data).digest()).buffer)
  Object.defineProperty(crypto.subtle, 'digest', { value: digest })
  Object.assign(crypto, { randomInt, randomBytes, randomFillSync, randomUUID })
}
