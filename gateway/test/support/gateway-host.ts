import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { welcome } from '../../src/demo/welcome.ts'
import { type Gateway, startGateway } from '../../src/gateway.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { stepFailed } from '../../src/platform/process/shutdown.ts'
import type { FromHost, ToHost } from './hosted-gateway.ts'

/*
 * A program of the test run: gateways of many tests, one after another and beside each other, in one process that has
 * loaded its modules once. It listens on the socket file that its only argument names; each connection is one gateway,
 * which ends with it.
 */

/** How long the end of the run waits for gateways that their tests left behind. */
const lastStopsMaxMs = 20_000

let running = 0
/** Gateways that did not end well after their test had gone. */
let failedStops = 0
const abandoned = new Set<Promise<void>>()

function serve(socket: Socket): void {
  let gateway: Promise<Gateway> | undefined
  const tell = (message: FromHost) => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
  }
  const brokenSteps: string[] = []
  const print = (text: string) => {
    // A gateway goes on with its next step and throws nothing.
    if (text.includes(stepFailed)) brokenSteps.push(text)
    tell({ output: text })
  }
  const end = async () => {
    const ending = gateway
    gateway = undefined
    if (ending === undefined) return
    running -= 1
    await (await ending).stop()
    if (brokenSteps.length > 0) throw new Error(brokenSteps.join(''))
  }
  const take = async (message: ToHost) => {
    if (message.ask === 'load') tell({ load: running })
    if (message.ask === 'start') {
      running += 1
      gateway = start(message.env, print)
      tell({ ready: (await gateway.catch(forget)).url })
    }
    if (message.ask === 'round') await (await gateway)?.rounds[message.loop]()
    if (message.ask === 'stop') {
      await end()
      tell({ stopped: true })
      socket.end()
    }
  }
  const forget = (error: unknown): never => {
    gateway = undefined
    running -= 1
    throw error
  }
  const failed = (error: unknown) => {
    tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    socket.end()
  }
  createInterface({ input: socket }).on('line', (line) => void take(JSON.parse(line) as ToHost).catch(failed))
  // The test may have gone without a word: nobody else hears of what happens now.
  socket.on('close', () => {
    const ended = end()
      .catch(failedUnheard)
      .finally(() => abandoned.delete(ended))
    abandoned.add(ended)
  })
  socket.on('error', () => undefined)
}

function failedUnheard(error: unknown): void {
  failedStops += 1
  console.error('a gateway whose test had gone did not end well:', error)
}

/** What `main.ts` does, without what belongs to a process. */
async function start(env: Record<string, string>, print: (text: string) => void): Promise<Gateway> {
  const config = readConfig(env)
  if (config.databaseUrl === undefined) throw new Error('a gateway with an embedded database needs its own process')
  const log = createLog(config.logLevel, print)
  for (const warning of config.warnings) log.warn(warning)
  const gateway = await startGateway(config, config.databaseUrl, log, { observesProcess: false })
  if (gateway.demo) print(welcome(gateway.demo))
  log.info({ url: gateway.url, publicUrl: gateway.deps.publicUrl, role: config.role }, 'ready')
  return gateway
}

const path = process.argv[2] ?? ''
const server = createServer(serve)
server.listen(path, () => process.send?.('listening'))
// The run is over, however it ended.
process.on('disconnect', async () => {
  rmSync(path, { force: true })
  await Promise.race([Promise.all(abandoned), sleep(lastStopsMaxMs)])
  process.exit(failedStops > 0 ? 1 : 0)
})
// The terminal tells everybody; the run says when its tests have ended.
process.on('SIGINT', () => undefined)
