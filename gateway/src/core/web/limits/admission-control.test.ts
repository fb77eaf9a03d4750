import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import { eventually } from '../../../../test/support/eventually.ts'
import { siteAt } from '../../platform/deps.ts'
import { createLog } from '../../platform/log/log.ts'
import { createMetrics } from '../../platform/log/metrics.ts'
import { createBaseServer } from '../base-server.ts'
import { openAdmissionControl } from './admission-control.ts'

const inProgressMax = 8
const shareMax = 5

describe('admission control', () => {
  const metrics = createMetrics()
  const agent = new Agent({ connections: 64, pipelining: 1 })
  const state = { handled: 0, parsed: 0 }
  let waiting: (() => void)[] = []
  let app: FastifyInstance
  let url = ''

  before(async () => {
    const site = { log: createLog('silent'), metrics, site: siteAt('https://pay.example') }
    app = createBaseServer(site, { trustedProxies: [], isShuttingDown: () => false })
    const control = openAdmissionControl(metrics, { name: 'merchants', inProgressMax, shareMax })
    app.register((scope, _options, done) => {
      control.admit(scope)
      control.share(scope, ({ headers }) => headers['x-caller']?.toString())
      scope.addHook('preParsing', async () => {
        state.parsed++
      })
      scope.post('/slow', async () => {
        state.handled++
        await new Promise<void>((resolve) => waiting.push(resolve))
        return { ok: true }
      })
      scope.get('/broken', async () => {
        throw new Error('broken')
      })
      done()
    })
    app.register((scope, _options, done) => {
      control.admit(scope)
      control.share(scope, ({ headers }) => headers['x-caller']?.toString(), 'preValidation')
      scope.post('/proved-by-body', async () => {
        state.handled++
        await new Promise<void>((resolve) => waiting.push(resolve))
        return { ok: true }
      })
      done()
    })
    app.get('/healthz', async () => ({ status: 'ok' }))
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(async () => {
    letGo()
    await agent.close()
    await app.close()
  })

  const letGo = () => {
    for (const resolve of waiting) resolve()
    waiting = []
  }
  const send = async (caller: string, path = '/slow') => {
    const answer = await request(`${url}${path}`, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'content-type': 'application/json', 'x-caller': caller },
      body: '{}',
    })
    return { status: answer.statusCode, headers: answer.headers, body: (await answer.body.json()) as RefusedBody }
  }
  const inProgress = async () => await valueNamed('queue_length{queue="requests_merchants"}')
  const openSockets = async () => await valueNamed('queue_length{queue="sockets"}')
  const valueNamed = async (name: string) => {
    const line = (await metrics.registry.metrics()).split('\n').find((each) => each.startsWith(`${name} `))
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  const until = async (isSo: () => Promise<boolean> | boolean) => {
    await eventually(async () => (await isSo()) || undefined, String(isSo))
  }
  const fill = async (callers: readonly string[]) => {
    const before = state.handled
    const answers = callers.map(async (caller) => await send(caller))
    await until(() => state.handled === before + callers.length)
    return answers
  }

  it('refuses requests beyond the limit at once as a problem, without reading the body', async () => {
    const answers = await fill(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'])
    const parsedBefore = state.parsed
    const refused = await send('c')
    assert.equal(refused.status, 503)
    assert.equal(refused.headers['retry-after'], '1')
    assert.equal(refused.body.error.code, 'unavailable')
    assert.equal(refused.body.status, 'fail')
    assert.equal(state.parsed, parsedBefore, 'its body was not parsed')
    assert.equal(await valueNamed('refused_total{why="requests_merchants"}'), 1)
    assert.equal(await inProgress(), inProgressMax)
    assert.equal((await fetch(`${url}/healthz`)).status, 200, 'routes without admission control answer')
    letGo()
    assert.deepEqual(
      (await Promise.all(answers)).map(({ status }) => status),
      Array(8).fill(200),
    )
    await until(async () => (await inProgress()) === 0)
    const [again] = await fill(['c'])
    letGo()
    assert.equal((await again)?.status, 200)
  })

  it('gives one caller at most its share, and the other callers the rest', async () => {
    const answers = await fill(Array(shareMax).fill('greedy'))
    const refused = await send('greedy')
    assert.equal(refused.status, 429)
    assert.equal(refused.body.error.code, 'rate_limited')
    assert.equal(refused.headers['retry-after'], '1')
    const others = await fill(['modest', 'humble', 'patient'])
    letGo()
    const statuses = (await Promise.all([...answers, ...others])).map(({ status }) => status)
    assert.deepEqual(statuses, Array(8).fill(200))
    await until(async () => (await inProgress()) === 0)
    const [next] = await fill(['greedy'])
    letGo()
    assert.equal((await next)?.status, 200)
  })

  it('gives a share to a caller that only the body proves, and none while the body arrives', async () => {
    const halves = await Promise.all(
      Array.from(
        { length: shareMax },
        async () => await open('named', { path: '/proved-by-body', body: '{', length: 2 }),
      ),
    )
    const handledBefore = state.handled
    const answers = Array.from({ length: shareMax }, async () => await send('named', '/proved-by-body'))
    await until(() => state.handled === handledBefore + shareMax)
    assert.equal((await send('named', '/proved-by-body')).status, 429)
    for (const socket of halves) socket.destroy()
    letGo()
    await Promise.all(answers)
    await until(async () => (await inProgress()) === 0)
  })

  it('keeps the slot of running work until it is done, even if its caller disconnects', async () => {
    const openBefore = await openSockets()
    const sockets = await Promise.all(Array.from({ length: inProgressMax }, async (_, n) => await open(`left-${n}`)))
    await until(() => waiting.length === inProgressMax)
    for (const socket of sockets) socket.destroy()
    await until(async () => (await openSockets()) <= openBefore)
    assert.equal(await inProgress(), inProgressMax)
    assert.equal((await send('c')).status, 503)
    letGo()
    await until(async () => (await inProgress()) === 0)
  })

  it('frees the slot of a body that never ends, and of a route that throws', async () => {
    const socket = await open('half', { body: '{"half":', length: 100 })
    await until(async () => (await inProgress()) === 1)
    socket.destroy()
    await until(async () => (await inProgress()) === 0)
    assert.equal((await fetch(`${url}/broken`)).status, 500)
    await until(async () => (await inProgress()) === 0)
  })

  it('gives an unknown caller a slot only when its body has arrived', async () => {
    const openBefore = await openSockets()
    const handledBefore = state.handled
    const parsedBefore = state.parsed
    const sockets = await Promise.all(
      Array.from({ length: 3 * inProgressMax }, async () => await open(undefined, { body: '{', length: 2 })),
    )
    await until(() => state.parsed === parsedBefore + sockets.length)
    const served = await fill(['modest', 'humble', 'patient'])
    assert.equal(await inProgress(), 3)
    const places = inProgressMax - 3
    for (const socket of sockets.slice(0, places)) socket.write('}')
    await until(() => state.handled === handledBefore + inProgressMax)
    assert.equal(await inProgress(), inProgressMax)
    const late = sockets[places] as Socket
    late.write('}')
    const [chunk] = (await once(late, 'data')) as [Buffer]
    assert.match(chunk.toString('latin1'), /^HTTP\/1\.1 503 /, 'the body arrived when all slots were taken')
    letGo()
    assert.deepEqual(
      (await Promise.all(served)).map(({ status }) => status),
      [200, 200, 200],
    )
    for (const socket of sockets) socket.destroy()
    await until(async () => (await openSockets()) <= openBefore + 3)
    await until(async () => (await inProgress()) === 0)
  })

  it('frees the slots of all requests of a broken connection, including pipelined requests that were not answered', async () => {
    const openBefore = await openSockets()
    const socket = await open('pipelined')
    await until(() => waiting.length === 1)
    const broken = 'GET /broken HTTP/1.1\r\nhost: x\r\n\r\n'
    socket.write(broken.repeat(3))
    await until(async () => (await inProgress()) === 4)
    socket.destroy()
    await until(async () => (await openSockets()) <= openBefore)
    letGo()
    await until(async () => (await inProgress()) === 0)
    const answers = await fill(Array(shareMax).fill('pipelined'))
    letGo()
    await Promise.all(answers)
  })

  /** Sends a raw request that the test can cut off at any byte. */
  async function open(
    caller: string | undefined,
    { path = '/slow', body = '{}', length }: { path?: string; body?: string; length?: number } = {},
  ): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    const head = [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/json']
    if (caller !== undefined) head.push(`x-caller: ${caller}`)
    socket.write(`${head.join('\r\n')}\r\ncontent-length: ${length ?? body.length}\r\n\r\n${body}`)
    return socket
  }
})

interface RefusedBody {
  status: string
  error: { code: string }
}
