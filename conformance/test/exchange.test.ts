import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { send } from '../src/run/exchange.ts'

describe('a gateway that is full', () => {
  /** What the next requests are answered. */
  let answers: [status: number, retryAfter?: string][] = []
  const server = createServer((_request, response) => {
    const [status, retryAfter] = answers.shift() ?? [200]
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('{}')
  })
  before(async () => await once(server.listen(0, '127.0.0.1'), 'listening'))
  after(() => server.close())
  const statusOf = async (...given: typeof answers) => {
    answers = given
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/`
    const { status } = await send({
      url,
      method: 'POST',
      headers: {},
      body: '{}',
      signal: new AbortController().signal,
    })
    return [status, answers.length]
  }

  it('is asked again when it says, a few times', async () => {
    assert.deepEqual(await statusOf([503, '0'], [503, '0'], [200]), [200, 0])
    assert.deepEqual(await statusOf(...Array<[number, string]>(6).fill([503, '0'])), [503, 1])
  })

  it('is not asked again where it does not say when, or says another thing', async () => {
    assert.deepEqual(await statusOf([503], [200]), [503, 1])
    assert.deepEqual(await statusOf([503, '3600'], [200]), [503, 1])
    assert.deepEqual(await statusOf([500, '0'], [200]), [500, 1])
  })
})
