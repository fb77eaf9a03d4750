import assert from 'node:assert/strict'
import type { Case } from './case.ts'
import { answerJson } from './scripted-provider.ts'

/** Providers that want an access token with each order. */
export const tokenCases: readonly Case[] = [
  {
    name: 'a token that cannot be had means that the order was surely not sent',
    needs: 'token',
    run: async ({ connector, order, key, context, provider, speaks }) => {
      provider.script(answerJson(speaks.answer(order, key, { state: 'completed' })))
      for (const status of [500, 401, 200]) {
        provider.answerFirst(({ path }) => (speaks.token?.isRequest(path) ? { status, body: {} } : undefined))
        assert.equal((await connector.submit(order, key, context)).kind, 'not_sent', String(status))
      }
      assert.equal(provider.received.length, 0)
    },
  },
  {
    name: 'an order whose token is refused is sent once more with a new one, and then no more',
    needs: 'token',
    run: async ({ connector, order, key, context, provider, speaks }) => {
      const { refused } = speaks.token ?? assert.fail('it has tokens')
      const refuse = answerJson(refused.body, refused.status, refused.headers)
      const done = answerJson(speaks.answer(order, key, { state: 'completed' }))
      provider.script((response) => (provider.received.length > 1 ? done(response) : refuse(response)))
      assert.equal((await connector.submit(order, key, context)).kind, 'completed')
      const [first, second] = provider.received
      assert.notEqual(first?.authorization, second?.authorization)
      provider.script(refuse)
      assert.notEqual((await connector.submit(order, key, context)).kind, 'completed')
      assert.equal(provider.received.length, 4)
    },
  },
]
