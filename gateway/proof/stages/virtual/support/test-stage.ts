import { chanceOf } from '../engine/chance.ts'
import type { SimulatedReply, SimulatedRequest, Stage } from '../parts.ts'

interface Due {
  name: string
  atMs: number
  run(): void
}

/** A stage without gateways: events happen by time, then in the order in which they were asked for. */
export class TestStage implements Stage {
  readonly decisions: string[] = []
  readonly events: string[] = []
  readonly requests: { name: string; atMs: number; request: SimulatedRequest }[] = []
  /** What `request` answers. */
  reply: (name: string) => SimulatedReply = () => ({ kind: 'reply', status: 200, body: '{}' })
  taskName = 'payout-1'
  readonly #seed: number
  readonly #scripted: Readonly<Record<string, string>> | undefined
  readonly #queue: Due[] = []
  #nowMs = Date.UTC(2026, 0, 1)

  /** With a script, only what it names is not usual; with a seed, everything is drawn. */
  constructor(options: { seed: number } | { script: Readonly<Record<string, string>> }) {
    this.#seed = 'seed' in options ? options.seed : 1
    this.#scripted = 'script' in options ? options.script : undefined
  }

  nowMs(): number {
    return this.#nowMs
  }

  chance(name: string) {
    return chanceOf(this.#seed, name)
  }

  decide<Usual extends string, Other extends string>(
    name: string,
    usual: Usual,
    others: Readonly<Partial<Record<Other, number>>>,
  ): Usual | Other {
    const drawn = this.#scripted ? (this.#scripted[name] ?? usual) : this.#draw(name, usual, others)
    this.decisions.push(`${name}: ${drawn}`)
    if (drawn !== usual && !Object.hasOwn(others, drawn)) throw new Error(`${name} cannot be ${drawn}`)
    return drawn as Usual | Other
  }

  #draw(name: string, usual: string, others: Readonly<Record<string, number | undefined>>): string {
    // Troubles that are rare in a run are common here.
    const chance = chanceOf(this.#seed, name)
    const found = Object.entries(others).find(([, probability]) => chance.bool(Math.min(0.15, 3 * (probability ?? 0))))
    return found?.[0] ?? usual
  }

  task(): string {
    return this.taskName
  }

  gateway(): string | undefined {
    return undefined
  }

  later({ name, afterMs, run }: { name: string; afterMs: number; run(): void }): void {
    this.#queue.push({ name, atMs: this.#nowMs + afterMs, run })
  }

  async request(name: string, request: SimulatedRequest): Promise<SimulatedReply> {
    this.requests.push({ name, atMs: this.#nowMs, request })
    return await Promise.resolve(this.reply(name))
  }

  async operate<T>(): Promise<{ kind: 'done'; value: T } | { kind: 'broken' }> {
    return await Promise.resolve({ kind: 'broken' })
  }

  /** Lets everything happen that is due within this time. Time then stands at its end. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms
    for (;;) {
      await settle()
      const due = this.#queue.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (!due) break
      this.#queue.splice(this.#queue.indexOf(due), 1)
      this.#nowMs = Math.max(this.#nowMs, due.atMs)
      this.events.push(due.name)
      due.run()
    }
    this.#nowMs = untilMs
  }
}

/** Lets the promises that were settled be heard. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}
