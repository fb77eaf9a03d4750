import assert from 'node:assert/strict'
import type { ProviderEvent, RawNotification } from '../../../src/connectors/connector.ts'
import type { Bench, Case } from './case.ts'

const now = new Date('2030-06-15T12:00:00Z')

function read({ connector, context }: Bench, raw: RawNotification | undefined): readonly ProviderEvent[] | undefined {
  assert.ok(raw, 'the description says how the provider rings')
  return connector.readNotifications?.(raw, context.account, now)
}

function keysOf({ connector, order, payin }: Bench): [string, string] {
  return [connector.keyFor(order.transactionId, 1), connector.keyFor(payin.transactionId, 1)]
}

/** Notifications that somebody else could send: the gateway asks the provider before anything moves. */
export const bellCases: readonly Case[] = [
  {
    name: 'a notification that proves nothing only makes the gateway inquire, about each order that it names',
    needs: 'bell',
    run: async (bench) => {
      const keys = keysOf(bench)
      const events = read(bench, bench.speaks.bell?.(keys)) ?? []
      assert.deepEqual(
        events.map(({ key, outcome }) => [key, outcome.kind]),
        keys.map((key) => [key, 'inquire']),
      )
      await Promise.resolve()
    },
  },
  {
    name: 'what is stored of a notification gives the same event again; repeated it is the same, and a later state another',
    needs: 'bell',
    run: async (bench) => {
      const keys = keysOf(bench)
      const events = read(bench, bench.speaks.bell?.(keys)) ?? []
      const ids = events.map(({ eventId }) => eventId)
      assert.equal(new Set(ids).size, keys.length)
      assert.deepEqual(
        read(bench, bench.speaks.bell?.(keys))?.map(({ eventId }) => eventId),
        ids,
      )
      for (const event of events) {
        const stored = read(bench, { body: event.part ?? Buffer.alloc(0), headers: {} })
        assert.deepEqual(
          stored?.map(({ eventId, key }) => [eventId, key]),
          [[event.eventId, event.key]],
        )
        assert.ok(event.eventId.length >= 1 && event.eventId.length <= 128)
      }
      const later = read(bench, bench.speaks.bell?.(keys, { again: true })) ?? []
      assert.ok(later.length > 0 && later.every(({ eventId }) => !ids.includes(eventId)))
      await Promise.resolve()
    },
  },
  {
    name: 'a notification at another address is refused: who sent it does not know the secret',
    needs: 'bell',
    run: async (bench) => {
      const genuine = bench.speaks.bell?.(keysOf(bench))
      const arrival = genuine?.arrival
      assert.ok(genuine && arrival)
      const { path } = arrival
      for (const other of [
        '',
        '/',
        '/pix',
        path.slice(0, -8),
        path.replace(/[0-9a-f](?=\/|$)/, 'x'),
        `${path}${path}`,
      ]) {
        assert.equal(read(bench, { ...genuine, arrival: { ...arrival, path: other } }), undefined, other)
      }
      await Promise.resolve()
    },
  },
  {
    name: 'a notification about the money of somebody else, or that cannot be read, is about no order',
    needs: 'bell',
    run: async (bench) => {
      const genuine = bench.speaks.bell?.(keysOf(bench))
      assert.ok(genuine)
      assert.deepEqual(read(bench, bench.speaks.bell?.(keysOf(bench), { otherReceiver: true })), [])
      for (const text of ['', '{', 'null', '7', '[]', '{"pix":7}', '{"pix":[7,null,{}]}', '{"__proto__":{"pix":[]}}']) {
        const events = read(bench, { ...genuine, body: Buffer.from(text) })
        assert.ok(events === undefined || events.length === 0, text)
      }
      await Promise.resolve()
    },
  },
]
