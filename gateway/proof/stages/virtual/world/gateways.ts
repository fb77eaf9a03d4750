import type { Poster } from '../../../../src/core/net/post-json.ts'
import type { Config } from '../../../../src/core/platform/config/config.ts'
import type { ConnectionStream } from '../../../../src/core/platform/database/open-pool.ts'
import { createLog } from '../../../../src/core/platform/log/log.ts'
import { type Gateway, startGateway } from '../../../../src/gateway.ts'
import { inContext, newContext } from '../engine/context.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import { muteImmediates } from '../engine/virtual-globals.ts'
import type { SimulatedConnectors } from '../parts.ts'

export interface GatewaysOptions {
  config: Config
  databaseUrl: string
  scheduler: Scheduler
  /** Asked when a gateway starts. */
  outside(): { connectors: SimulatedConnectors; poster: Poster }
  /** Lines of the gateways' logs from `warn` on, and the name of the gateway. */
  hear(gateway: string, line: string): void
}

export interface RunningGateway {
  /** Such as `G1`, or `G1.2` after a restart. */
  name: string
  gateway: Gateway
}

/** The gateways of a run: how many there are, which of them live, and how they stop and start. */
export class Gateways {
  private readonly options: GatewaysOptions
  private readonly living = new Map<string, RunningGateway>()
  private readonly starts = new Map<string, number>()
  private readonly stopped = new Set<string>()
  private readonly starting = new Map<string, string>()
  private readonly onStop = new Set<(name: string) => void>()
  /** Why a start failed, for the judge: no gateway may refuse to start. */
  readonly failures: string[] = []

  constructor(options: GatewaysOptions) {
    this.options = options
    muteImmediates(this.stopped)
  }

  /** Starts a process in this place (`G1`, `G2`); its statements are the scheduler's like all others. */
  start(place: string): void {
    const number = (this.starts.get(place) ?? 0) + 1
    this.starts.set(place, number)
    const name = number === 1 ? place : `${place}.${number}`
    this.starting.set(name, place)
    const log = createLog('warn', (line) => this.options.hear(name, line))
    const { config, databaseUrl, scheduler } = this.options
    const { connectors, poster } = this.options.outside()
    inContext(newContext(name, `${name}.start`), () => {
      startGateway(config, databaseUrl, log, {
        connectors: new Map([...connectors].map(([key, connector]) => [key, this.whileAlive(name, connector)])),
        poster: this.whileAlive(name, poster),
        ...{ processName: name, listen: false, docs: false, dashboard: false, startJobs: false, repeatable: true },
        stream: () => scheduler.newStream(name) as unknown as ConnectionStream,
      }).then(
        (gateway) => {
          if (this.starting.delete(name)) this.living.set(place, { name, gateway })
        },
        (error: unknown) => {
          if (this.starting.delete(name)) this.failures.push(`${name} did not start: ${String(error)}`)
        },
      )
    })
  }

  /**
   * What a stopped process calls outside never happens, and what it was waiting for never comes: its code may still be
   * running here, although the process that it stands for is gone.
   */
  private whileAlive<T extends object>(name: string, outside: T): T {
    const never = async () => await new Promise<never>(() => undefined)
    return new Proxy(outside, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property)
        // Its members are calls as well.
        if (property === 'providerRecords' && value) return this.whileAlive(name, value)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if (this.stopped.has(name)) return never()
          const result: unknown = value.apply(target, given)
          if (!(result instanceof Promise)) return result
          return result.then(async (heard: unknown) => (this.stopped.has(name) ? await never() : heard))
        }
      },
    })
  }

  /** Ends a process as `kill -9` does: nothing of it happens any more, and the server ends its sessions. */
  async stop(name: string): Promise<void> {
    if (this.stopped.has(name)) return
    this.stopped.add(name)
    this.starting.delete(name)
    for (const [place, running] of this.living) if (running.name === name) this.living.delete(place)
    await this.options.scheduler.forget(name)
    for (const told of [...this.onStop]) told(name)
  }

  isStopped(name: string): boolean {
    return this.stopped.has(name)
  }

  isStarting(name?: string): boolean {
    return name === undefined ? this.starting.size > 0 : this.starting.has(name)
  }

  /** In the order of their places. */
  alive(): RunningGateway[] {
    return [...this.living].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, running]) => running)
  }

  /** Calls back when a gateway stops; the returned function ends that. */
  whenStopped(told: (name: string) => void): () => void {
    this.onStop.add(told)
    return () => this.onStop.delete(told)
  }

  async stopAll(): Promise<void> {
    for (const name of [...this.starting.keys(), ...this.alive().map((each) => each.name)]) await this.stop(name)
  }
}

/** `G1.2` runs in the place `G1`. */
export function placeOf(name: string): string {
  return name.split('.')[0] ?? name
}
