import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const txid = (last: string) => `${'a'.repeat(31)}${last}`
const shop = { client_id: 'shop', client_secret: 'secret-of-the-shop', name: 'Loja', cnpj: '11222333000181' }
const other = { ...shop, client_id: 'other', client_secret: 'secret-of-the-other' }
const charge = { calendario: { expiracao: 60 }, valor: { original: '10.00' }, chave: 'loja@example.com' }

// biome-ignore lint/suspicious/noExplicitAny: the wire is what is being tested
type Json = any

describe('the simulated Pix provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'simpsp-test-'))
  const main = fileURLToPath(new URL('../src/main.js', import.meta.url))
  let child: ChildProcess
  let url = ''
  let token = ''

  const start = async () => {
    const env = { SIMPSP_PORT: '0', SIMPSP_DATA_DIR: folder, SIMPSP_RETURN_AFTER_MS: '20' }
    child = fork(main, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    const [message] = (await once(child, 'message')) as [{ url: string }]
    url = message.url
    token = (await tokenOf(shop)).access_token
  }
  const tokenOf = async ({ client_id: id, client_secret: secret }: typeof shop): Promise<Json> => {
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    return await (await fetch(`${url}/oauth/token`, { method: 'POST', headers: { authorization }, body })).json()
  }
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    by = token,
  ): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${by}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const control = async (method: string, path: string, body?: unknown) =>
    await call(method, `/control${path}`, body, 'control-token-of-the-test')

  before(async () => {
    const clients = [
      { ...shop, keys: ['loja@example.com'] },
      { ...other, keys: ['outra@example.com'] },
    ]
    writeFileSync(join(folder, 'clients.json'), JSON.stringify({ control_token: 'control-token-of-the-test', clients }))
    await start()
  })
  after(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('lets in only customers with a token, and the control only with its own', async () => {
    assert.equal((await call('GET', `/api/cob/${txid('1')}`, undefined, 'x')).status, 401)
    assert.equal((await call('GET', '/control/records')).status, 401)
    assert.equal((await tokenOf({ ...shop, client_secret: 'wrong-secret' })).error, 'invalid_client')
  })

  it('keeps the charges of its customers apart', async () => {
    assert.equal((await call('PUT', `/api/cob/${txid('2')}`, charge)).status, 201)
    const stranger = (await tokenOf(other)).access_token
    assert.equal((await call('GET', `/api/cob/${txid('2')}`, undefined, stranger)).status, 404)
    const wrong = await call('PUT', `/api/cob/${txid('2')}`, charge, stranger)
    assert.deepEqual(
      wrong.body.violacoes.map((each: Json) => each.propriedade),
      ['cob.chave'],
    )
  })

  it('names every wrong field', async () => {
    const wrong = { valor: { original: 1, moeda: 'x' }, chave: '', calendario: { expiracao: 0 } }
    const { status, body } = await call('PUT', `/api/cob/${txid('3')}`, wrong)
    assert.equal(status, 400)
    assert.deepEqual(body.violacoes.map((each: Json) => each.propriedade).sort(), [
      'cob.calendario.expiracao',
      'cob.chave',
      'cob.valor.moeda',
      'cob.valor.original',
    ])
  })

  it('takes returns up to the payment, each id once, and decides them', async () => {
    await call('PUT', `/api/cob/${txid('4')}`, charge)
    const { endToEndId } = (await control('POST', '/pay', { txid: txid('4') })).body
    const give = async (id: string, valor: string) =>
      await call('PUT', `/api/pix/${endToEndId}/devolucao/${id}`, { valor })
    assert.equal((await give('r1', '4.00')).status, 201)
    assert.equal((await give('r1', '4.00')).status, 400)
    assert.equal((await give('r2', '6.01')).status, 400)
    assert.equal((await give('r3', '5.13')).status, 201)
    await sleep(200)
    const states = (await call('GET', `/api/cob/${txid('4')}`)).body.pix[0].devolucoes
    assert.deepEqual(
      states.map((each: Json) => [each.id, each.status]),
      [
        ['r1', 'DEVOLVIDO'],
        ['r3', 'NAO_REALIZADO'],
      ],
    )
    // What was not returned may be returned again.
    assert.equal((await give('r4', '6.00')).status, 201)
  })

  it('pays a charge once, and pushes it to the registered address until it is taken', async (t) => {
    const told: string[] = []
    const receiver = createServer((request, response) => {
      told.push(request.url ?? '')
      response.writeHead(told.length === 1 ? 503 : 200).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    t.after(() => receiver.close())
    const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    assert.equal((await call('PUT', '/api/webhook/loja@example.com', { webhookUrl })).status, 200)
    await call('PUT', `/api/cob/${txid('5')}`, charge)
    await control('POST', '/pay', { txid: txid('5') })
    assert.equal((await control('POST', '/pay', { txid: txid('5') })).status, 409)
    for (let tried = 0; told.length < 2 && tried < 200; tried += 1) await sleep(50)
    assert.deepEqual(told, ['/hook/pix', '/hook/pix'])
  })

  it('keeps its records when it is killed, and drops half a line', async () => {
    const before = (await control('GET', '/records')).body
    child.kill('SIGKILL')
    await once(child, 'exit')
    appendFileSync(join(folder, 'records.jsonl'), '{"charge":{"txid"')
    await start()
    assert.deepEqual((await control('GET', '/records')).body, before)
    assert.equal((await call('PUT', `/api/cob/${txid('6')}`, charge)).status, 201)
  })
})
