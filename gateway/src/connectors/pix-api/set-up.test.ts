import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { readCredentials } from '../../provider-accounts/read-credentials.ts'
import { present } from '../../values/assert.ts'
import { Problem } from '../../values/problem.ts'
import { pixApi } from './connector.ts'

const secret = 'ab'.repeat(32)
const notifyUrl = 'https://pay.example.com/provider-notifications/one'
const connector = pixApi()
const setUp = present(connector.setUp, 'the set-up')
after(async () => await connector.close())

const given = {
  psp: 'other',
  base_url: 'https://pix.example.com/v2',
  token_url: 'https://pix.example.com/token',
  client_id: 'client',
  client_secret: 'CANARY',
  pix_key: 'pay@example.com',
  receiver_name: 'Loja Exemplo Ltda',
  receiver_document: '11222333000181',
  bank: 'Banco Exemplo',
  notification_secret: secret,
}

describe('the set-up of the Pix API', () => {
  it('shows what is no secret, and refuses every wrong field by name without its value', () => {
    const { facts } = readCredentials(setUp, given, new Date())
    assert.equal(facts['pix_key'], 'pay@example.com')
    assert.doesNotMatch(JSON.stringify(facts), new RegExp(`CANARY|${secret}`))
    const wrong = {
      ...given,
      base_url: undefined,
      pix_key: 'CANARY',
      receiver_document: '1',
      private_key: 'x',
      psq: 'bb',
    }
    assert.throws(
      () => readCredentials(setUp, wrong, new Date()),
      (error) => {
        assert.ok(error instanceof Problem)
        const params = error.fields.map(({ param }) => param).sort()
        assert.deepEqual(params, ['base_url', 'certificate', 'pix_key', 'private_key', 'psq', 'receiver_document'])
        assert.doesNotMatch(JSON.stringify(error.fields), /CANARY/)
        return true
      },
    )
  })

  it('says which fields belong together', () => {
    const wrong = { ...given, psp: 'bb', base_url: undefined, private_key: '-----BEGIN PRIVATE KEY-----' }
    assert.throws(
      () => readCredentials(setUp, wrong, new Date()),
      (error) => {
        assert.ok(error instanceof Problem)
        assert.deepEqual(error.fields.map(({ param }) => param).sort(), ['app_key', 'certificate'])
        return true
      },
    )
  })

  const answers: Record<string, { token?: number; status: number; body: unknown; expected: unknown }> = {
    'a webhook at our address': {
      status: 200,
      body: { webhookUrl: `${notifyUrl}/${secret}`, cnpj: '11222333000181', criacao: '2030-06-15T12:00:00Z' },
      expected: { ok: true, facts: { notifications: 'registered' } },
    },
    'a webhook elsewhere': {
      status: 200,
      body: { webhookUrl: 'https://other.example.com', cnpj: '11222333000181', criacao: '2030-06-15T12:00:00Z' },
      expected: { ok: true, facts: { notifications: 'registered for another address' } },
    },
    'no webhook': {
      status: 404,
      body: { type: 'https://pix.bcb.gov.br/api/v2/error/WebhookNaoEncontrado', title: 't', status: 404 },
      expected: { ok: true, facts: { notifications: 'not registered' } },
    },
    'a wrong address': {
      status: 404,
      body: { message: 'no route' },
      expected: { ok: false, why: 'The provider answered with the HTTP status 404 and no webhook.' },
    },
    'a missing right': {
      status: 403,
      body: { type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado', title: 't', status: 403 },
      expected: { ok: false, why: 'The provider refuses to show the webhook of this Pix key.' },
    },
    'a wrong client secret': {
      token: 401,
      status: 200,
      body: {},
      expected: { ok: false, why: 'The provider refuses the client id, the client secret or the certificate.' },
    },
    'a token service that is down': {
      token: 503,
      status: 200,
      body: {},
      expected: { ok: false, why: 'The provider, or the service that gives its tokens, does not answer.' },
    },
  }
  for (const [what, { token = 200, status, body, expected }] of Object.entries(answers)) {
    it(`says what ${what} means`, async (t) => {
      const asked: string[] = []
      const server = createServer((request, response) => {
        asked.push(`${request.method} ${request.url}`)
        const isToken = request.url === '/token'
        response.writeHead(isToken ? token : status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(isToken ? { access_token: 't', expires_in: 60 } : body))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      t.after(() => server.close())
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const credentials = JSON.stringify({ ...given, base_url: url, token_url: `${url}/token` })
      const account = { id: what, connector: 'pix-api', environment: 'live', credentials } as const
      const tried = await present(setUp.tryCredentials, 'the call')({ account, timeoutMs: 5_000, notifyUrl })
      assert.deepEqual(tried, expected)
      assert.deepEqual(asked, token === 200 ? ['POST /token', 'GET /webhook/pay%40example.com'] : ['POST /token'])
    })
  }
})
