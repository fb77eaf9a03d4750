import assert from 'node:assert/strict'
import type { Case } from './case.ts'
import { answerJson } from './scripted-provider.ts'
import type { Said } from './under-test.ts'

/** What every connector must keep, with or without a network. */
export const portCases: readonly Case[] = [
  {
    name: 'the manifest says who it is and what it can do',
    needs: 'nothing',
    run: async ({ connector, subject }) => {
      const { manifest } = connector
      assert.match(manifest.name, /^[a-z][a-z0-9-]{1,59}$/)
      assert.equal(manifest.name, subject.account.connector)
      assert.ok(manifest.environments.includes(subject.account.environment))
      assert.ok(manifest.capabilities.length > 0)
      assert.ok(manifest.visibilityWindowMs >= 0)
    },
  },
  {
    name: 'keys are the same for ever for one attempt, and differ between attempts and transactions',
    needs: 'nothing',
    run: async ({ connector, order, payin, subject }) => {
      const one = connector.keyFor(order.transactionId, 1)
      assert.equal(connector.keyFor(order.transactionId, 1), one)
      assert.equal(subject.make('http://127.0.0.1:9').keyFor(order.transactionId, 1), one)
      const keys = [one, connector.keyFor(order.transactionId, 2), connector.keyFor(payin.transactionId, 1)]
      assert.equal(new Set(keys).size, 3)
      for (const key of keys) assert.ok(key.length >= 1 && key.length <= Math.min(64, subject.keyLengthMax), key)
    },
  },
  {
    name: 'instructions are made without a call, and the same again from the same order',
    needs: 'nothing',
    run: async ({ connector, payin, context, provider, subject }) => {
      if (!connector.prepare) return
      const reference = connector.drawReference ? 'P22K47XM' : undefined
      const given = { account: context.account, depositAccount: subject.depositAccount, reference }
      const first = connector.prepare(payin, given)
      assert.deepEqual(connector.prepare(payin, given), first)
      const other = connector.prepare(
        { ...payin, sequence: payin.sequence + 1n },
        { ...given, reference: reference && 'P33K47XM' },
      )
      assert.notDeepEqual(other, first, 'another order has other instructions')
      assert.equal(provider.received.length, 0)
    },
  },
  {
    name: 'asking about a key that was never sent says that it is not there',
    needs: 'network',
    run: async ({ connector, key, context, provider, speaks }) => {
      provider.script(answerJson(speaks.notFound.body, speaks.notFound.status))
      assert.equal((await connector.inquire(key, context)).kind, 'not_found')
    },
  },
  {
    name: 'a process that died between commit and call is followed by one that finds nothing under the same key and sends it',
    needs: 'network',
    run: async ({ subject, order, key, context, provider, speaks }) => {
      const another = subject.make(provider.url)
      try {
        assert.equal(another.keyFor(order.transactionId, 1), key)
        provider.script(answerJson(speaks.notFound.body, speaks.notFound.status))
        assert.equal((await another.inquire(key, context)).kind, 'not_found')
        provider.script(answerJson(speaks.answer(order, key, { state: 'completed' })))
        assert.equal((await another.submit(order, key, context)).kind, 'completed')
        for (const { path, body } of provider.received) assert.ok(`${path}${body}`.includes(key), path)
        assert.equal(provider.received.filter(({ method }) => method !== 'GET').length, 1)
      } finally {
        await another.close?.()
      }
    },
  },
  {
    name: 'a refund has its own key, names its pay-in and its own amount; a fault of the provider is unknown, and asking tells',
    needs: 'network',
    run: async ({ connector, payin, order, context, provider, speaks }) => {
      if (!connector.refund || !connector.inquireRefund) return
      const key = connector.keyFor(order.transactionId, 1)
      const refund = { key, amountMinor: 4_321n, executeBefore: null }
      const payinKey = connector.keyFor(payin.transactionId, 1)
      const refundAnswer =
        speaks.refundAnswer ??
        ((of, amountMinor) => speaks.answer({ ...payin, amountMinor }, of, { state: 'completed' }))
      const paid = speaks.answer(payin, payinKey, { state: 'completed' })
      // Where the refund stands in what is told of its pay-in, a question for it comes first.
      const asksFirst = speaks.refundAnswer !== undefined
      provider.script((response, { method }) =>
        answerJson(asksFirst && method === 'GET' ? paid : {}, method === 'GET' ? 200 : 500)(response),
      )
      assert.equal((await connector.refund(payin, refund, context)).kind, 'unknown')
      provider.script((response, { method }) =>
        answerJson(asksFirst && method === 'GET' ? paid : refundAnswer(key, 4_321n))(response),
      )
      assert.equal((await connector.refund(payin, refund, context)).kind, 'completed')
      const [first, again] = provider.received.filter(({ method }) => method !== 'GET')
      assert.deepEqual([again?.path, again?.body], [first?.path, first?.body], 'the same at every sending')
      const sent = provider.received.map(({ path, body }) => `${path}${body}`).join('\n')
      for (const text of [key, payinKey, '4321']) assert.ok(sent.replaceAll('.', '').includes(text), text)
      const back = { ...payin, amountMinor: payin.amountMinor }
      provider.script(
        answerJson(
          asksFirst
            ? speaks.answer(back, payinKey, { state: 'reversed', reversedMinor: 4_321n, key })
            : refundAnswer(key, 4_321n),
        ),
      )
      assert.equal((await connector.inquireRefund(key, context, payin.transactionId)).kind, 'completed')
    },
  },
  {
    name: 'what went back is told one by one where the provider lists it, our refunds by their keys, and else as a total alone',
    needs: 'network',
    run: async ({ connector, payin, order, context, provider, speaks }) => {
      if (!connector.refund) return
      const [key, refundKey] = [payin, order].map(({ transactionId }) => connector.keyFor(transactionId, 1))
      assert.ok(key && refundKey)
      const inquire = async (said: Partial<Said>) => {
        provider.script(answerJson(speaks.answer(payin, key, { state: 'reversed', reversedMinor: 5_000n, ...said })))
        const outcome = await connector.inquire(key, context)
        assert.ok(outcome.kind === 'reversed' && outcome.amountMinor === 5_000n)
        return outcome.reversals
      }
      const reversals = [
        { id: refundKey, amountMinor: 4_321n, isDone: true },
        { id: 'dispute-1', amountMinor: 679n, isDone: true },
        { id: 'not-yet', amountMinor: 9n, isDone: false },
      ]
      assert.deepEqual(await inquire({ reversals }), reversals)
      if (speaks.alwaysListsReversals) return
      assert.equal(await inquire({}), undefined, 'an empty list would say that nothing came back')
    },
  },
  {
    name: 'what its provider makes for a payer it can call off, because a merchant may not ask again for it',
    needs: 'nothing',
    run: async ({ connector }) => {
      assert.ok(!connector.manifest.givesInstructions || connector.cancel)
      await Promise.resolve()
    },
  },
  {
    name: 'a refund that it sends it can ask about, because its answer may be lost',
    needs: 'nothing',
    run: async ({ connector }) => {
      assert.ok(!connector.refund || connector.inquireRefund)
      await Promise.resolve()
    },
  },
  {
    name: 'without a provider to ask, asking says nothing about the money: a person does',
    needs: 'nothing',
    run: async ({ connector, subject, key, context }) => {
      if (subject.provider) return
      assert.equal((await connector.inquire(key, context)).kind, 'pending')
    },
  },
]
