import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import pg from 'pg'
import { issueCertificate, testAuthority } from './certificates.ts'
import { type Cleanup, testDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { canBeHosted, runCommandInHost, startHosted, type Tenancy } from './hosted-gateway.ts'
import { type HttpsReceiver, httpsReceiver } from './https-receiver.ts'
import { type People, peopleOf } from './people.ts'
import {
  type Child,
  type CommandOutcome,
  gatewayRoot,
  type PrintTo,
  runCommand,
  simbankRoot,
  startChild,
} from './processes.ts'
import { callApi, callBank } from './world-calls.ts'

export { eventually } from './eventually.ts'

export interface Demo {
  base_url: string
  api_key: string
  auth_point_id: string
  auth_api_token: string
  webhook_secret: string
  settings_key: string
  dashboard_url: string
  people: Record<'owner' | 'operations' | 'admin' | 'operator', { email: string; password: string }>
}

export interface Answer {
  status: number
  headers: Headers
  body: Wire
}

/** JSON of the wire, read loosely on purpose: a test says what it expects of it. */
// biome-ignore lint/suspicious/noExplicitAny: the wire is what is being tested, without our own types in between
export type Wire = any

/**
 * A running gateway with its simulated bank: a real database, real sockets, and with `ownProcess` real processes. What is
 * given to its `after` is done before it ends, the last thing first.
 */
export interface World extends People, Cleanup {
  url: string
  bankUrl: string
  bankToken: string
  databaseUrl: string
  /** One session of the database's owner, opened by its first query. */
  db: pg.Client
  /** With `receives`: the server to which the demo's point sends its callbacks. */
  receiver: HttpsReceiver
  folder: string
  /** The settings of the gateway. */
  env: Readonly<Record<string, string>>
  demo: Demo
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** A call of the bank's own API. */
  bank(method: string, path: string, body?: unknown): Promise<Wire>
  /** Everything both processes printed. */
  output(): string
  /** One more gateway process on the same database and bank, with settings of its own; ends with the world. */
  anotherGateway(env?: Record<string, string>): Promise<AnotherGateway>
  /**
   * What the test has brought about is found by this loop now, and not after its idle time. A gateway with `ownProcess`
   * keeps its idle time.
   */
  round(loop: string): Promise<void>
  /** With `ownProcess`. */
  gatewayPid(): number
  /** `kill -9`, with `ownProcess`. */
  killGateway(): Promise<void>
  /** Ends the gateway the way an operator does: it finishes what it began. */
  stopGateway(): Promise<void>
  startGateway(): Promise<void>
  /** With `ownProcess`. */
  killBank(): Promise<void>
  startBank(): Promise<void>
  /** Runs an operator's command that must succeed; the facts it printed. */
  facts(...args: string[]): Promise<Record<string, string>>
  /** Runs an operator's command against this world's database, without a process of its own. Names of files are absolute. */
  command(...args: string[]): Promise<CommandOutcome>
  /** The same by the program itself. */
  program(...args: string[]): Promise<CommandOutcome>
}

export interface AnotherGateway {
  url: string
  /** `kill -9`, with `ownProcess`. */
  kill(): Promise<void>
  /** Ends it the way an operator does. */
  stop(): Promise<void>
  /** Starts it again, on the same port. */
  start(): Promise<void>
}

export interface CallOptions {
  body?: unknown
  key?: string
  /** Sent as it is instead of `body`. */
  raw?: string | Buffer
  headers?: Record<string, string>
  /** Ends a call that waits for too long. */
  signal?: AbortSignal
}

export interface WorldOptions {
  /** A database of the test's own instead of one that is made for it. */
  databaseUrl?: string
  env?: Record<string, string>
  bankEnv?: Record<string, string>
  /**
   * A process for each gateway and for the bank, which the test can kill and observe. Otherwise they share one with those
   * of other tests (gateway-host.ts), which saves most of the price of a start.
   */
  ownProcess?: boolean
  /** A hosted gateway serves `/docs` and `/openapi.json` too, the slowest part of a start. */
  docs?: boolean
  /** An open file that both processes print into, instead of into this process's memory: `output` then knows nothing. */
  outputFile?: number
  /** The demo's point sends its callbacks to a merchant's server on 127.0.0.1, which the gateway trusts. */
  receives?: boolean
}

/** For settings that are known only when something else runs, such as a mail server: it ends after the world. */
export type Wishes = WorldOptions | ((t: Cleanup) => Promise<WorldOptions>)

/**
 * The world of a whole suite, declared in its body: it opens before the suite's first test and ends after its last one, or
 * when something before the first one fails. Payments take 300 ms instead of 3 s.
 */
export function openWorld(wishes: Wishes = {}): World {
  let opened: World | undefined
  const endings = openEndings()
  before(async () => {
    opened = await buildWorld(wishes, endings)
  })
  after(endings.end)
  return new Proxy({} as World, {
    get: (_, name) => {
      if (name === 'after') return endings.after
      if (opened === undefined)
        throw new Error(`${String(name)} of a world that is not open: tests and \`before\` may ask`)
      return Reflect.get(opened, name)
    },
  })
}

/** The world of one test, which ends with it. */
export async function openWorldFor(t: Cleanup, wishes: Wishes = {}): Promise<World> {
  const endings = openEndings()
  t.after(endings.end)
  return await buildWorld(wishes, endings)
}

export interface Endings extends Cleanup {
  /** Does what was given, the last thing first, and all of it even if some fails. */
  end(): Promise<void>
}

export function openEndings(): Endings {
  const works: (() => Promise<void>)[] = []
  return {
    after: (work) => void works.push(work),
    end: async () => {
      const failures: unknown[] = []
      for (const work of works.splice(0).reverse()) await work().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}

async function buildWorld(wishes: Wishes, endings: Endings): Promise<World> {
  const options = await withReceiver(typeof wishes === 'function' ? await wishes(endings) : wishes, endings)
  const databaseUrl = options.databaseUrl ?? (await testDatabase(endings)).url
  const files = writeFiles()
  const printed: string[] = []
  const printTo = options.outputFile ?? printed
  const isHosted = options.ownProcess !== true && options.outputFile === undefined
  const bank = restartable(isHosted ? inHost({ what: 'bank' }, printed) : processOf(simbankRoot, printTo), {
    portName: 'SIMBANK_PORT',
    env: { ...bankEnv(files), ...options.bankEnv },
  })
  endings.after(async () => rmSync(files.folder, { recursive: true, force: true }))
  endings.after(async () => await bank.stop())
  const bankUrl = await bank.start()
  // Many files have hosted worlds at once, some several, on one server.
  const connections = isHosted ? { DATABASE_CONNECTIONS: '8' } : {}
  const env = { ...gatewayEnv(files, { bankUrl, databaseUrl }), ...connections, ...options.env }
  const startGateway = isHosted
    ? inHost({ what: 'gateway', docs: options.docs === true }, printed)
    : processOf(gatewayRoot, printTo)
  const gateway = restartable(startGateway, { portName: 'PORT', env })
  endings.after(async () => await gateway.stop())
  const url = await gateway.start()
  const demo = JSON.parse(readFileSync(join(files.folder, 'data', 'demo.json'), 'utf8')) as Demo
  const place = { url, folder: files.folder, demo, db: sessionOf(databaseUrl, endings) }
  return {
    ...place,
    ...peopleOf(place),
    ...commandsOf(env),
    after: endings.after,
    env,
    bankUrl,
    bankToken: files.token,
    databaseUrl,
    receiver: options.receiver,
    call: async (method, path, call = {}) => await callApi(url, demo.api_key, { method, path, ...call }),
    bank: async (method, path, body) => await callBank(bankUrl, files.token, { method, path, body }),
    output: () => printed.join(''),
    anotherGateway: anotherGatewayOf(startGateway, { env, folder: files.folder, endings }),
    gatewayPid: () => gateway.pid(),
    round: async (loop) => await gateway.round(loop),
    stopGateway: async () => await gateway.stop(),
    killGateway: async () => await gateway.kill(),
    startGateway: async () => void (await gateway.start()),
    killBank: async () => await bank.kill(),
    startBank: async () => void (await bank.start()),
  }
}

/** Adds the merchant's server, where it is asked for. */
async function withReceiver(options: WorldOptions, t: Cleanup): Promise<WorldOptions & { receiver: HttpsReceiver }> {
  // A test that asks for no receiver has none.
  if (!options.receives) return { ...options, receiver: undefined as never }
  const authority = await testAuthority()
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-ca-'))
  t.after(async () => rmSync(folder, { recursive: true, force: true }))
  const authorityFile = join(folder, 'ca.pem')
  writeFileSync(authorityFile, authority.cert)
  const receiver = await httpsReceiver(t, await issueCertificate(authority))
  const callbacks = {
    DEMO_CALLBACK_URL: `${receiver.url}/callbacks`,
    CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
    CALLBACK_CA_FILE: authorityFile,
  }
  return { ...options, env: { ...options.env, ...callbacks }, receiver }
}

/** Connects at its first query; it is lost without a word where a test ends its server or its session. */
function sessionOf(databaseUrl: string, t: Cleanup): pg.Client {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  let connecting: Promise<unknown> | undefined
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    // Whoever asks hears of a connection that fails, by the query that waits for it.
    connecting ??= client.connect().catch(() => undefined)
    return query(...args)
  }) as pg.Client['query']
  t.after(async () => {
    if (connecting !== undefined) await client.end()
  })
  return client
}

function commandsOf(env: Record<string, string>): Pick<World, 'facts' | 'command' | 'program'> {
  return {
    facts: async (...args) => factsOf(await runCommandInHost(env, [...args, '--json'])),
    command: async (...args) => await runCommandInHost(env, args),
    program: async (...args) => await runCommand(env, args),
  }
}

function anotherGatewayOf(
  startGateway: Start,
  first: { env: Record<string, string>; folder: string; endings: Endings },
): World['anotherGateway'] {
  let count = 0
  return async (own = {}) => {
    const dataFolder = join(first.folder, `data-${++count}`)
    const env = { ...first.env, PASARELA_DATA_DIR: dataFolder, ...own }
    const other = restartable(startGateway, { portName: 'PORT', env })
    first.endings.after(async () => await other.stop())
    return {
      url: await other.start(),
      kill: async () => await other.kill(),
      stop: async () => await other.stop(),
      start: async () => void (await other.start()),
    }
  }
}

interface WorldFiles {
  folder: string
  token: string
  credentialsFile: string
  keyFile: string
}

function writeFiles(): WorldFiles {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-world-'))
  const token = randomBytes(24).toString('base64url')
  const files = {
    folder,
    token,
    credentialsFile: join(folder, 'credentials.json'),
    keyFile: join(folder, 'master.key'),
  }
  const credentials = { token, notification_secret: randomBytes(24).toString('base64url') }
  writeFileSync(files.credentialsFile, JSON.stringify(credentials), { mode: 0o600 })
  writeFileSync(files.keyFile, randomBytes(32).toString('base64'), { mode: 0o400 })
  return files
}

function bankEnv(files: WorldFiles): Record<string, string> {
  return {
    SIMBANK_DATA_DIR: join(files.folder, 'simbank'),
    SIMBANK_CREDENTIALS_FILE: files.credentialsFile,
    SIMBANK_PAY_DELAY_MS: '300',
  }
}

function gatewayEnv(files: WorldFiles, given: { bankUrl: string; databaseUrl: string }): Record<string, string> {
  return {
    DATABASE_URL: given.databaseUrl,
    MASTER_KEY_FILE: files.keyFile,
    PASARELA_DEMO: '1',
    PASARELA_DATA_DIR: join(files.folder, 'data'),
    SIMBANK_URL: given.bankUrl,
    SIMBANK_CREDENTIALS_FILE: files.credentialsFile,
    LOG_LEVEL: 'info',
  }
}

type Start = (env: Record<string, string>) => Pick<Child, 'pid' | 'ready' | 'stop' | 'kill'> & Partial<Rounds>

interface Rounds {
  round(loop: string): Promise<void>
}

function processOf(root: string, printTo: PrintTo): Start {
  return (env) => startChild(root, env, printTo)
}

/** In the process of a host where one runs and the settings allow it. */
function inHost(tenancy: Tenancy, printed: string[]): Start {
  const { what } = tenancy
  return (env) => {
    if (!canBeHosted(env)) return startChild(what === 'bank' ? simbankRoot : gatewayRoot, env, printed)
    const { ready, round, stop } = startHosted(tenancy, env, { print: (text) => void printed.push(text) })
    const kill = async () => {
      throw new Error(`a ${what} that shares its process cannot be killed: start the world with \`ownProcess\``)
    }
    return { pid: undefined, ready, round, stop, kill }
  }
}

/** A gateway or bank that comes back on the port of its first start: no outgoing connection can take it meanwhile. */
function restartable(start: Start, options: { portName: string; env: Record<string, string> }) {
  let port: string | undefined
  let child: ReturnType<Start> | undefined
  return {
    start: async () => {
      port ??= options.env[options.portName] ?? String(await freePort())
      child = start({ ...options.env, [options.portName]: port })
      return await child.ready
    },
    pid: () => {
      if (child?.pid === undefined) throw new Error('no process of its own: start the world with `ownProcess`')
      return child.pid
    },
    round: async (loop: string) => await child?.round?.(loop),
    stop: async () => await child?.stop(),
    kill: async () => await child?.kill(),
  }
}

function factsOf({ code, output }: { code: number; output: string }): Record<string, string> {
  const line = output.split('\n').find((each) => each.startsWith('{'))
  if (code !== 0 || line === undefined) throw new Error(`the command failed: ${output}`)
  return JSON.parse(line) as Record<string, string>
}
