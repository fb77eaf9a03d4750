import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually, openWorld } from '../../support/world.ts'

import './journeys.test.ts'

describe('money bugs: a process that dies', () => {
  const world = openWorld({ ownProcess: true })
  const payout = async (reference: string): Promise<string> => {
    const account = { account_type: 'CBU', account: '2850590940090418135201' }
    const body = { service_code: 'BT_AR', amount: 5, reference, ...account }
    const answer = await world.call('POST', '/api/v1/payments/payout_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const callbacksOf = async (id: string): Promise<string[]> => {
    const { messages } = (await world.call('GET', '/api/v1/test/inbox?limit=100')).body.data
    return messages
      .map((each: { body: string }) => JSON.parse(each.body))
      .filter((each: { transaction_id: string }) => each.transaction_id === id)
      .map((each: { status: string }) => each.status)
  }

  it('bug 11: a callback whose process died before sending it is sent by another', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, async (_, turn) => await payout(`dies-${turn}`)))
    await world.killGateway()
    // The claims of the dead process lapse now instead of in half a minute.
    await world.db.query(`update callback_deliveries set lease_until = clock_timestamp() where state = 'sending'`)
    await world.startGateway()
    await eventually(
      async () => {
        const told = await Promise.all(ids.map(callbacksOf))
        return told.every((each) => each.includes('COMPLETED')) ? true : undefined
      },
      'every callback comes',
      60_000,
    )
  })
})
