import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Agent, request } from 'undici'
import { issueCertificate, testAuthority } from './certificates.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { notTested } from './not-tested.ts'
import { gatewayRoot } from './processes.ts'
import type { Wire } from './world.ts'

const example = join(gatewayRoot, '..', 'examples', 'haproxy')

/** A `describe` for tests with HAProxy. Where it is not installed one test fails in CI and is skipped loudly elsewhere. */
export function describeWithHaproxy(name: string, tests: () => void): void {
  describe(name, () => {
    if (spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0) return tests()
    it('can be tried here', (t) => notTested(t, `"${name}" was NOT TESTED: HAProxy is not installed.`))
  })
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Wire
}

export interface CellRouter {
  url: string
  /** PEM of the authority that its certificate comes from. */
  authorityFile: string
  /** `authorization` and `host` of a request, whose body makes it a POST. */
  send(path: string, headers: Record<string, string>, body?: unknown): Promise<Reply>
  stop(): Promise<void>
}

/** HAProxy with the example's configuration, in which nothing but addresses and places of files is another. */
export async function startCellRouter(
  folder: string,
  { cells, olderIds }: { cells: readonly [string, string]; olderIds: string },
): Promise<CellRouter> {
  const authority = await testAuthority()
  const { cert, key } = await issueCertificate(authority, {
    addresses: ['127.0.0.1'],
    names: ['cell-01.pay.example.com', 'cell-02.pay.example.com'],
  })
  const port = await freePort()
  const files = { 'pay.pem': `${cert}\n${key}`, 'older-ids.map': olderIds, 'authority.pem': authority.cert }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  for (const name of ['unavailable.json', 'unknown-key.json']) copyFileSync(join(example, name), join(folder, name))
  writeFileSync(join(folder, 'cells.cfg'), configured(folder, port, cells))
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'cells.cfg')], { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)))
  const closed = once(child, 'close')
  const agent = new Agent({ connect: { ca: authority.cert } })
  const url = `https://127.0.0.1:${port}`
  const send: CellRouter['send'] = async (path, headers, body) => {
    // `fetch` sets Host by itself.
    const reply = await request(url + path, {
      dispatcher: agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: reply.statusCode, headers: reply.headers, body: await reply.body.json() }
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await closed
    await agent.close()
  }
  const ended = closed.then(() => {
    throw new Error(`HAProxy ended: ${printed.join('')}`)
  })
  await Promise.race([
    ended,
    eventually(async () => ((await send('/readyz', {})).status === 200 ? true : undefined), 'the router answers'),
  ]).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  // Whoever asks hears of a router that ends later.
  ended.catch(() => undefined)
  return { url, authorityFile: join(folder, 'authority.pem'), send, stop }
}

function configured(folder: string, port: number, cells: readonly [string, string]): string {
  const host = (cell: string) => new URL(cells[Number(cell) - 1] ?? '').host
  const changes = [
    [/bind :443 /, `bind 127.0.0.1:${port} `],
    [/\/etc\/haproxy\//g, `${folder}/`],
    [/^ *server \S+ 10\.0\.\d\.12:8420\n/gm, ''],
    [/10\.0\.(\d)\.11:8420/g, (_: string, cell: string) => host(cell)],
  ] as const
  return changes.reduce(
    (text, [from, to]) => {
      assert.match(text, from)
      return text.replace(from, to as string)
    },
    readFileSync(join(example, 'cells.cfg'), 'utf8'),
  )
}
