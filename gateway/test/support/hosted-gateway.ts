import { EventEmitter } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type CommandOutcome, runCommandHere } from './processes.ts'

/** `docs`: with `/docs` and `/openapi.json`, the slowest part of a start. */
export type Tenancy = { what: 'gateway'; docs: boolean } | { what: 'bank' }

/** What a test says to a host of gateways (gateway-host.ts): one JSON line each. */
export type ToHost =
  | { ask: 'load' }
  | ({ ask: 'start'; env: Record<string, string> } & Tenancy)
  | { ask: 'command'; env: Record<string, string>; args: readonly string[] }
  | { ask: 'round'; loop: string }
  | { ask: 'stop' }

/**
 * `stopped` is the last word of a gateway or bank that ended well; `failed` of one that did not start or did not end
 * well; `exitCode` of a command.
 */
export type FromHost =
  | { load: number }
  | { ready: string }
  | { output: string }
  | { exitCode: number }
  | { failed: string }
  | { stopped: true }

/** The socket files of the run's hosts; the test command starts them. */
const hosts = process.env['TEST_GATEWAY_HOSTS']?.split(',') ?? []

/** These change the process and not only the gateway in it. */
const ofProcess = /^(NODE_|PASARELA_FAILPOINT$)/

/** Whether a gateway or bank with these settings can share a process with those of other tests. */
export function canBeHosted(env: Record<string, string>): boolean {
  return hosts.length > 0 && !Object.keys(env).some((name) => ofProcess.test(name))
}

export interface Hosted {
  ready: Promise<string>
  /** Of a gateway: begins a round of this loop now, beside those after its idle time. */
  round(loop: string): Promise<void>
  /** Throws what the gateway or bank threw on its way out. */
  stop(): Promise<void>
}

interface Visit {
  /** Takes what is printed. */
  print: (text: string) => void
  paths?: readonly string[]
}

/** A gateway or bank in the process of a host; it ends with the calling process at the latest. */
export function startHosted(tenancy: Tenancy, env: Record<string, string>, visit: Visit): Hosted {
  const starting = start({ ask: 'start', env, ...tenancy }, visit)
  let stopping = false
  return {
    ready: starting.then(({ url }) => url),
    round: async (loop) => tell((await starting).socket, { ask: 'round', loop }),
    stop: async () => {
      const started = await starting.catch(() => undefined)
      if (started === undefined || stopping) return
      stopping = true
      if (!started.socket.destroyed) tell(started.socket, { ask: 'stop' })
      await started.stopped
    },
  }
}

/**
 * Runs an operator's command in a host, which has loaded its modules; without hosts in this process. Names of files in
 * `args` are absolute.
 */
export async function runCommandInHost(env: Record<string, string>, args: readonly string[]): Promise<CommandOutcome> {
  if (!canBeHosted(env)) return await runCommandHere(env, args)
  const printed: string[] = []
  const { socket, messages } = await visitHost({ print: (text) => void printed.push(text) })
  const code = heard(messages, (message) => ('exitCode' in message ? message.exitCode : undefined))
  tell(socket, { ask: 'command', env, args })
  return { code: await code, output: printed.join('') }
}

interface Started {
  url: string
  socket: Socket
  /** Settles when it has ended; rejects if it ended in any way but a good stop. */
  stopped: Promise<true>
}

async function start(order: ToHost, visit: Visit): Promise<Started> {
  const { socket, messages } = await visitHost(visit)
  const url = heard(messages, (message) => ('ready' in message ? message.ready : undefined))
  const stopped = heard(messages, (message) => ('stopped' in message ? message.stopped : undefined))
  // Whoever stops it hears of it.
  stopped.catch(() => undefined)
  tell(socket, order)
  return { url: await url, socket, stopped }
}

/** A connection to the host that runs least. */
async function visitHost({ print, paths = hosts }: Visit): Promise<{ socket: Socket; messages: EventEmitter }> {
  const connections = await Promise.all(paths.map(connectTo))
  const byLoad = connections.toSorted((a, b) => a.load - b.load)
  const [chosen, ...others] = byLoad
  for (const { socket } of others) socket.destroy()
  if (chosen === undefined) throw new Error('no host of gateways runs')
  const { socket } = chosen
  const messages = listen(socket)
  messages.on('message', (message: FromHost) => {
    if ('output' in message) print(message.output)
  })
  return { socket, messages }
}

/** How much a host runs is asked on the connection that may then hold one more. */
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

function listen(socket: Socket): EventEmitter {
  const messages = new EventEmitter()
  createInterface({ input: socket })
    .on('line', (line) => messages.emit('message', JSON.parse(line) as FromHost))
    // After the last line, which may say why.
    .once('close', () => messages.emit('close'))
  return messages
}

/** What `pick` finds in a message; rejects when the gateway fails or its host is gone before. */
async function heard<T>(messages: EventEmitter, pick: (message: FromHost) => T | undefined): Promise<T> {
  return await new Promise((found, fail) => {
    messages.on('message', (message: FromHost) => {
      if ('failed' in message) fail(new Error(`it failed in its host:\n${message.failed}`))
      const picked = pick(message)
      if (picked !== undefined) found(picked)
    })
    messages.once('close', () => fail(new Error('the host of gateways has ended')))
  })
}

function tell(socket: Socket, message: ToHost): void {
  socket.write(`${JSON.stringify(message)}\n`)
}
