import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** What a test says to a host of gateways (gateway-host.ts): one JSON line each. */
export type ToHost = { ask: 'load' } | { ask: 'start'; env: Record<string, string> } | { ask: 'stop' }

export type FromHost = { load: number } | { ready: string } | { output: string } | { failed: string }

/** The socket files of the run's hosts; the test command starts them. */
const hosts = process.env['TEST_GATEWAY_HOSTS']?.split(',') ?? []

/** These change the process and not only the gateway in it. */
const ofProcess = /^(NODE_|PASARELA_FAILPOINT$)/

/** Whether a gateway with these settings can share a process with those of other tests. */
export function canBeHosted(env: Record<string, string>): boolean {
  return hosts.length > 0 && !Object.keys(env).some((name) => ofProcess.test(name))
}

export interface HostedGateway {
  ready: Promise<string>
  stop(): Promise<void>
}

/** A gateway in the process of a host; it ends with the calling process at the latest. `print` takes what it prints. */
export function startHosted(env: Record<string, string>, print: (text: string) => void): HostedGateway {
  const starting = start(env, print)
  return {
    ready: starting.then(({ url }) => url),
    stop: async () => {
      const started = await starting.catch(() => undefined)
      if (started === undefined || started.socket.destroyed) return
      const closed = once(started.socket, 'close')
      tell(started.socket, { ask: 'stop' })
      await closed
      const fault = started.fault()
      if (fault !== undefined) throw new Error(`the gateway did not stop as it should:\n${fault}`)
    },
  }
}

interface Started {
  url: string
  socket: Socket
  /** What failed in it, as far as the host has said. */
  fault(): string | undefined
}

async function start(env: Record<string, string>, print: (text: string) => void): Promise<Started> {
  const connections = await Promise.all(hosts.map(connectTo))
  const byLoad = connections.toSorted((a, b) => a.load - b.load)
  const [chosen, ...others] = byLoad
  for (const { socket } of others) socket.destroy()
  if (chosen === undefined) throw new Error('no host of gateways runs')
  const { socket } = chosen
  let fault: string | undefined
  const url = new Promise<string>((ready, fail) => {
    listen(socket, (message) => {
      if ('output' in message) print(message.output)
      if ('ready' in message) ready(message.ready)
      if ('failed' in message) {
        fault = message.failed
        fail(new Error(`the gateway did not start:\n${fault}`))
      }
    })
    socket.once('close', () => fail(new Error('the host of gateways has ended')))
  })
  tell(socket, { ask: 'start', env })
  return { url: await url, socket, fault: () => fault }
}

/** How many gateways a host runs is asked on the connection that may then hold one more. */
async function connectTo(path: string): Promise<{ socket: Socket; load: number }> {
  const socket = connect(path)
  socket.on('error', () => undefined)
  const load = new Promise<number>((answered, fail) => {
    socket.once('data', (line) => answered((JSON.parse(line.toString()) as { load: number }).load))
    socket.once('close', () => fail(new Error(`nobody answers at ${path}`)))
  })
  tell(socket, { ask: 'load' })
  return { socket, load: await load }
}

function listen(socket: Socket, take: (message: FromHost) => void): void {
  createInterface({ input: socket }).on('line', (line) => take(JSON.parse(line) as FromHost))
}

function tell(socket: Socket, message: ToHost): void {
  socket.write(`${JSON.stringify(message)}\n`)
}
