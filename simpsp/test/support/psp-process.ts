import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export type Json = Record<string, unknown>

const controlToken = 'control-token-of-the-tests'
export const shop = {
  client_id: 'shop',
  client_secret: 'secret-of-the-shop',
  document: '12345678000195',
  name: 'Loja São João',
  city: 'São Paulo',
  keys: ['loja@example.com'],
}
const stranger = { ...shop, client_id: 'other', document: '98765432000198', keys: ['+5511999990000'] }
const reader = { ...shop, client_id: 'reader', scopes: ['cob.read'] }

/** A folder with credentials that lives as long as the test. */
export function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'simpsp-test-'))
  writeFileSync(
    join(folder, 'credentials.json'),
    JSON.stringify({ control_token: controlToken, clients: [shop, stranger, reader] }),
  )
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Starts a real process on free ports and waits until it listens; it is killed when the test ends. */
export async function startPsp(t: TestContext, { folder = makeFolder(t), journal = false } = {}) {
  const isSource = import.meta.url.endsWith('.ts')
  const child = fork(new URL(`../../src/main.${isSource ? 'ts' : 'js'}`, import.meta.url), {
    execArgv: isSource ? ['--import', import.meta.resolve('tsx')] : [],
    env: {
      PATH: process.env['PATH'],
      SIMPSP_CREDENTIALS_FILE: join(folder, 'credentials.json'),
      ...(journal && { SIMPSP_JOURNAL_FILE: join(folder, 'journal.jsonl') }),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  t.after(kill)
  const { url, controlUrl } = await new Promise<{ url: string; controlUrl: string }>((resolve, reject) => {
    child.once('message', (message: { url: string; controlUrl: string }) => resolve(message))
    void ended.then(() => reject(new Error('the provider ended before it listened')))
  })
  const control = (method: string, path: string, body?: Json) =>
    send(`${controlUrl}/control${path}`, { method, authorization: `Bearer ${controlToken}`, body })
  let token: string | undefined
  const call = async (method: string, path: string, body?: Json, as?: string) => {
    token ??= await tokenOf(url, 'shop')
    return await send(url + path, { method, authorization: `Bearer ${as ?? token}`, body })
  }
  return { url, controlUrl, call, control, kill, tokenOf: (client: string) => tokenOf(url, client) }
}

export async function tokenOf(url: string, client: string): Promise<string> {
  const basic = Buffer.from(`${client}:${shop.client_secret}`).toString('base64')
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return String(((await response.json()) as Json)['access_token'])
}

export async function send(url: string, given: { method: string; authorization: string; body?: Json | undefined }) {
  const { method, authorization, body } = given
  const response = await fetch(url, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, body: (isJson ? JSON.parse(text) : { text }) as Json }
}

export function charge(changes: Json = {}): Json {
  return { calendario: { expiracao: 60 }, valor: { original: '100.00' }, chave: shop.keys[0], ...changes }
}

/** A merchant's webhook: what was told, call by call. */
export async function startReceiver(t: TestContext, answer: () => number = () => 200) {
  const calls: { path: string; pix: Json[] }[] = []
  const server = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    incoming.on('end', () => {
      calls.push({ path: incoming.url ?? '', pix: JSON.parse(text).pix })
      response.writeHead(answer()).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`, calls }
}

/** Waits until it is true; at most ten seconds. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`it did not happen: ${what}`)
}
