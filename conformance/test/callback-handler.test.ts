import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from './support/root.ts'

const path = join(root, 'conformance', 'client', 'callback-handler.mjs')
const { answerCallback, callbackListener } = (await import(pathToFileURL(path).href)) as Handler

interface Merchant {
  authPointId: string
  authApiToken: string
  remember: (callback: Record<string, unknown>) => void
}
interface Handler {
  answerCallback(rawBody: string, merchant: Merchant): { code: number; body: { status: string } }
  callbackListener(merchant: Merchant): RequestListener
}

const credentials = { authPointId: '6f3c7f6e-6d0a-4b0e-9c53-0c1a8a3f1b11', authApiToken: 'token-of-the-test' }

describe('the reference handler of callbacks', () => {
  const servers: Server[] = []
  after(() => {
    for (const server of servers) server.close()
  })
  const merchantOf = (remember: Merchant['remember'] = () => undefined): Merchant => ({ ...credentials, remember })
  const listen = async (merchant: Merchant): Promise<string> => {
    const server = createServer(callbackListener(merchant))
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }
  const answer = (text: string, merchant = merchantOf()) => answerCallback(text, merchant)

  it('answers 200 with the status success', async () => {
    const told: unknown[] = []
    const url = await listen(merchantOf((callback) => told.push(callback['transaction_id'])))
    const response = await fetch(url, { method: 'POST', body: callbackOf({}) })
    assert.deepEqual([response.status, await response.json()], [200, { status: 'success' }])
    assert.deepEqual(told, ['t-1'])
  })

  it('answers 400 to a body that is no JSON', () => {
    for (const text of ['', 'no', '[]', 'null', '"text"', '{"transaction_id":'])
      assert.equal(answer(text).code, 400, text)
  })

  it('answers 400 where a required field is missing', () => {
    for (const name of ['transaction_id', 'api_key', 'security_hash', 'status', 'message']) {
      assert.equal(answer(callbackOf({ [name]: undefined })).code, 400, name)
    }
  })

  it('answers 401 to a hash of another token, point or api_key', () => {
    assert.equal(answer(callbackOf({})).code, 200)
    for (const hash of [hashOf(7, 'other'), hashOf(8), hashOf(7).slice(2), 'no hex']) {
      assert.equal(answer(callbackOf({ security_hash: hash })).code, 401, hash)
    }
    assert.equal(answer(callbackOf({ api_key: '007', security_hash: hashOf(7) })).code, 401)
  })

  it('answers 500 where its own store fails', () => {
    let fails = true
    const merchant = merchantOf(() => {
      if (fails) throw new Error('no space left')
    })
    assert.equal(answer(callbackOf({}), merchant).code, 500)
    fails = false
    assert.equal(answer(callbackOf({}), merchant).code, 200)
  })

  it('tells its function once, however often a callback comes', () => {
    const told: unknown[] = []
    const merchant = merchantOf((callback) => told.push(callback['status']))
    for (const status of ['EXPIRED', 'EXPIRED', 'COMPLETED', 'COMPLETED']) {
      assert.equal(answer(callbackOf({ status }), merchant).code, 200)
    }
    assert.deepEqual(told, ['EXPIRED', 'COMPLETED'])
  })

  it('answers before its function has finished', async () => {
    let release = () => {}
    const answered = new Promise<void>((resolve) => {
      release = resolve
    })
    const work: Promise<string>[] = []
    const url = await listen(merchantOf(() => work.push(answered.then(() => 'done'))))
    const response = await fetch(url, { method: 'POST', body: callbackOf({}) })
    assert.equal(response.status, 200)
    release()
    assert.deepEqual(await Promise.all(work), ['done'])
  })
})

function callbackOf(changes: Record<string, unknown>): string {
  const callback = { transaction_id: 't-1', api_key: 7, security_hash: hashOf(7), status: 'COMPLETED', message: 'paid' }
  return JSON.stringify({ ...callback, ...changes })
}

function hashOf(apiKey: number, token = credentials.authApiToken): string {
  return createHmac('sha256', token).update(`${apiKey}${credentials.authPointId}`).digest('hex')
}
