import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { answerBrokenRequest } from '../broken-request.ts'
import { allowSlowBody, limitBodyTime } from './body-deadline.ts'

const app = Fastify({ clientErrorHandler: answerBrokenRequest })
limitBodyTime(app, 100)
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text))
app.post('/short', async (request) => await Promise.resolve({ got: request.body }))
app.post(
  '/long',
  {
    preParsing: async (request, _reply, payload) => {
      allowSlowBody(request, 60_000)
      return await Promise.resolve(payload)
    },
  },
  async (request) => await Promise.resolve({ got: request.body }),
)
await app.listen({ port: 0, host: '127.0.0.1' })
after(async () => await app.close())

/** Sends the head and one byte of two; the other one follows when it is called. */
function half(path: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const answer = once(socket, 'data').then(([data]) => String(data))
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\na`)
  return { answer, finish: () => socket.end('b') }
}

test('a body that comes too slowly is refused in plain words, and one whose route allows it is waited for', async () => {
  const long = half('/long')
  assert.match(await half('/short').answer, /^HTTP\/1.1 408 [\s\S]*did not arrive in time/)
  long.finish()
  assert.match(await long.answer, /^HTTP\/1.1 200 [\s\S]*"got":"ab"/)
})
