import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import type { ProviderAnswer, ProviderRequest } from '../net/provider-http.ts'
import { oauthTokens, type TokenGrant } from './oauth-token.ts'

const grant: TokenGrant = {
  accountId: 'an account',
  url: 'https://bank.example/token',
  credentials: 'basic',
  body: 'form',
  clientId: 'client',
  clientSecret: 'a secret of the client',
  scope: 'cob.write',
  timeoutMs: 1_000,
}
const order: ProviderRequest = { method: 'PUT', url: 'https://bank.example/cob/1', headers: { a: 'b' }, timeoutMs: 500 }

const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}): ProviderAnswer => ({
  kind: 'answer',
  status,
  headers,
  text: '',
  body,
  retryAfterMs: undefined,
})

/** A bank that gives tokens `t1`, `t2` … of 100 s, and answers orders by `answerOrder`. */
function bank(answerOrder: (token: string) => ProviderAnswer = () => answer(201)) {
  let nowMs = 0
  const asked: ProviderRequest[] = []
  const tokens: string[] = []
  const state = { answerToken: (count: number) => answer(200, { access_token: `t${count}`, expires_in: '100' }) }
  const http = {
    call: async (wanted: ProviderRequest) => {
      await Promise.resolve()
      if (wanted.url === grant.url) {
        asked.push(wanted)
        return state.answerToken(asked.length)
      }
      const token = wanted.headers['authorization']?.replace('Bearer ', '') ?? ''
      tokens.push(token)
      return answerOrder(token)
    },
    close: async () => await Promise.resolve(),
  }
  const made = oauthTokens(() => {
    const startMs = nowMs
    return () => nowMs - startMs
  })
  const call = async (more: Partial<TokenGrant> = {}) => await made.call(http, { ...grant, ...more }, order)
  return { call, asked, tokens, state, pass: (ms: number) => (nowMs += ms) }
}

describe('the access token of a connector account', () => {
  it('is asked for once by all calls, and again when 80 % of its life have passed', async () => {
    const { call, asked, tokens, pass } = bank()
    await Promise.all([call(), call(), call()])
    pass(79_999)
    await call()
    pass(1)
    await Promise.all([call(), call()])
    assert.equal(asked.length, 2)
    assert.deepEqual(tokens, ['t1', 't1', 't1', 't1', 't2', 't2'])
  })

  it('is asked for by form or JSON, with the credentials where the bank wants them; other credentials get another', async () => {
    const { call, asked } = bank()
    const fields = { grant_type: 'client_credentials', scope: 'cob.write' }
    await call()
    assert.deepEqual(asked[0]?.body, { form: fields })
    const basic = `Basic ${Buffer.from('client:a secret of the client').toString('base64')}`
    assert.equal(asked[0]?.headers['authorization'], basic)
    await call({ clientSecret: 'x', credentials: 'body', body: 'json' })
    assert.deepEqual(asked[1]?.body, { json: { ...fields, client_id: 'client', client_secret: 'x' } })
    assert.equal(asked[1]?.headers['authorization'], undefined)
    await call({ accountId: 'another account' })
    assert.equal(asked.length, 3)
  })

  it('that cannot be had means that nothing was sent, in no words of the bank; the next call asks again', async () => {
    const { call, tokens, state, pass } = bank()
    const kinds = [
      [answer(500), 'unavailable'],
      [answer(200, { access_token: 'a\r\nb' }), 'unavailable'],
      [answer(401, { error: grant.clientSecret }), 'refused_by_us'],
      [{ ...answer(429), retryAfterMs: 7_000 } as ProviderAnswer, 'rate_limited'],
      [{ kind: 'failed', outcome: { kind: 'unknown', why: 'timeout' } }, 'unavailable'],
      [{ kind: 'failed', outcome: { kind: 'not_sent', why: 'connect_failed' } }, 'connect_failed'],
    ] as const
    for (const [given, why] of kinds) {
      state.answerToken = () => given
      const failed = await call()
      assert.ok(failed.kind === 'failed' && failed.outcome.kind === 'not_sent' && failed.outcome.why === why, why)
      assert.ok(!inspect(failed).includes(grant.clientSecret))
    }
    state.answerToken = () => {
      pass(500)
      return answer(200, { access_token: 'late', expires_in: 0.1 })
    }
    assert.equal((await call()).kind, 'failed', 'no time is left for the order')
    assert.equal(tokens.length, 0)
    state.answerToken = () => answer(200, { access_token: 'late' })
    assert.equal((await call()).kind, 'answer')
    assert.deepEqual(tokens, ['late'])
  })

  it('that the bank refuses is replaced once, for all calls together; another 401 is an answer', async () => {
    const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' }
    const revoked = bank((token) => (token === 't1' ? answer(401, {}, challenge) : answer(201)))
    const answers = await Promise.all([revoked.call(), revoked.call()])
    assert.deepEqual(
      answers.map((each) => each.kind === 'answer' && each.status),
      [201, 201],
    )
    assert.deepEqual([revoked.asked.length, revoked.tokens], [2, ['t1', 't1', 't2', 't2']])
    const never = bank(() => answer(401, {}, challenge))
    const refused = await never.call()
    assert.equal(refused.kind === 'answer' && refused.status, 401)
    assert.deepEqual(never.tokens, ['t1', 't2'])
    const forbidden = bank(() => answer(401, { title: 'AcessoNegado' }))
    await forbidden.call()
    assert.deepEqual(forbidden.tokens, ['t1'])
    await forbidden.call({ isTokenRefused: ({ body }) => JSON.stringify(body).includes('AcessoNegado') })
    assert.deepEqual(forbidden.tokens, ['t1', 't1', 't2'])
  })
})
