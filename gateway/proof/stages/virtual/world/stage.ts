import type { Deps } from '../../../../src/extras/deps.ts'
import { chanceOf } from '../engine/chance.ts'
import { currentContext, inContext, newContext } from '../engine/context.ts'
import type { Decider } from '../engine/decisions.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import type { VirtualTime } from '../engine/virtual-time.ts'
import type { Chance, SimulatedReply, SimulatedRequest, Stage } from '../parts.ts'
import type { Gateways, RunningGateway } from './gateways.ts'

export interface StageOptions {
  seed: number
  time: VirtualTime
  scheduler: Scheduler
  decider: Decider
  gateways: Gateways
  /** For readers of the trace. */
  say(what: string): void
}

/** How many acts keep to one gateway. */
const together = 0.4

interface OpenCall {
  name: string
  gateway: string
  sinceMs: number
  broken(): void
}

/** What those outside may use, over the scheduler and the gateways of one run. */
export class SimulatedStage implements Stage {
  private readonly options: StageOptions
  private readonly open = new Set<OpenCall>()

  constructor(options: StageOptions) {
    this.options = options
    options.gateways.whenStopped((gateway) => {
      for (const call of [...this.open]) if (call.gateway === gateway) call.broken()
    })
  }

  nowMs(): number {
    return this.options.time.nowMs
  }

  chance(name: string): Chance {
    return chanceOf(this.options.seed, name)
  }

  decide<Usual extends string, Other extends string>(
    name: string,
    usual: Usual,
    others: Readonly<Partial<Record<Other, number>>>,
  ): Usual | Other {
    return this.options.decider.decide(name, usual, others) as Usual | Other
  }

  task(): string {
    return currentContext()?.task ?? 'nobody'
  }

  gateway(): string | undefined {
    return currentContext()?.gateway
  }

  later(event: { name: string; afterMs: number; run(): void }): void {
    const task = newContext(undefined, event.name)
    const caller = currentContext()
    const run = () => {
      if (caller?.gateway !== undefined) caller.heard = true
      inContext(task, event.run)
    }
    this.options.scheduler.later({ ...event, context: task, caller, run })
  }

  async request(name: string, request: SimulatedRequest): Promise<SimulatedReply> {
    const { method, path, headers, body } = request
    const answer = await this.call(name, async ({ gateway }) => {
      const reply = await gateway.server.inject({
        method,
        url: path,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: reply.statusCode, body: reply.body }
    })
    const { say } = this.options
    if (answer.kind === 'broken') {
      say(`${name} got no answer`)
      return answer
    }
    say(`${name} was answered ${answer.value.status}`)
    return { kind: 'reply', ...answer.value }
  }

  async operate<T>(
    name: string,
    work: (deps: Deps) => Promise<T>,
  ): Promise<{ kind: 'done'; value: T } | { kind: 'broken' }> {
    return await this.call(name, async ({ gateway }) => await work(gateway.deps))
  }

  /** Runs the work in a gateway that lives when the call arrives; its answer may be lost on the way back. */
  private async call<T>(
    name: string,
    work: (running: RunningGateway) => Promise<T>,
  ): Promise<{ kind: 'done'; value: T } | { kind: 'broken' }> {
    const { scheduler, gateways, time } = this.options
    return await new Promise((resolve, reject) => {
      scheduler.later({
        name: `${name} arrives`,
        afterMs: 0,
        context: newContext(undefined, name),
        run: () => {
          const alive = gateways.alive()
          if (alive.length === 0) {
            resolve({ kind: 'broken' })
            return
          }
          const running = this.chance(`gateway/${this.wayOf(name)}`).pick(alive)
          const call: OpenCall = {
            ...{ name, gateway: running.name, sinceMs: time.nowMs },
            broken: () => {
              this.open.delete(call)
              resolve({ kind: 'broken' })
            },
          }
          this.open.add(call)
          inContext(newContext(running.name, name), () => work(running)).then(
            (value) => {
              if (!this.open.delete(call)) return
              const lost = this.decide(`${name}/reply`, 'arrives', { 'reply lost': 0.03 }) === 'reply lost'
              resolve(lost ? { kind: 'broken' } : { kind: 'done', value })
            },
            (error: unknown) => {
              if (this.open.delete(call)) reject(error)
            },
          )
        },
      })
    })
  }

  /** All requests of some acts go to one gateway, as over one connection: it writes them in groups. */
  private wayOf(name: string): string {
    const act = /^burst-\d+|^[^.]+/.exec(name)?.[0] ?? name
    return this.chance(`together/${act}`).bool(together) ? act : name
  }

  /** Requests that have been waiting for an answer for longer than this. */
  hanging(longerThanMs: number): string[] {
    const { nowMs } = this.options.time
    return [...this.open].filter(({ sinceMs }) => nowMs - sinceMs > longerThanMs).map(({ name }) => name)
  }
}
