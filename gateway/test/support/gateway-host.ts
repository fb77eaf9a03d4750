import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { readConfig } from '../../src/core/platform/config/config.ts'
import { createLog } from '../../src/core/platform/log/log.ts'
import { stepFailed } from '../../src/core/platform/process/shutdown.ts'
import { present } from '../../src/core/values/assert.ts'
import { main as runCommand } from '../../src/extras/cli/main.ts'
import { demoFileName } from '../../src/extras/demo/demo-file.ts'
import { welcome } from '../../src/extras/demo/welcome.ts'
import { startGateway } from '../../src/gateway.ts'
import type { FromHost, ToHost } from './hosted-gateway.ts'
import { simbankRoot } from './processes.ts'

/*
 * A program of the test run: gateways, simulated banks and operators' commands of many tests, one after another and
 * beside each other, in one process that has loaded its modules once. It listens on the socket file that its only
 * argument names; each connection is one gateway, bank or command. A gateway or bank ends with its connection.
 */

/** How long the end of the run waits for gateways that their tests left behind. */
const lastStopsMaxMs = 60_000

/** A gateway or bank that runs here. */
interface Tenant {
  url: string
  /** Of a gateway: begins a round of this loop now. */
  round?(loop: string): Promise<unknown>
  stop(): Promise<void>
}

/** What the host uses of the simulated bank, whose sources this workspace does not compile. */
interface BankModules {
  readConfig(env: Record<string, string>): { dataDir: string }
  createLog(print: (line: string) => void, printFault: (line: string) => void): object
  startBank(config: object, holder: object): Promise<Tenant>
}

let running = 0
/** Gateways and banks that did not end well after their test had gone. */
let failedStops = 0
const abandoned = new Set<Promise<void>>()

function serve(socket: Socket): void {
  let tenant: Promise<Tenant> | undefined
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
    const ending = tenant
    tenant = undefined
    if (ending === undefined) return
    running -= 1
    await (await ending).stop()
    if (brokenSteps.length > 0) throw new Error(brokenSteps.join(''))
  }
  const failed = (error: unknown) => {
    tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    socket.end()
  }
  const take = async (message: ToHost) => {
    if (message.ask === 'load') tell({ load: running })
    if (message.ask === 'start') {
      running += 1
      tenant = message.what === 'bank' ? openBank(message.env, print, failed) : openGateway(message, print)
      tell({ ready: (await tenant.catch(forget)).url })
    }
    if (message.ask === 'command') {
      const say = (line: string) => print(`${line}\n`)
      tell({ exitCode: await runCommand(message.args, { env: message.env, out: say, err: say }) })
      socket.end()
    }
    if (message.ask === 'round') await (await tenant)?.round?.(message.loop)
    if (message.ask === 'stop') {
      await end()
      tell({ stopped: true })
      socket.end()
    }
  }
  const forget = (error: unknown): never => {
    tenant = undefined
    running -= 1
    throw error
  }
  createInterface({ input: socket })
    .on('line', (line) => void take(JSON.parse(line) as ToHost).catch(failed))
    // It tells what the socket told: a test that was killed takes nobody else's gateway with it.
    .on('error', () => undefined)
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
  console.error('a gateway or bank whose test had gone did not end well:', error)
}

/** What the gateway's `main.ts` does, without what belongs to a process. */
async function openGateway(
  { env, docs }: { env: Record<string, string>; docs: boolean },
  print: (text: string) => void,
): Promise<Tenant> {
  const config = readConfig(env)
  if (config.databaseUrl === undefined) throw new Error('a gateway with an embedded database needs its own process')
  const log = createLog(config.logLevel, print)
  for (const warning of config.warnings) log.warn(warning)
  const { url, demo, deps, rounds, stop } = await startGateway(config, config.databaseUrl, log, {
    observesProcess: false,
    docs,
  })
  if (demo) print(welcome(demo, join(config.dataDir, demoFileName)))
  log.info({ url, publicUrl: deps.site.url(), role: config.role }, 'ready')
  return { url, round: async (loop) => await present(rounds[loop], `the loop ${loop}`)(), stop }
}

/** What the bank's `main.ts` does, without what belongs to a process: no lock, because its world alone has the folder. */
async function openBank(
  env: Record<string, string>,
  print: (text: string) => void,
  failed: (error: unknown) => void,
): Promise<Tenant> {
  const bank = await bankModules
  const config = bank.readConfig(env)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const printLine = (line: string) => print(`${line}\n`)
  const log = bank.createLog(printLine, printLine)
  const requestStop = () => failed('a bank in a host is not stopped by its control API: ask for `ownProcess`')
  return await bank.startBank(config, { log, onFailure: failed, requestStop })
}

async function loadBank(): Promise<BankModules> {
  const load = async <K extends keyof BankModules>(path: string): Promise<Pick<BankModules, K>> =>
    (await import(pathToFileURL(join(simbankRoot, 'dist', 'src', path)).href)) as Pick<BankModules, K>
  return {
    ...(await load<'readConfig'>(join('boot', 'config.js'))),
    ...(await load<'createLog'>('log.js')),
    ...(await load<'startBank'>('start-bank.js')),
  }
}

const bankModules = loadBank()
const path = process.argv[2] ?? ''
const server = createServer(serve)
await bankModules
server.listen(path, () => process.send?.('listening'))
// The run is over, however it ended.
process.on('disconnect', async () => {
  rmSync(path, { force: true })
  await Promise.race([Promise.all(abandoned), sleep(lastStopsMaxMs)])
  process.exit(failedStops > 0 ? 1 : 0)
})
// The terminal tells everybody; the run says when its tests have ended.
process.on('SIGINT', () => undefined)
