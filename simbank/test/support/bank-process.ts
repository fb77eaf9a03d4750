import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export const TOKEN = 'token-of-the-tests-0123456789'
export const NOTIFICATION_SECRET = 'secret-of-the-tests-0123456789'

/** Short waits, so that every scenario ends within a second. */
export const QUICK = {
  SIMBANK_PAY_DELAY_MS: '100',
  SIMBANK_SETTLE_DELAY_MS: '120',
  SIMBANK_RETURN_DELAY_MS: '120',
  SIMBANK_HOLD_DELAY_MS: '150',
  SIMBANK_LATE_DELAY_MS: '60',
  SIMBANK_AGAIN_DELAY_MS: '80',
  SIMBANK_ARRIVAL_DELAY_MS: '300',
  SIMBANK_HANG_MS: '200',
}

export type Json = Record<string, unknown>

export interface Answer {
  status: number
  headers: Headers
  body: Json
}

/** A data folder with credentials that lives as long as the test. */
export function makeDataDir(t: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'simbank-test-'))
  writeFileSync(
    join(dataDir, 'credentials.json'),
    JSON.stringify({ token: TOKEN, notification_secret: NOTIFICATION_SECRET }),
  )
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return dataDir
}

/** Starts a real bank process on a free port and waits until it listens; it is killed when the test ends. */
export async function startBank(t: TestContext, options: { dataDir?: string; env?: Record<string, string> } = {}) {
  const dataDir = options.dataDir ?? makeDataDir(t)
  const bank = launch(dataDir, options.env ?? {})
  t.after(() => bank.kill())
  const url = await bank.ready
  return new RunningBank({ dataDir, url, child: bank.child, output: bank.output, ended: bank.ended })
}

/** Starts a bank that is expected to refuse; resolves with its exit code and what it printed. */
export async function startAndFail(dataDir: string, env: Record<string, string> = {}) {
  const bank = launch(dataDir, env)
  const started = await bank.ready.then(
    () => true,
    () => false,
  )
  if (started) {
    await bank.kill()
    throw new Error('the bank started, although it should refuse')
  }
  const code = await bank.ended
  return { code, output: bank.output() }
}

function launch(dataDir: string, env: Record<string, string>) {
  const isSource = import.meta.url.endsWith('.ts')
  const main = new URL(`../../src/main.${isSource ? 'ts' : 'js'}`, import.meta.url)
  const child = fork(main, {
    execArgv: isSource ? ['--import', import.meta.resolve('tsx')] : [],
    env: { ...QUICK, PATH: process.env['PATH'], SIMBANK_PORT: '0', SIMBANK_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  // Not the event 'close': it never comes once the parent has disconnected by itself.
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const streams = [child.stdout, child.stderr].map(
    (stream) => stream && new Promise((resolve) => stream.once('end', resolve)),
  )
  const ended = Promise.all([exited, ...streams]).then(([code]) => code as number | null)
  const ready = new Promise<string>((resolve, reject) => {
    child.once('message', (message: { url: string }) => resolve(message.url))
    void ended.then((code) => reject(new Error(`the bank ended with ${code}: ${text}`)))
  })
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  }
  return { child, ready, ended, kill, output: () => text }
}

export class RunningBank {
  readonly dataDir: string
  readonly url: string
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>

  constructor(parts: {
    dataDir: string
    url: string
    child: ChildProcess
    output: () => string
    ended: Promise<number | null>
  }) {
    this.dataDir = parts.dataDir
    this.url = parts.url
    this.child = parts.child
    this.output = parts.output
    this.ended = parts.ended
  }

  /** Calls the bank with its token. Rejects when the connection is cut. */
  async call(method: string, path: string, body?: unknown, token = TOKEN): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
  }

  put(key: string, order: Json): Promise<Answer> {
    return this.call('PUT', `/v1/orders/${key}`, order)
  }

  async order(key: string): Promise<Json> {
    return (await this.call('GET', `/v1/orders/${key}`)).body
  }

  act(key: string, action: string, more: Json = {}): Promise<Answer> {
    return this.call('POST', `/control/orders/${key}/act`, { action, ...more })
  }

  /** All entries of the book about one key, or all. */
  async book(key?: string): Promise<Json[]> {
    const all: Json[] = []
    for (let after = 0; ; ) {
      const { body } = await this.call('GET', `/control/book?after=${after}`)
      const entries = body['entries'] as Json[]
      all.push(...entries)
      after = body['next_after'] as number
      if (entries.length === 0) return key === undefined ? all : all.filter((entry) => entry['key'] === key)
    }
  }

  /** How often money moved for a key. */
  async executed(key: string): Promise<number> {
    return (await this.book(key)).filter((entry) => entry['type'] === 'order_executed').length
  }

  journal(): string {
    return readFileSync(join(this.dataDir, 'journal.jsonl'), 'utf8')
  }

  /** Ends the process the hard way, as a crash does. */
  async crash(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return this.ended
  }
}
