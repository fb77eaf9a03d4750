import assert from 'node:assert/strict'
import type { RawNotification } from '../../../src/core/connectors/connector.ts'
import type { Bench, Case } from './case.ts'
import { answerJson } from './scripted-provider.ts'
import { type Telling, told, toldAt, toldEvent } from './told.ts'

function read({ connector, context }: Bench, raw: RawNotification) {
  return connector.readNotifications?.(raw, context.account, toldAt)
}

function push(bench: Bench, tellings: readonly Telling[]): RawNotification {
  const raw = bench.speaks.push?.(tellings.map((telling) => toldEvent(bench, telling)))
  assert.ok(raw)
  return raw
}

/** As it arrives, by whatever address. */
const arriving = { path: '', query: '', remoteAddress: '203.0.113.7' }
const forger = 'x'.repeat(32)

/** Pushes of several events, those that only prompt an inquiry, and what is answered to them. */
export const pushCases: readonly Case[] = [
  {
    name: 'a push of several events tells each of them, and a forged one drops only itself',
    needs: 'pushes',
    run: async (bench) => {
      const tellings = [{ eventId: 'event-1' }, { eventId: 'event-2', secret: forger }, { eventId: 'event-3' }]
      const some = read(bench, push(bench, tellings))
      assert.deepEqual(
        some?.events.map(({ eventId }) => eventId),
        ['event-1', 'event-3'],
      )
      assert.equal(some.dropped, 1)
      const none = read(bench, push(bench, [{ secret: forger }, { eventId: 'event-2', secret: forger }]))
      assert.deepEqual(none?.events ?? [], [])
    },
  },
  {
    name: 'what is stored of a push is enough to read its outcomes again: the body, and the headers that it asked for',
    needs: 'notifications',
    run: async (bench) => {
      const raw = bench.speaks.push ? push(bench, [{}, { eventId: 'event-2' }]) : told(bench)
      const names = bench.connector.notificationHeaders ?? []
      const headers = Object.fromEntries(Object.entries(raw.headers).filter(([name]) => names.includes(name)))
      const first = read(bench, { ...raw, ...arriving })
      assert.ok(first && first.events.length > 0)
      assert.deepEqual(read(bench, { body: raw.body, headers }), first)
    },
  },
  {
    name: 'a push that nobody signed prompts an inquiry, and says nothing about the money',
    needs: 'prompts',
    run: async (bench) => {
      const raw = bench.speaks.prompt?.(bench.key, 'event-1')
      assert.ok(raw)
      const { events = [], incoming = [] } = read(bench, raw) ?? {}
      assert.deepEqual([events[0]?.key, events[0]?.outcome, events.length], [bench.key, undefined, 1])
      assert.deepEqual(incoming, [])
    },
  },
  {
    name: 'money that came for no order is what the provider says when it is asked, and a fault of it is no answer',
    needs: 'incoming',
    run: async ({ connector, context, provider, speaks }) => {
      const sender = { name: 'Ana', document: '20111222333' }
      const usual = {
        providerId: 'a-payment',
        amountMinor: 4_321n,
        currency: 'ARS',
        reference: 'rent',
        sender,
      } as const
      const { providerId: key, ...money } = { ...(speaks.incomingMoney ?? usual), at: toldAt }
      const answer = speaks.incoming?.({ providerId: key, ...money }) ?? assert.fail('how the provider tells it')
      provider.script(answerJson(answer.body, answer.status))
      const told = await connector.inquireIncoming?.(key, context)
      assert.deepEqual(told?.kind === 'incoming' && told.money, { providerId: key, ...money })
      provider.script(answerJson(speaks.notFound.body, speaks.notFound.status))
      assert.equal((await connector.inquireIncoming?.(key, context))?.kind, 'not_found')
      for (const status of [500, 401, 204]) {
        provider.script(answerJson({}, status))
        assert.equal((await connector.inquireIncoming?.(key, context))?.kind, 'unknown', String(status))
      }
      const other = speaks.incoming?.({ providerId: 'another', ...money })
      provider.script(answerJson(other?.body))
      assert.equal((await connector.inquireIncoming?.(key, context))?.kind, 'unknown', 'another payment')
    },
  },
  {
    name: 'the answer to a push is the same for the same push, and does not acknowledge what was refused',
    needs: 'reply',
    run: async (bench) => {
      const { connector } = bench
      const raw = { ...told(bench), ...arriving }
      const stored = connector.notificationReply?.(raw, 'stored')
      assert.ok(stored && stored.status >= 200 && stored.status < 300)
      assert.deepEqual(connector.notificationReply?.(raw, 'stored'), stored)
      const refused = connector.notificationReply?.(raw, 'refused')
      assert.ok(refused === undefined || refused.status >= 400)
    },
  },
]
