import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { NotificationReply, RawNotification } from '../connectors/connector.ts'
import { systemClock } from '../platform/clock/clock.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import type { ProcessingDeps } from '../processing/deps.ts'
import { Problem } from '../values/problem.ts'
import { notificationRoutes } from './routes.ts'

test('a connector gets the path, the query and the address of a push, and answers in its own words or in ours', async () => {
  const raws: RawNotification[] = []
  let reply: NotificationReply | undefined
  const connector = {
    readNotifications: (raw: RawNotification) => {
      raws.push(raw)
      return raw.query === '' ? undefined : { events: [] }
    },
    notificationReply: () => reply,
  }
  const id = randomUUID()
  const app = fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(async (error, _request, answer) => await answer.code(error instanceof Problem ? 401 : 500).send())
  notificationRoutes(app, {
    routes: {
      account: async () => await Promise.resolve({ id, connector: 'a', environment: 'test', credentials: '' }),
    },
    connectors: new Map([['a', connector]]),
    clock: systemClock(),
    metrics: createMetrics({ ofProcess: false }),
    database: {},
    notify: () => undefined,
  } as unknown as ProcessingDeps)
  const post = async (more: string) =>
    await app.inject({ method: 'POST', url: `/provider-notifications/${id}${more}`, payload: 'x' })
  assert.deepEqual((await post('?a=b')).json(), { received: true })
  assert.equal((await post('/secret/pix')).statusCode, 401)
  reply = { status: 202, type: 'text/plain', body: '{"mensaje":"confirmar"}' }
  const own = await post('/secret/pix?hmac=1&x=%2F')
  assert.deepEqual([own.statusCode, own.headers['content-type'], own.body], [202, 'text/plain', reply.body])
  reply = { status: 400, type: 'application/json', body: '{"mensaje":"devolver","id":1}' }
  const returned = await post('')
  assert.deepEqual([returned.statusCode, returned.json()], [400, { mensaje: 'devolver', id: 1 }])
  assert.deepEqual(
    raws.map(({ path, query, remoteAddress }) => [path, query, remoteAddress]),
    [
      ['', 'a=b', '127.0.0.1'],
      ['/secret/pix', '', '127.0.0.1'],
      ['/secret/pix', 'hmac=1&x=%2F', '127.0.0.1'],
      ['', '', '127.0.0.1'],
    ],
  )
  await app.close()
})
