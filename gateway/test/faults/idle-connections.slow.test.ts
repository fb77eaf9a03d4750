import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWorld } from '../support/world.ts'

/** Loopback addresses that the connections come from: one alone has too few ports, and is one caller. */
const connectionsPerAddress = 2_000

/** Opened at once: the queue of a listening socket is short. */
const openingAtOnce = 100

/** Slow clients send or read one byte this often. */
const dribbleEveryMs = 500

/** Longer than the server waits for a client that does not read: twice its limit, because Node looks whether something moved. */
const probeAfterMs = 42_000

/** A connection that was answered once and then stays open, and the ways of being slow. */
const slowKinds = ['head', 'body', 'reading', 'silent'] as const
type SlowKind = (typeof slowKinds)[number]

interface IdleWish {
  port: number
  idle: number
  slow: number
  /** For slow bodies: what would be a right request. */
  apiKey: string
}

interface IdleState {
  /** Connections that were answered and are still open. */
  idleOpen: number
  /** Slow clients by kind: how many the gateway has closed and that came back since. */
  slowClosed: Record<SlowKind, number>
}

/** Opens idle and slow connections until `end`. Slow ones that are closed come back at once, as attackers do. */
async function openIdleClients(wish: IdleWish): Promise<{ state(): IdleState; end(): void }> {
  const idle = new Set<Socket>()
  const slow = new Set<Socket>()
  const slowClosed: Record<SlowKind, number> = { head: 0, body: 0, reading: 0, silent: 0 }
  const life = { ended: false }
  for (let opened = 0; opened < wish.idle; opened += openingAtOnce) {
    const count = Math.min(openingAtOnce, wish.idle - opened)
    await Promise.all(Array.from({ length: count }, async (_, n) => await openIdle(wish, idle, opened + n)))
  }
  const beSlow = async (kind: SlowKind): Promise<void> => {
    while (!life.ended) {
      await dribble(wish, slow, kind)
      slowClosed[kind]++
    }
  }
  for (let n = 0; n < wish.slow; n++) void beSlow(slowKinds[n % slowKinds.length] ?? 'head')
  return {
    state: () => ({ idleOpen: idle.size, slowClosed }),
    end: () => {
      life.ended = true
      for (const socket of [...idle, ...slow]) socket.destroy()
    },
  }
}

/** 127.0.0.2 and on: 127.0.0.1 is whoever measures. */
function addressOf(n: number): string {
  return `127.0.0.${2 + Math.floor(n / connectionsPerAddress)}`
}

/** One answered request, and then nothing. Rejects where it is not answered with 200. */
async function openIdle({ port }: IdleWish, open: Set<Socket>, n: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(n) })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed before it was answered')))
    socket.once('data', (chunk: Buffer) =>
      chunk.toString('latin1').startsWith('HTTP/1.1 200') ? resolve() : reject(new Error('not answered with 200')),
    )
    socket.write('GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n')
  })
  socket.removeAllListeners('error').on('error', () => undefined)
  open.add(socket)
  socket.once('close', () => open.delete(socket))
}

/** One slow client until it is closed. */
async function dribble({ port, apiKey }: IdleWish, open: Set<Socket>, kind: SlowKind): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.100' })
  open.add(socket)
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const head = `host: gateway\r\nauthorization: Bearer ${apiKey}\r\n`
  const first: Record<SlowKind, string> = {
    head: 'GET /healthz HTTP/1.1\r\n',
    body: `POST /api/v1/payments/payin_hth HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 2000\r\n\r\n{`,
    reading: `GET /openapi.json HTTP/1.1\r\n${head}\r\n`.repeat(100),
    silent: '',
  }
  socket.write(first[kind])
  if (kind === 'reading') {
    socket.pause()
    // Who does not read does not see the end either; a byte finds out, after the server has lost its patience.
    let probing: NodeJS.Timeout | undefined
    const timer = setTimeout(() => {
      probing = setInterval(() => socket.write('x'), dribbleEveryMs)
    }, probeAfterMs)
    socket.once('close', () => {
      clearTimeout(timer)
      clearInterval(probing)
    })
  }
  if (kind === 'head' || kind === 'body') {
    const timer = setInterval(() => socket.write(kind === 'head' ? 'x' : ' '), dribbleEveryMs)
    socket.once('close', () => clearInterval(timer))
    socket.resume()
  }
  if (kind === 'silent') socket.resume()
  await closed
  open.delete(socket)
  await sleep(10)
}

const idle = 300

/** Several times what the limits of the server add up to. */
const roundsMax = 1_000

describe('connections that do nothing, or everything slowly', () => {
  const world = openWorld({ ownProcess: true })

  it('stay open, or are closed when they hold something up, and the others are served all the while', async () => {
    const clients = await openIdleClients({
      port: Number(new URL(world.url).port),
      idle,
      slow: 4 * slowKinds.length,
      apiKey: world.demo.api_key,
    })
    try {
      let idleOpen: number | undefined
      for (let served = 0; ; served++) {
        const body = { service_code: 'BT_AR', amount: 10, reference: `idle-${served}`, payer_doc_id: '20267565393' }
        const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        const { slowClosed } = clients.state()
        // Before the gateway may close what is idle.
        const { reading, ...others } = slowClosed
        if (Object.values(others).every((closed) => closed > 0) && idleOpen === undefined) {
          idleOpen = clients.state().idleOpen
        }
        if (idleOpen !== undefined && reading > 0) break
        assert.ok(served < roundsMax, `not every kind of slow client was closed: ${JSON.stringify(slowClosed)}`)
        await sleep(100)
      }
      assert.equal(idleOpen, idle)
      const metrics = await (await fetch(`${world.url}/metrics`)).text()
      assert.doesNotMatch(metrics, /refused_total\{why="sockets/, 'no honest connection met a limit')
    } finally {
      clients.end()
    }
  })
})
