import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createLog } from '../platform/log/log.ts'
import { createMetrics } from '../platform/log/metrics.ts'
import type { Caller } from '../values/caller.ts'
import { createBaseServer } from '../web/base-server.ts'
import { refuseUncheckedSignatures } from './server.ts'

/** What the next request is. */
const demanding = { point: { requireSignedPayouts: true } } as Caller
let next = { caller: demanding, isChecked: false }

describe('a route that is signed', () => {
  let app: FastifyInstance
  before(() => {
    const deps = { log: createLog('silent'), metrics: createMetrics(), site: { url: () => '', localUrl: () => '' } }
    app = createBaseServer(deps, { trustedProxies: [], isShuttingDown: () => false })
    app.addHook('onRequest', async (request) => {
      request.caller = next.caller
      request.isSignatureChecked = next.isChecked
    })
    refuseUncheckedSignatures(app)
    const echo = async (request: { rawBody: Buffer | undefined }) =>
      await Promise.resolve({ isFreed: request.rawBody === undefined })
    app.post('/signed', { config: { signed: true } }, echo)
    app.post('/unsigned', echo)
  })
  after(async () => await app.close())

  const answerTo = async (given: Partial<typeof next>, url = '/signed') => {
    next = { caller: demanding, isChecked: false, ...given }
    return (await app.inject({ method: 'POST', url, payload: { amount: 1 } })).json()
  }

  it('refuses what nobody has checked where the point demands signatures, whatever headers it has', async () => {
    assert.equal((await answerTo({})).error.code, 'bad_signature')
  })

  it('takes what was checked, what a person sends and what needs no signature, without the bytes of its body', async () => {
    const person = { ...demanding, person: {} } as Caller
    const free = { point: { requireSignedPayouts: false } } as Caller
    for (const given of [{ isChecked: true }, { caller: person }, { caller: free }]) {
      assert.deepEqual(await answerTo(given), { isFreed: true })
    }
    assert.deepEqual(await answerTo({}, '/unsigned'), { isFreed: true })
  })
})
