import assert from 'node:assert/strict'
import type { ProviderEvent, RawNotification } from '../../../src/core/connectors/connector.ts'
import type { Outcome } from '../../../src/core/values/outcome.ts'
import { assertOtherCurrency } from './answer-cases.ts'
import type { Bench, Case } from './case.ts'
import { answerJson } from './scripted-provider.ts'
import { told, toldAt } from './told.ts'

const now = toldAt

/** The event of a push of one. */
function read(bench: Bench, raw: RawNotification, at = now) {
  const events = bench.connector.readNotifications?.(raw, bench.context.account, at)?.events
  assert.ok(events === undefined || events.length === 1)
  return events?.[0]
}

function outcomeOf(event: ProviderEvent | undefined): Outcome {
  assert.ok(event?.outcome)
  return event.outcome
}

/** News that the provider sends by itself. */
export const notificationCases: readonly Case[] = [
  {
    name: 'a notification tells its event, our key and the outcome',
    needs: 'notifications',
    run: async (bench) => {
      const event = read(bench, told(bench))
      assert.ok(event)
      assert.equal(event.key, bench.key)
      assert.equal(outcomeOf(event).kind, 'completed')
      assert.ok(event.eventId.length > 0 && event.eventId.length <= 128)
    },
  },
  {
    name: 'repeated news have the same event, other news another one, in whatever order they come',
    needs: 'notifications',
    run: async (bench) => {
      const pending = told(bench, { said: { state: 'pending' }, eventId: 'event-1' })
      const completed = told(bench, { said: { state: 'completed' }, eventId: 'event-2' })
      assert.equal(read(bench, completed)?.eventId, read(bench, completed)?.eventId)
      assert.notEqual(read(bench, completed)?.eventId, read(bench, pending)?.eventId)
      assert.equal(outcomeOf(read(bench, pending)).kind, 'pending')
    },
  },
  {
    name: 'money that comes after the expiry is told as what it is, to the process that sent the order and to another',
    needs: 'notifications',
    run: async (bench) => {
      const { connector, payin: order, subject, provider, speaks, context } = bench
      const key = connector.keyFor(order.transactionId, 1)
      assert.ok(order.expiresAt && order.expiresAt < now, 'the order of the bench expires before the news')
      provider.script(answerJson(speaks.answer(order, key, { state: 'pending' })))
      assert.equal((await connector.submit(order, key, context)).kind, 'pending')
      const news = told(bench, { order, said: { state: 'completed', creditedMinor: 7n } })
      const another = subject.make(provider.url)
      for (const each of [connector, another]) {
        const event = read({ ...bench, connector: each }, news)
        assert.equal(event?.key, key)
        assert.equal(event?.outcome?.kind === 'completed' && event.outcome.creditedMinor, 7n)
      }
      await another.close?.()
    },
  },
  {
    name: 'a reversal is told with what came back',
    needs: 'notifications',
    run: async (bench) => {
      const reversed = read(bench, told(bench, { said: { state: 'reversed', reversedMinor: 1n } }))
      assert.equal(reversed?.outcome?.kind === 'reversed' && reversed.outcome.amountMinor, 1n)
    },
  },
  {
    name: 'news of money in another currency say so, or are nothing',
    needs: 'notifications',
    run: async (bench) => {
      for (const state of ['completed', 'reversed'] as const) {
        const event = read(bench, told(bench, { said: { state, currency: 'ZZZ' } }))
        if (event) assertOtherCurrency(outcomeOf(event), 'ZZZ')
        assert.equal(outcomeOf(read(bench, told(bench, { said: { state } }))).kind, state)
      }
    },
  },
  {
    name: 'a forged notification is nothing: another secret, no signature, a changed byte, another time stamp',
    needs: 'notifications',
    run: async (bench) => {
      const genuine = told(bench)
      assert.equal(read(bench, told(bench, { secret: 'x'.repeat(32) })), undefined)
      assert.equal(read(bench, { ...genuine, headers: {} }), undefined)
      for (const at of [0, Math.floor(genuine.body.length / 2), genuine.body.length - 1]) {
        const body = Buffer.from(genuine.body)
        body[at] = (body[at] ?? 0) ^ 1
        assert.equal(read(bench, { ...genuine, body }), undefined)
      }
      for (const name of Object.keys(genuine.headers)) {
        const headers = { ...genuine.headers, [name]: `${genuine.headers[name]}0` }
        assert.equal(read(bench, { ...genuine, headers }), undefined, name)
      }
    },
  },
  {
    name: 'a recorded notification is nothing a day later, nor one from the future',
    needs: 'notifications',
    run: async (bench) => {
      for (const days of [-1, 1]) {
        const later = new Date(now.getTime() + days * 86_400_000)
        assert.equal(read(bench, told(bench), later), undefined)
      }
    },
  },
  {
    name: 'news that cannot be read are nothing, however well they are signed',
    needs: 'notifications',
    run: async (bench) => {
      assert.equal(read(bench, told(bench, { said: { state: 'words that nobody knows' } })), undefined)
    },
  },
  {
    name: 'news about one order with another order inside are nothing',
    needs: 'notifications',
    run: async (bench) => {
      assert.equal(read(bench, told(bench, { said: { state: 'completed', key: 'another-key' } })), undefined)
    },
  },
]
