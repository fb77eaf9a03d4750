import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answer, eventually, openWorld, type Wire } from '../../support/world.ts'

/** How often the batch of bug 24 is sent again. */
const repeats = 10

describe('money bugs: what was said once and sent often', () => {
  const world = openWorld()
  let references = 0

  const pay = async (path: 'payin_hth' | 'payout_hth', amount: number): Promise<string> => {
    const details =
      path === 'payin_hth'
        ? { payer_doc_id: '20267565393' }
        : { account_type: 'CBU', account: '2850590940090418135201' }
    const body = { service_code: 'BT_AR', amount, reference: `said-${++references}`, ...details }
    const answer: Answer = await world.call('POST', `/api/v1/payments/${path}`, { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const settled = async (id: string): Promise<Wire> =>
    await eventually(async () => {
      const read = await world.call('GET', `/api/v1/payments/${id}`)
      return read.body.data.status === 'COMPLETED' ? read.body.data : undefined
    }, `${id} is COMPLETED`)
  const endpoint = async (status: 'active' | 'paused') => {
    const answer = await world.call('PUT', '/api/v1/webhook', { key: world.demo.settings_key, body: { status } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const callbacksOf = async (id: string): Promise<Wire[]> => {
    const { messages } = (await world.call('GET', '/api/v1/test/inbox?limit=100')).body.data
    return messages
      .map((each: { body: string }) => JSON.parse(each.body))
      .filter((each: { transaction_id: string }) => each.transaction_id === id)
  }

  it('bug 12: a callback tells the state of its own transition, whatever its transaction is when it is sent', async () => {
    await endpoint('paused')
    const id = await pay('payout_hth', 12.34)
    const told = await settled(id)
    const before = await world.db.query(
      'select status, reason, amount_minor, reference, updated_at from transactions where id = $1',
      [id],
    )
    assert.deepEqual(await callbacksOf(id), [], 'nothing is delivered yet')
    const change = async (values: unknown[]) =>
      await world.db.query(
        `update transactions set status = $2, reason = $3, amount_minor = $4, reference = $5, updated_at = $6 where id = $1`,
        [id, ...values],
      )
    await change(['ERROR', 'returned', '99', 'another reference', new Date(Date.now() + 3_600_000)])
    try {
      await endpoint('active')
      const [callback] = await eventually(async () => {
        const found = await callbacksOf(id)
        return found.length > 0 ? found : undefined
      }, 'its callback')
      assert.deepEqual(
        [callback.status, callback.reference, callback.amount],
        ['COMPLETED', told.reference, 12.34],
        JSON.stringify(callback),
      )
      assert.ok(Date.parse(callback.updated_at) < Date.now(), callback.updated_at)
    } finally {
      const { status, reason, amount_minor, reference, updated_at } = before.rows[0]
      await change([status, reason, amount_minor, reference, updated_at])
    }
  })

  it(`bug 24: a batch that is sent ${repeats} times again moves each of its orders once`, async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => await pay('payin_hth', 777.01)))
    const sent = async (times: number) =>
      await eventually(async () => {
        const found = await world.db.query(
          `select min(calls) as calls, bool_and(state = 'open') as open from attempts where transaction_id = any ($1::uuid[])`,
          [ids],
        )
        return found.rows[0].open && found.rows[0].calls >= times ? found.rows[0].calls : undefined
      }, `each order was sent ${times} times`)
    await sent(1)
    for (let turn = 1; turn <= repeats; turn++) {
      const again = await world.db.query(
        `update attempts set state = 'waiting', next_action_at = gateway_now()
          where transaction_id = any ($1::uuid[]) and state = 'open'`,
        [ids],
      )
      assert.equal(again.rowCount, ids.length)
      assert.equal(await sent(1 + turn), 1 + turn)
    }
    for (const id of ids) {
      const paid = await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event: 'paid' } })
      assert.equal(paid.status, 200, JSON.stringify(paid.body))
    }
    await Promise.all(ids.map(settled))
    const { summary } = await world.bank('GET', '/control/summary')
    for (const id of ids) assert.equal(summary[id].executed, 1)
    const credits = await world.db.query(
      `select count(*)::int as n from ledger_transfers where transaction_id = any ($1::uuid[]) and kind = 'payin'`,
      [ids],
    )
    assert.equal(credits.rows[0].n, ids.length)
  })
})
