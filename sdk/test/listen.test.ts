import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Callback } from '../src/callbacks/callback.ts'
import { nodeCallbackHandler } from '../src/callbacks/node-handler.ts'
import type { CallbackEvent } from '../src/client/callback-history.ts'
import { startCli } from './support/cli-process.ts'
import { startFakeFeed } from './support/fake-feed.ts'
import { callbackFields, signedHeaders, testPoint } from './support/signed-callback.ts'

const apiKey = 'pas_test_key'
const point = testPoint()

function newEvent(status: 'COMPLETED' | 'ERROR' | 'EXPIRED' = 'COMPLETED'): CallbackEvent {
  const fields = callbackFields(point, { status, message: 'Pagó — ñ' })
  const body = JSON.stringify(fields).replace('{', '{"amount":10.00,')
  const headers: Record<string, string> = { ...signedHeaders(point, body), 'user-agent': 'Pasarela/1' }
  return {
    event_id: randomUUID(),
    webhook_id: headers['webhook-id'] ?? '',
    transaction_id: String(fields['transaction_id']),
    status,
    refunded_amount: 0,
    refundable_amount: 0,
    payment_link_id: null,
    created_at: '2030-01-31T12:00:00.000000Z',
    headers,
    body,
  }
}

/** A merchant's server on this machine. */
async function receiver(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  t.after(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

async function runningFeed(t: TestContext) {
  const feed = await startFakeFeed(apiKey)
  t.after(async () => await feed.stop())
  return feed
}

function listening(t: TestContext, args: readonly string[], options: Parameters<typeof startCli>[1] = {}) {
  const cli = startCli(['listen', ...args], options)
  t.after(() => cli.interrupt())
  return cli
}

const isWaiting = ({ err }: { err: string[] }) => err.some((line) => line.startsWith('Waiting for events'))

describe('pasarela listen', () => {
  it('brings every event from now on, byte for byte, to a handler that checks it, and says so in one line', async (t) => {
    const feed = await runningFeed(t)
    feed.push(newEvent())
    const received: Callback[] = []
    const url = await receiver(
      t,
      nodeCallbackHandler({ ...point, onCallback: (callback) => void received.push(callback) }),
    )
    const cli = listening(t, ['--forward', url], { env: { PASARELA_API_KEY: apiKey, PASARELA_BASE_URL: feed.url } })
    await cli.until(isWaiting)
    const events = [newEvent(), newEvent('ERROR'), newEvent('EXPIRED')]
    for (const event of events) feed.push(event)
    await cli.until(({ out }) => out.length === 3)
    assert.deepEqual(
      received.map((callback) => [callback.transaction_id, callback.status, callback.message]),
      events.map((event) => [event.transaction_id, event.status, 'Pagó — ñ']),
    )
    for (const [at, line] of cli.out().entries()) {
      const { webhook_id: id, transaction_id: transaction, status } = events[at] ?? newEvent()
      assert.match(line, new RegExp(`^\\d\\d:\\d\\d:\\d\\d  ${id}  ${transaction}  ${status}  -> 200 in \\d+ ms$`))
    }
    cli.interrupt()
    assert.equal(await cli.ended, 0)
    assert.equal(cli.err().at(-1), 'Ended after 3 events.')
  })

  it('sends the headers of the gateway and nothing of its own key', async (t) => {
    const feed = await runningFeed(t)
    const seen: NodeJS.Dict<string | string[]>[] = []
    const url = await receiver(t, (request, response) => {
      seen.push(request.headers)
      request.resume().on('end', () => response.end())
    })
    const cli = listening(t, ['--forward', url, '--base-url', feed.url, '--api-key', apiKey])
    await cli.until(isWaiting)
    const event = newEvent()
    feed.push(event)
    await cli.until(({ out }) => out.length === 1)
    for (const [name, value] of Object.entries(event.headers)) assert.equal(seen[0]?.[name], value, name)
    assert.equal(seen[0]?.['content-length'], String(Buffer.byteLength(event.body)))
    assert.equal(seen[0]?.['authorization'], undefined)
  })

  it('tries a failed one three times more, then goes on with the next', async (t) => {
    const feed = await runningFeed(t)
    const statuses = [500, 302, 500, 503, 404, 200]
    let requests = 0
    const url = await receiver(t, (request, response) => {
      request.resume().on('end', () => response.writeHead(statuses[requests++] ?? 200, { location: '/' }).end())
    })
    const cli = listening(t, ['--forward', url, '--base-url', feed.url, '--api-key', apiKey])
    await cli.until(isWaiting)
    feed.push(newEvent())
    feed.push(newEvent())
    await cli.until(({ out }) => out.length === 2)
    assert.match(cli.out()[0] ?? '', /-> 503 in \d+ ms \(attempt 4\)$/)
    assert.match(cli.out()[1] ?? '', /-> 200 in \d+ ms \(attempt 2\)$/)
    assert.equal(requests, 6)
  })

  it('says when nobody listens at the address', async (t) => {
    const feed = await runningFeed(t)
    const url = 'http://127.0.0.1:1/hook'
    const cli = listening(t, ['--forward', url, '--base-url', feed.url, '--api-key', apiKey])
    await cli.until(isWaiting)
    feed.push(newEvent())
    await cli.until(({ out }) => out.length === 1)
    assert.match(cli.out()[0] ?? '', /-> no answer: ECONNREFUSED in \d+ ms \(attempt 4\)$/)
  })

  it('survives a gateway that restarts, and misses nothing that happened meanwhile', async (t) => {
    const feed = await runningFeed(t)
    const received: string[] = []
    const url = await receiver(
      t,
      nodeCallbackHandler({ ...point, onCallback: ({ transaction_id: id }) => void received.push(id) }),
    )
    const cli = listening(t, ['--forward', url, '--base-url', feed.url, '--api-key', apiKey])
    await cli.until(isWaiting)
    const events = [newEvent(), newEvent(), newEvent()] as const
    feed.push(events[0])
    await cli.until(({ out }) => out.length === 1)
    await feed.stop()
    await cli.until(({ err }) => err.some((line) => /not reached.*Trying again/.test(line)))
    feed.push(events[1])
    await feed.start()
    feed.push(events[2])
    await cli.until(({ out }) => out.length === 3)
    assert.ok(cli.err().includes('The gateway is back.'))
    assert.deepEqual(
      received,
      events.map((event) => event.transaction_id),
    )
    assert.deepEqual([...new Set(feed.asked)].slice(0, 3), [null, '0', '1'])
  })

  it('takes the demo point of PASARELA_DATA_DIR, from the working directory or absolute, and says where it looked', async (t) => {
    const feed = await runningFeed(t)
    const folder = mkdtempSync(join(tmpdir(), 'pasarela-cli-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    for (const name of ['data', 'elsewhere']) mkdirSync(join(folder, name))
    const facts = { base_url: feed.url, api_key: apiKey }
    writeFileSync(join(folder, 'data', 'demo.json'), JSON.stringify({ ...facts, api_key: 'pas_test_other' }))
    writeFileSync(join(folder, 'elsewhere', 'demo.json'), JSON.stringify(facts))
    const url = await receiver(t, (request, response) => request.resume().on('end', () => response.end()))
    for (const dataDir of ['elsewhere', join(folder, 'elsewhere')]) {
      const cli = listening(t, ['--forward', url], { cwd: folder, env: { PASARELA_DATA_DIR: dataDir } })
      await cli.until(isWaiting)
      cli.interrupt()
    }
    const lost = listening(t, ['--forward', url], { cwd: folder, env: { PASARELA_DATA_DIR: 'nowhere' } })
    assert.equal(await lost.ended, 2)
    assert.match(lost.err().join(' '), /There is no nowhere\/demo\.json here: .*PASARELA_DATA_DIR/)
  })

  it('takes the demo point of the working directory, and a terminal cannot be driven by what it prints', async (t) => {
    const feed = await runningFeed(t)
    const folder = mkdtempSync(join(tmpdir(), 'pasarela-cli-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data', 'demo.json'), JSON.stringify({ base_url: feed.url, api_key: apiKey }))
    const url = await receiver(t, (request, response) => request.resume().on('end', () => response.end()))
    const cli = listening(t, ['--forward', url], { cwd: folder })
    await cli.until(isWaiting)
    feed.push({ ...newEvent(), transaction_id: 'tx\u001b[2J\nforged' })
    await cli.until(({ out }) => out.length === 1)
    assert.match(cli.out()[0] ?? '', /tx \[2J forged/)
  })

  it('ends with a sentence when the key is wrong, the feed is missing or an option is', async (t) => {
    const feed = await runningFeed(t)
    const forwarding = ['--forward', 'http://127.0.0.1:1/']
    const ending = async (args: readonly string[]) => {
      const cli = listening(t, args, { cwd: tmpdir() })
      return [await cli.ended, cli.err().at(-1)]
    }
    const wrongKey = await ending([...forwarding, '--base-url', feed.url, '--api-key', 'pas_test_other'])
    assert.deepEqual(wrongKey, [1, 'The gateway refuses: This API key is not known. (unknown_key)'])
    const noFeed = await ending([...forwarding, '--base-url', `${feed.url}/old`, '--api-key', apiKey])
    assert.match(String(noFeed), /^1,This gateway has no event feed/)
    assert.match(String(await ending(['--base-url', feed.url, '--api-key', apiKey])), /^2,Say where to/)
    assert.match(String(await ending(forwarding)), /^2,Say which gateway and key/)
    assert.match(String(await ending([...forwarding, '--base-url', 'nonsense', '--api-key', 'k'])), /^2,baseUrl must/)
    assert.match(String(await ending(['--nonsense'])), /^2,Unknown option/)
  })
})
