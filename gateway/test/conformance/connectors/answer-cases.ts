import assert from 'node:assert/strict'
import type { Outcome } from '../../../src/core/values/outcome.ts'
import type { Bench, Case } from './case.ts'
import { answerJson, answerText } from './scripted-provider.ts'
import type { Said } from './under-test.ts'

/** Longer than any connector reads. */
const hugeBytes = 3_000_000

async function answered(bench: Bench, said: Said): Promise<Outcome> {
  const { connector, order, key, context, provider, speaks } = bench
  provider.script(answerJson(speaks.answer(order, key, said)))
  return await connector.submit(order, key, context)
}

function assertUnsure(outcome: { kind: string }, what: string): void {
  assert.equal(outcome.kind, 'unknown', `${what}: the money may have moved, ${outcome.kind} says it knows`)
}

/** Whoever does not know the order cannot compare: the gateway does, by the currency that is passed on. */
export function assertOtherCurrency(outcome: { kind: string; currency?: string }, currency: string): void {
  if (outcome.kind === 'unknown') return
  assert.equal(outcome.currency, currency, `${outcome.kind} without the currency that the provider named`)
}

/** What answers mean: right ones, wrong ones, and those that nobody can read. */
export const answerCases: readonly Case[] = [
  {
    name: 'completed: the money moved, with its amount',
    needs: 'network',
    run: async (bench) => {
      const outcome = await answered(bench, { state: 'completed' })
      assert.equal(outcome.kind, 'completed')
      assert.equal(outcome.kind === 'completed' && outcome.creditedMinor, bench.order.amountMinor)
    },
  },
  {
    name: 'pending is pending, and rejected is surely not moved',
    needs: 'network',
    run: async (bench) => {
      assert.equal((await answered(bench, { state: 'pending' })).kind, 'pending')
      assert.equal((await answered(bench, { state: 'rejected' })).kind, 'rejected')
    },
  },
  {
    name: 'returned: what came back, in part and whole, and what had moved before',
    needs: 'network',
    run: async (bench) => {
      for (const reversedMinor of [1n, bench.order.amountMinor]) {
        const outcome = await answered(bench, { state: 'reversed', reversedMinor })
        assert.equal(outcome.kind === 'reversed' && outcome.amountMinor, reversedMinor)
        assert.equal(outcome.kind === 'reversed' && outcome.creditedMinor, bench.order.amountMinor)
      }
    },
  },
  {
    name: 'the same key asks for the same result, and the call carries it',
    needs: 'network',
    run: async (bench) => {
      const first = await answered(bench, { state: 'completed' })
      assert.deepEqual(await answered(bench, { state: 'completed' }), first)
      const { received } = bench.provider
      assert.equal(received.length, 2)
      assert.equal(received[0]?.path, received[1]?.path)
      assert.equal(received[0]?.body, received[1]?.body)
      assert.ok(`${received[0]?.path}${received[0]?.body}`.includes(bench.key))
    },
  },
  {
    name: 'a state that nobody knows is unknown',
    needs: 'network',
    run: async (bench) => assertUnsure(await answered(bench, { state: 'words that nobody knows' }), 'a new state'),
  },
  {
    name: 'another order’s answer is no answer',
    needs: 'network',
    run: async (bench) =>
      assertUnsure(await answered(bench, { state: 'completed', key: 'another-key' }), 'another key'),
  },
  {
    name: 'an answer about another amount is no answer',
    needs: 'network',
    run: async (bench) => {
      const amountMinor = bench.order.amountMinor + 1n
      assertUnsure(await answered(bench, { state: 'completed', amountMinor }), 'another amount')
    },
  },
  {
    name: 'an answer about another currency is no answer',
    needs: 'currency',
    run: async (bench) =>
      assertUnsure(await answered(bench, { state: 'completed', currency: 'ZZZ' }), 'another currency'),
  },
  {
    name: 'truncated, empty, HTML, huge and strangely typed answers are unknown',
    needs: 'network',
    run: async (bench) => {
      const { connector, order, key, context, provider, speaks } = bench
      const whole = JSON.stringify(speaks.answer(order, key, { state: 'completed' }))
      const texts = [
        whole.slice(0, -5),
        '',
        '<html>ok</html>',
        'null',
        '[]',
        '7',
        '"completed"',
        '{}',
        'x'.repeat(hugeBytes),
      ]
      for (const text of texts) {
        provider.script(answerText(text))
        assertUnsure(await connector.submit(order, key, context), text.slice(0, 20))
      }
    },
  },
  {
    name: 'refusals of the way there (429) are surely not sent, with the time to wait',
    needs: 'network',
    run: async ({ connector, order, key, context, provider }) => {
      provider.script(answerJson({}, 429, { 'retry-after': '7' }))
      const outcome = await connector.submit(order, key, context)
      assert.equal(outcome.kind, 'not_sent')
      assert.equal(outcome.kind === 'not_sent' && outcome.retryAfterMs, 7_000)
    },
  },
  {
    name: 'faults of the provider (5xx) and answers that its API does not know are unknown',
    needs: 'network',
    run: async ({ connector, order, key, context, provider }) => {
      for (const status of [500, 502, 503, 504, 409, 404, 302, 204, 201]) {
        provider.script(answerJson({ error: 'x' }, status))
        assertUnsure(await connector.submit(order, key, context), String(status))
      }
    },
  },
  {
    name: 'an inquiry tells late completion and reversal as they are, and nothing it cannot read',
    needs: 'network',
    run: async ({ connector, order, key, context, provider, speaks }) => {
      for (const [state, kind] of [
        ['completed', 'completed'],
        ['reversed', 'reversed'],
        ['rejected', 'rejected'],
      ] as const) {
        provider.script(answerJson(speaks.answer(order, key, { state })))
        assert.equal((await connector.inquire(key, context)).kind, kind)
      }
      provider.script(answerJson(speaks.answer(order, key, { state: 'completed', key: 'another-key' })))
      assertUnsure(await connector.inquire(key, context), 'another key')
      provider.script(answerJson({}, 500))
      assertUnsure(await connector.inquire(key, context), '500')
    },
  },
  {
    name: 'an inquiry about money in another currency says so, or knows nothing',
    needs: 'currency',
    run: async ({ connector, order, key, context, provider, speaks }) => {
      for (const state of ['completed', 'reversed'] as const) {
        provider.script(answerJson(speaks.answer(order, key, { state, currency: 'ZZZ' })))
        assertOtherCurrency(await connector.inquire(key, context), 'ZZZ')
        provider.script(answerJson(speaks.answer(order, key, { state })))
        assert.equal((await connector.inquire(key, context)).kind, state)
      }
    },
  },
  {
    name: 'a batch gives every order its own result, and what is missing is unknown',
    needs: 'batch',
    run: async ({ connector, payin, subject, context, provider, speaks }) => {
      const orders = [payin, subject.order('payin'), subject.order('payin')].map((order) => ({
        order,
        key: connector.keyFor(order.transactionId, 1),
      }))
      provider.script(answerJson(speaks.batchAnswer?.(orders.slice(0, 2).reverse())))
      const outcomes = (await connector.register?.(orders, context)) ?? []
      assert.deepEqual(
        outcomes.map(({ kind }) => kind),
        ['pending', 'pending', 'unknown'],
      )
      provider.script(answerJson({}, 500))
      const failed = (await connector.register?.(orders, context)) ?? []
      assert.deepEqual(
        failed.map(({ kind }) => kind),
        ['unknown', 'unknown', 'unknown'],
      )
    },
  },
]
