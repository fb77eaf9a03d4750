import assert from 'node:assert/strict'
import type { Case } from './case.ts'
import { answerJson, answerText } from './scripted-provider.ts'

/** What a connector promises about orders that are delayed on their way. */
export const lateExecutionCases: readonly Case[] = [
  {
    name: 'what it promises about late executions can be kept',
    needs: 'nothing',
    run: async ({ connector, subject }) => {
      const { lateExecution, visibilityWindowMs } = connector.manifest
      assert.equal(new Set(lateExecution.map(({ kind }) => kind)).size, lateExecution.length)
      for (const promise of lateExecution) {
        if (promise.kind === 'tombstone') assert.ok(connector.cancel, 'a tombstone needs a way to cancel')
        if (promise.kind === 'deadline') assert.ok(promise.validForMs > 0 && promise.clockMarginMs > 0)
        if (promise.kind === 'not_found_is_final') assert.ok(visibilityWindowMs > 0, 'no provider knows it at once')
        if (promise.kind === 'nothing_is_sent') assert.equal(subject.provider, undefined)
      }
      await Promise.resolve()
    },
  },
  {
    name: 'an order carries its deadline, the same at every sending, by whichever process',
    needs: 'deadline',
    run: async ({ subject, connector, order, payin, key, context, provider, speaks }) => {
      const another = subject.make(provider.url)
      const executeBefore = new Date(Date.now() + 90_000)
      const limited = { ...order, executeBefore }
      const sentDeadline = () => speaks.deadlineOf?.(provider.received.at(-1)?.body ?? '')
      try {
        provider.script(answerJson(speaks.answer(order, key, { state: 'pending' })))
        for (const sender of [connector, another, connector]) {
          await sender.submit(limited, key, context)
          assert.deepEqual(sentDeadline(), executeBefore)
        }
        await connector.submit({ ...order, executeBefore: null }, key, context)
        assert.equal(sentDeadline(), undefined, 'an order without a deadline carries none')
        await connector.register?.([{ order: { ...payin, executeBefore }, key }], context)
        if (connector.register) assert.deepEqual(sentDeadline(), executeBefore)
      } finally {
        await another.close?.()
      }
    },
  },
  {
    name: 'an order that its provider refuses as too late surely moved no money',
    needs: 'deadline',
    run: async ({ connector, order, key, context, provider, speaks }) => {
      const refusals = speaks.refusedLate ?? []
      assert.ok(refusals.length > 0, 'the description says how the provider refuses what comes too late')
      for (const { body, status } of refusals) {
        provider.script(answerJson(body, status))
        assert.equal((await connector.submit(order, key, context)).kind, 'rejected')
      }
    },
  },
  {
    name: 'calling off a key that the provider does not know is done only where it keeps a tombstone for that key',
    needs: 'tombstone',
    run: async ({ connector, key, context, provider, speaks }) => {
      assert.ok(speaks.tombstone, 'the description says how the provider answers')
      const left = speaks.tombstone(key)
      provider.script(answerJson(left.body, left.status))
      assert.equal(await connector.cancel?.(key, context), 'cancelled')
      provider.script(answerJson(speaks.notFound.body, speaks.notFound.status))
      assert.notEqual(await connector.cancel?.(key, context), 'cancelled')
      for (const other of [speaks.tombstone(`${key}-other`).body, {}, null]) {
        provider.script(answerJson(other, left.status))
        assert.notEqual(await connector.cancel?.(key, context), 'cancelled', JSON.stringify(other))
      }
      provider.script(answerText('<html>OK</html>', left.status))
      assert.notEqual(await connector.cancel?.(key, context), 'cancelled')
    },
  },
]
