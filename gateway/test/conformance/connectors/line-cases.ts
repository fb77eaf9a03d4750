import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { CardSecret } from '../../../src/core/values/card.ts'
import { issueCertificate } from '../../support/certificates.ts'
import { httpsReceiver } from '../../support/https-receiver.ts'
import { type Bench, type Case, callTimeoutMs } from './case.ts'
import { answerJson } from './scripted-provider.ts'

/** A call that kept no deadline at all would take this long, or longer. */
const farBeyondMs = callTimeoutMs * 5

async function everyCall({ connector, order, key, context }: Bench): Promise<{ kind: string }[]> {
  const cancelled = await connector.cancel?.(key, context)
  return [
    await connector.submit(order, key, context),
    await connector.inquire(key, context),
    ...((await connector.register?.([{ order, key }], context)) ?? []),
    ...(cancelled === undefined ? [] : [{ kind: cancelled }]),
  ]
}

/** What the line does between us and the provider. */
export const lineCases: readonly Case[] = [
  {
    name: 'nobody listens: surely not sent',
    needs: 'network',
    run: async (bench) => {
      await bench.provider.goAway()
      const outcome = await bench.connector.submit(bench.order, bench.key, bench.context)
      assert.equal(outcome.kind, 'not_sent')
      assert.ok((await everyCall(bench)).every(({ kind }) => kind === 'not_sent' || kind === 'unknown'))
    },
  },
  {
    name: 'a provider whose certificate nobody vouches for gets nothing: surely not sent',
    needs: 'network',
    run: async ({ subject, order, key, context, speaks }) => {
      const cleanup: (() => Promise<void>)[] = []
      const stranger = await httpsReceiver(
        { after: (close) => void cleanup.push(close) },
        await issueCertificate(undefined),
      )
      stranger.answerWith((_request, response) =>
        answerJson(speaks.answer(order, key, { state: 'completed' }))(response),
      )
      const connector = subject.make(stranger.url)
      try {
        assert.equal((await connector.submit(order, key, context)).kind, 'not_sent')
        assert.equal(stranger.requests.length, 0)
      } finally {
        await Promise.all(cleanup.map((close) => close()))
        await connector.close?.()
      }
    },
  },
  {
    name: 'no answer in time after the request was sent: unknown, and the deadline is kept',
    needs: 'network',
    run: async (bench) => {
      bench.provider.script(() => undefined)
      const startedAt = performance.now()
      const ended = await Promise.race([
        bench.connector.submit(bench.order, bench.key, bench.context),
        new Promise<'still waiting'>((resolve) => setTimeout(resolve, farBeyondMs, 'still waiting').unref()),
      ])
      assert.notEqual(ended, 'still waiting', `no answer after ${Math.round(performance.now() - startedAt)} ms`)
      assert.equal(typeof ended === 'object' && ended.kind, 'unknown')
    },
  },
  {
    name: 'the connection breaks after the request was sent: unknown',
    needs: 'network',
    run: async (bench) => {
      bench.provider.script((response) => response.destroy())
      for (const { kind } of await everyCall(bench)) assert.equal(kind, 'unknown')
      bench.provider.script((response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"')
        setTimeout(() => response.destroy(), 20)
      })
      for (const { kind } of await everyCall(bench)) assert.equal(kind, 'unknown')
    },
  },
  {
    name: 'nothing that the outside does makes it throw, and every outcome can be kept as evidence',
    needs: 'network',
    run: async (bench) => {
      for (const status of [100, 200, 301, 400, 401, 403, 404, 409, 418, 422, 429, 500, 503]) {
        for (const body of ['', '{', '{"results": 7}', '{"__proto__": {"state": "completed"}}', '\u0000\ud800']) {
          bench.provider.script((response) => {
            if (status === 100) response.socket?.destroy()
            else response.writeHead(status, { 'content-type': 'application/json' }).end(body)
          })
          for (const outcome of await everyCall(bench)) {
            assert.notEqual(outcome.kind, 'completed')
            JSON.stringify(outcome, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
          }
        }
      }
    },
  },
  {
    name: 'a redirect is not followed: the order would go to somebody else',
    needs: 'network',
    run: async (bench) => {
      bench.provider.script((response, request) =>
        request.path === '/elsewhere'
          ? answerJson({ state: 'completed' })(response)
          : void response.writeHead(307, { location: `${bench.provider.url}/elsewhere` }).end(),
      )
      assert.equal((await bench.connector.submit(bench.order, bench.key, bench.context)).kind, 'unknown')
      const visited = bench.provider.received.map(({ path }) => path)
      assert.ok(!visited.includes('/elsewhere'), `it went to ${visited.join()}`)
    },
  },
  {
    name: 'calling off answers cancelled when the provider said so, and too late when it said that',
    needs: 'network',
    run: async ({ connector, payin, context, provider, speaks }) => {
      if (!connector.cancel) return
      const key = connector.keyFor(payin.transactionId, 1)
      const words = speaks.calledOff?.(payin, key)
      assert.ok(words, 'the description says how the provider answers to calling off')
      provider.script(answerJson(words.cancelled.body, words.cancelled.status))
      assert.equal(await connector.cancel(key, context), 'cancelled')
      const { tooLate, known = tooLate } = words
      provider.script((response, { method }) => {
        const { body, status } = method === 'GET' ? known : tooLate
        answerJson(body, status)(response)
      })
      assert.equal(await connector.cancel(key, context), 'too_late')
    },
  },
  {
    name: 'calling off answers neither when the provider said nothing',
    needs: 'network',
    run: async ({ connector, key, context, provider }) => {
      if (!connector.cancel) return
      provider.script(answerJson({}, 500))
      assert.equal(await connector.cancel(key, context), 'unknown')
      provider.script((response) => response.destroy())
      assert.equal(await connector.cancel(key, context), 'unknown')
    },
  },
  {
    name: 'a card goes out once, and stands in no outcome, whatever comes back',
    needs: 'cards',
    run: async (bench) => {
      const { connector, payin, context, provider } = bench
      const number = '4111111111111111'
      for (const body of [`{"echo":"${number}"}`, `{"state":"rejected","reason":"${number}"}`, number]) {
        const secret = new CardSecret(number, '737')
        const card = { secret, brand: 'VISA', holder: 'ANA', expiryMonth: 12, expiryYear: 2030 }
        provider.script((response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body))
        const order = { ...payin, kind: 'card' as const, card }
        const before = provider.received.length
        const outcome = await connector.submit(order, connector.keyFor(payin.transactionId, 1), context)
        const sent = provider.received.slice(before)
        assert.equal(sent.length, 1, 'a card goes out in one request')
        assert.ok(sent[0]?.body.includes(number), 'the provider got the card')
        assert.ok(!inspect(outcome, { depth: 9 }).includes(number), 'the outcome repeats the card')
        await assert.rejects(
          secret.use(async () => await Promise.resolve()),
          /already used/,
        )
      }
    },
  },
]
