import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderAnswer } from '../net/provider-http.ts'
import { accessTokens } from './access-tokens.ts'
import type { ConnectorAccount } from './connector.ts'

const account: ConnectorAccount = { id: 'a', connector: 'x', environment: 'live', credentials: '{"secret":1}' }

function answer(status: number, body: unknown = {}, retryAfterMs?: number): ProviderAnswer {
  return { kind: 'answer', status, body, text: '', headers: {}, retryAfterMs }
}

function read(body: unknown) {
  const { token, seconds } = body as { token?: string; seconds?: number }
  return token === undefined ? undefined : { token, lifeMs: (seconds ?? 3_600) * 1_000 }
}

/** A provider that answers each request for a token by the next answer, the last one again and again. */
function scripted(answers: readonly ProviderAnswer[], delayMs = 0) {
  let asked = 0
  const tokens = accessTokens({
    ask: async () => {
      const next = answers[Math.min(asked, answers.length - 1)] ?? answer(500)
      asked += 1
      await sleep(delayMs)
      return next
    },
    read,
  })
  return { tokens, asked: () => asked }
}

const echo = async (token: string) => await Promise.resolve(answer(200, token))
const bodyOf = (given: ProviderAnswer) => (given.kind === 'answer' ? given.body : given.outcome)

describe('access tokens', () => {
  it('are asked for once by many calls at the same time, and kept', async () => {
    const { tokens, asked } = scripted([answer(200, { token: 't1' })], 5)
    const calls = Array.from({ length: 50 }, async () => await tokens.call(account, 1_000, echo))
    assert.deepEqual(new Set((await Promise.all(calls)).map(bodyOf)), new Set(['t1']))
    await tokens.call(account, 1_000, echo)
    assert.equal(asked(), 1)
  })

  it('are asked for again at four fifths of their life, and for new credentials', async () => {
    const { tokens, asked } = scripted([answer(200, { token: 't1', seconds: 0.05 }), answer(200, { token: 't2' })])
    assert.equal(bodyOf(await tokens.call(account, 1_000, echo)), 't1')
    await sleep(60)
    assert.equal(bodyOf(await tokens.call(account, 1_000, echo)), 't2')
    await tokens.call({ ...account, credentials: '{"secret":2}' }, 1_000, echo)
    assert.equal(asked(), 3)
  })

  it('are renewed once where an answer refuses them, for all calls together', async () => {
    const { tokens, asked } = scripted([answer(200, { token: 'old' }), answer(200, { token: 'new' })], 5)
    await tokens.call(account, 1_000, echo)
    const send = async (token: string) => {
      await sleep(5)
      return token === 'old' ? answer(401) : answer(200, token)
    }
    const calls = Array.from({ length: 20 }, async () => await tokens.call(account, 1_000, send))
    assert.deepEqual(new Set((await Promise.all(calls)).map(bodyOf)), new Set(['new']))
    assert.equal(asked(), 2)
  })

  it('that are refused again are not renewed for ever', async () => {
    const { tokens, asked } = scripted([answer(200, { token: 't' })])
    let sent = 0
    const refused = await tokens.call(account, 1_000, async () => {
      sent += 1
      return await Promise.resolve(answer(401))
    })
    assert.equal(refused.kind === 'answer' && refused.status, 401)
    assert.deepEqual([sent, asked()], [2, 2])
  })

  it('that nobody gives mean that the order was not sent', async () => {
    const why = async (given: ProviderAnswer) => bodyOf(await scripted([given]).tokens.call(account, 1_000, echo))
    const failed = (outcome: Extract<ProviderAnswer, { kind: 'failed' }>['outcome']) =>
      ({ kind: 'failed', outcome }) as const
    assert.deepEqual(await why(answer(401)), { kind: 'not_sent', why: 'refused_by_us' })
    assert.deepEqual(await why(answer(429, {}, 7_000)), { kind: 'not_sent', why: 'rate_limited', retryAfterMs: 7_000 })
    for (const given of [answer(500), answer(200, {}), failed({ kind: 'unknown', why: 'timeout' })]) {
      assert.deepEqual(await why(given), { kind: 'not_sent', why: 'unavailable' })
    }
    const broken = failed({ kind: 'not_sent', why: 'connect_failed' })
    assert.deepEqual(await why(broken), { kind: 'not_sent', why: 'connect_failed' })
  })

  it('are asked for again after a fault, and not at once after a refusal of the credentials', async () => {
    const faulty = scripted([answer(503), answer(200, { token: 't' })])
    await faulty.tokens.call(account, 1_000, echo)
    assert.equal(bodyOf(await faulty.tokens.call(account, 1_000, echo)), 't')
    const refused = scripted([answer(400)])
    for (let call = 0; call < 5; call += 1) await refused.tokens.call(account, 1_000, echo)
    assert.equal(refused.asked(), 1)
  })

  it('leave the call only what is left of its time', async () => {
    const { tokens } = scripted([answer(200, { token: 't' })], 50)
    const given: number[] = []
    const send = async (_token: string, leftMs: number) => {
      given.push(leftMs)
      return await Promise.resolve(answer(200))
    }
    await tokens.call(account, 1_000, send)
    assert.ok((given[0] ?? 1_000) <= 960, `${given[0]}`)
    const slow = scripted([answer(200, { token: 't' })], 200)
    assert.deepEqual(bodyOf(await slow.tokens.call(account, 20, send)), { kind: 'not_sent', why: 'unavailable' })
    assert.equal(given.length, 1)
  })

  it('do not keep an error of their own', async () => {
    let asked = 0
    const tokens = accessTokens({
      ask: async () => {
        asked += 1
        if (asked === 1) throw new Error('no PEM')
        return await Promise.resolve(answer(200, { token: 't' }))
      },
      read,
    })
    await assert.rejects(async () => await tokens.call(account, 1_000, echo), /no PEM/)
    assert.equal(bodyOf(await tokens.call(account, 1_000, echo)), 't')
  })
})
