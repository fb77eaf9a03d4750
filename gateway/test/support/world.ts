import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { testDatabase } from './database.ts'

const here = dirname(fileURLToPath(import.meta.url))
const compiled = here.includes(`${join('dist', 'test')}`)
const gatewayRoot = resolve(here, compiled ? '../../..' : '../..')
const simbankRoot = resolve(gatewayRoot, '..', 'simbank')

/** How long a process may take to say that it is ready before the test fails. */
const startMaxMs = 30_000

/** How long `eventually` looks before it fails. */
const eventuallyMaxMs = 20_000

export interface Demo {
  base_url: string
  api_key: string
  auth_point_id: string
  auth_api_token: string
  webhook_secret: string
  settings_key: string
}

export interface Answer {
  status: number
  headers: Headers
  body: Wire
}

/** JSON of the wire, read loosely on purpose: a test says what it expects of it. */
// biome-ignore lint/suspicious/noExplicitAny: the wire is what is being tested, without our own types in between
export type Wire = any

/** A running gateway with its simulated bank: real processes, a real database, real sockets. */
export interface World {
  url: string
  bankUrl: string
  bankToken: string
  databaseUrl: string
  folder: string
  demo: Demo
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** A call of the bank's own API. */
  bank(method: string, path: string, body?: unknown): Promise<Wire>
  /** Everything both processes printed. */
  output(): string
  killGateway(): Promise<void>
  startGateway(): Promise<void>
  killBank(): Promise<void>
  startBank(): Promise<void>
  /** Ends both processes and removes database and folder. */
  stop(): Promise<void>
  /** Runs an operator's command against this world's database. */
  command(...args: string[]): Promise<{ code: number; output: string }>
}

export interface CallOptions {
  body?: unknown
  key?: string
  /** Sent as it is instead of `body`. */
  raw?: string | Buffer
  headers?: Record<string, string>
}

export interface WorldOptions {
  env?: Record<string, string>
  bankEnv?: Record<string, string>
}

/** Starts bank and gateway for one test file, which must call `stop` after it. Payments take 300 ms instead of 3 s. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const endings: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    return await buildWorld(options, { endings, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

interface Ending {
  endings: (() => Promise<void>)[]
  stop(): Promise<void>
}

async function buildWorld(options: WorldOptions, { endings, stop }: Ending): Promise<World> {
  const database = await testDatabase({ after: (work) => endings.push(work) })
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-world-'))
  const credentials = {
    token: randomBytes(24).toString('base64url'),
    notification_secret: randomBytes(24).toString('base64url'),
  }
  const credentialsFile = join(folder, 'credentials.json')
  const keyFile = join(folder, 'master.key')
  writeFileSync(credentialsFile, JSON.stringify(credentials), { mode: 0o600 })
  writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o400 })
  const printed: string[] = []
  let bankPort = '0'
  let gatewayPort = '0'
  let bank = startChild(simbankRoot, bankEnv(), printed)
  let gateway: Child | undefined

  function bankEnv(): Record<string, string> {
    return {
      SIMBANK_PORT: bankPort,
      SIMBANK_DATA_DIR: join(folder, 'simbank'),
      SIMBANK_CREDENTIALS_FILE: credentialsFile,
      SIMBANK_PAY_DELAY_MS: '300',
      ...options.bankEnv,
    }
  }
  endings.push(async () => {
    await Promise.all([gateway?.stop(), bank.stop()])
    rmSync(folder, { recursive: true, force: true })
  })
  const bankUrl = await bank.ready
  bankPort = new URL(bankUrl).port
  const gatewayEnv = {
    DATABASE_URL: database.url,
    MASTER_KEY_FILE: keyFile,
    PASARELA_DEMO: '1',
    PASARELA_DATA_DIR: join(folder, 'data'),
    SIMBANK_URL: bankUrl,
    SIMBANK_CREDENTIALS_FILE: credentialsFile,
    LOG_LEVEL: 'info',
    ...options.env,
  }
  const launch = async () => {
    gateway = startChild(gatewayRoot, { ...gatewayEnv, PORT: gatewayPort }, printed)
    const url = await gateway.ready
    gatewayPort = new URL(url).port
    return url
  }
  const url = await launch()
  const demo = JSON.parse(readFileSync(join(folder, 'data', 'demo.json'), 'utf8')) as Demo

  return {
    url,
    bankUrl,
    bankToken: credentials.token,
    databaseUrl: database.url,
    folder,
    demo,
    call: async (method, path, call = {}) => await callApi(url, demo.api_key, { method, path, ...call }),
    bank: async (method, path, body) => await callBank(bankUrl, credentials.token, { method, path, body }),
    output: () => printed.join(''),
    killGateway: async () => await gateway?.kill(),
    startGateway: async () => {
      await launch()
    },
    killBank: async () => await bank.kill(),
    startBank: async () => {
      bank = startChild(simbankRoot, bankEnv(), printed)
      await bank.ready
    },
    stop,
    command: async (...args) => await runCommand(gatewayEnv, args),
  }
}

/** Asks again until `look` returns something, or throws its last error. */
export async function eventually<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  const deadline = performance.now() + eventuallyMaxMs
  let lastError: unknown
  while (performance.now() < deadline) {
    try {
      const found = await look()
      if (found !== undefined) return found
    } catch (error) {
      lastError = error
    }
    await sleep(40)
  }
  throw new Error(`this never came: ${what}`, { cause: lastError })
}

async function callApi(
  base: string,
  defaultKey: string,
  call: CallOptions & { method: string; path: string },
): Promise<Answer> {
  const body = call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  const response = await fetch(`${base}${call.path}`, {
    method: call.method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${call.key ?? defaultKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  }
}

async function callBank(
  base: string,
  token: string,
  call: { method: string; path: string; body: unknown },
): Promise<Wire> {
  const response = await fetch(`${base}${call.path}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  })
  return await response.json()
}

interface Child {
  ready: Promise<string>
  stop(): Promise<void>
  kill(): Promise<void>
}

function startChild(root: string, env: Record<string, string>, printed: string[]): Child {
  const child = spawn(process.execPath, entry(root, 'main'), {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    ready: readyUrl(child, root, printed),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await gone
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

function readyUrl(child: ChildProcess, root: string, printed: readonly string[]): Promise<string> {
  return new Promise((resolveReady, reject) => {
    const timer = setTimeout(() => reject(new Error(`${root} did not become ready:\n${printed.join('')}`)), startMaxMs)
    child.on('message', (message: { ready?: boolean; url?: string }) => {
      if (!message.ready || !message.url) return
      clearTimeout(timer)
      resolveReady(message.url)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${root} ended with ${code}:\n${printed.join('')}`))
    })
  })
}

function entry(root: string, name: string): string[] {
  return compiled ? [join(root, 'dist', 'src', `${name}.js`)] : ['--import', 'tsx', join(root, 'src', `${name}.ts`)]
}

async function runCommand(
  env: Record<string, string>,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [...entry(gatewayRoot, join('cli', 'main')), ...args], {
    cwd: gatewayRoot,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const code = await new Promise<number>((done) => child.once('close', (exit) => done(exit ?? 1)))
  assert.ok(output.length > 0 || code === 0)
  return { code, output }
}
