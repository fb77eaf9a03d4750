import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Agent, fetch } from 'undici'
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
  headers: Headers
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
  const { cert, key } = await issueCertificate(authority)
  const port = await freePort()
  const files = { 'pay.pem': cert + key, 'older-ids.map': olderIds, 'authority.pem': authority.cert }
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
    const json = body === undefined ? {} : { body: JSON.stringify(body), method: 'POST' }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const reply = await fetch(url + path, { dispatcher: agent, headers: { ...type, ...headers }, ...json })
    return { status: reply.status, headers: reply.headers as unknown as Headers, body: await reply.json() }
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await closed
    await agent.close()
  }
  try {
    // Both cells have passed their first checks of health.
    await eventually(async () => {
      assert.equal(child.exitCode, null, printed.join(''))
      return (await send('/readyz', {})).status === 200 || undefined
    }, 'the router answers')
  } catch (error) {
    await stop()
    throw new Error(printed.join(''), { cause: error })
  }
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
