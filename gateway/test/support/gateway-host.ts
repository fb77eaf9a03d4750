import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { welcome } from '../../src/demo/welcome.ts'
import { type Gateway, startGateway } from '../../src/gateway.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { createLog } from '../../src/platform/log/log.ts'
import type { FromHost, ToHost } from './hosted-gateway.ts'

/*
 * A program of the test run: gateways of many tests, one after another and beside each other, in one process that has
 * loaded its modules once. It listens on the socket file that its only argument names; each connection is one gateway,
 * which ends with it.
 */

/** How long the end of the run waits for gateways that their tests left behind. */
const lastStopsMaxMs = 20_000

let running = 0

/** Whether a gateway did not stop after its test had gone without a word: nobody is left who could be told but the run. */
let failedUnheard = false
const abandoned = new Set<Promise<void>>()

function serve(socket: Socket): void {
  let gateway: Promise<Gateway> | undefined
  const tell = (message: FromHost) => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
  }
  const print = (text: string) => tell({ output: text })
  const end = async () => {
    const ending = gateway
    gateway = undefined
    if (ending === undefined) return
    running -= 1
    // One that did not start has said so, and has nothing to stop.
    const started = await ending.catch(() => undefined)
    await started?.stop()
  }
  const take = async (message: ToHost) => {
    if (message.ask === 'load') tell({ load: running })
    if (message.ask === 'start') {
      running += 1
      gateway = start(message.env, print)
      tell({ ready: (await gateway).url })
    }
    if (message.ask === 'stop') {
      await end()
      socket.end()
    }
  }
  const failed = (error: unknown) => {
    tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    socket.end()
  }
  createInterface({ input: socket }).on('line', (line) => void take(JSON.parse(line) as ToHost).catch(failed))
  // The test may have gone without a word.
  socket.on('close', () => {
    const ended = end()
      .catch((error: unknown) => {
        failedUnheard = true
        console.error('A gateway whose test had ended did not stop as it should:', error)
      })
      .finally(() => abandoned.delete(ended))
    abandoned.add(ended)
  })
  socket.on('error', () => undefined)
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
  process.exit(failedUnheard ? 1 : 0)
})
// The terminal tells everybody; the run says when its tests have ended.
process.on('SIGINT', () => undefined)
