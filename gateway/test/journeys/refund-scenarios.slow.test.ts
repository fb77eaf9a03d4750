import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually, openWorld } from '../support/world.ts'

/** Answer, end, transfers, and statuses in the feed of events, by the scenario of the simulated bank. */
const table: Record<string, { answer: string; end: string; ledger: string; events: string }> = {
  '01': { answer: 'PENDING', end: 'COMPLETED paid', ledger: 'refund_reserve refund', events: 'COMPLETED' },
  '02': {
    answer: 'ERROR',
    end: 'ERROR insufficient_funds',
    ledger: 'refund_reserve refund_unreserve',
    events: 'ERROR',
  },
  '03': { answer: 'ERROR', end: 'ERROR invalid_account', ledger: 'refund_reserve refund_unreserve', events: 'ERROR' },
  '04': { answer: 'PENDING', end: 'ERROR declined', ledger: 'refund_reserve refund_unreserve', events: 'ERROR' },
  '05': { answer: 'PENDING', end: 'COMPLETED paid', ledger: 'refund_reserve refund', events: 'COMPLETED' },
  '06': { answer: 'PENDING', end: 'ERROR not_executed', ledger: 'refund_reserve refund_unreserve', events: 'ERROR' },
  '07': { answer: 'PENDING', end: 'COMPLETED paid', ledger: 'refund_reserve refund', events: 'COMPLETED' },
  '08': {
    answer: 'COMPLETED',
    end: 'ERROR returned',
    ledger: 'refund_reserve refund return',
    events: 'COMPLETED ERROR',
  },
  '09': { answer: 'PENDING', end: 'COMPLETED paid', ledger: 'refund_reserve refund', events: 'COMPLETED' },
  '13': { answer: 'PENDING', end: 'COMPLETED paid', ledger: 'refund_reserve refund', events: 'COMPLETED' },
  '14': { answer: 'PENDING', end: 'COMPLETED paid', ledger: 'refund_reserve refund', events: 'COMPLETED' },
  '15': { answer: 'PENDING', end: 'COMPLETED paid', ledger: 'refund_reserve refund', events: 'COMPLETED' },
  '16': { answer: 'PENDING', end: 'ERROR not_executed', ledger: 'refund_reserve refund_unreserve', events: 'ERROR' },
}

describe('refunds in every scenario of the simulated bank', () => {
  const bankEnv = { SIMBANK_SETTLE_DELAY_MS: '400', SIMBANK_RETURN_DELAY_MS: '400', SIMBANK_HOLD_DELAY_MS: '400' }
  const world = openWorld({ bankEnv })

  it('end as the table says, move the money once, and leave the pay-in with the right reason', async () => {
    const payin = async () => {
      const body = { service_code: 'BT_AR', amount: 1000, reference: crypto.randomUUID(), payer_doc_id: '20267565393' }
      return (await world.call('POST', '/api/v1/payments/payin_hth', { body })).body.data.transaction_id as string
    }
    const read = async (path: string) => (await world.call('GET', `/api/v1/${path}`)).body.data
    const column = async (text: string, id: string) =>
      (await world.db.query<{ value: string }>(text, [id])).rows.map(({ value }) => value).join(' ')
    const made: { scenario: string; amount: number; id: string; refundId: string }[] = []
    await Promise.all(
      Object.entries(table).map(async ([scenario, expected]) => {
        const id = await payin()
        await eventually(async () => ((await read(`payments/${id}`)).status === 'COMPLETED' ? true : undefined), 'paid')
        const body = { reference: `scenario ${scenario}`, amount: Number(`777.${scenario}`) }
        const answer = await world.call('POST', `/api/v1/payments/${id}/refunds`, { body })
        assert.equal(answer.body.data?.status, expected.answer, `${scenario} ${JSON.stringify(answer.body)}`)
        const refundId = answer.body.data.refund_id
        await eventually(
          async () => {
            const { status, status_reason } = await read(`refunds/${refundId}`)
            return `${status} ${status_reason}` === expected.end ? true : undefined
          },
          `${scenario} ${expected.end}`,
          240_000,
        )
        made.push({ scenario, amount: body.amount, id, refundId })
      }),
    )
    for (const { scenario, amount, id, refundId } of made) {
      const expected = table[scenario]
      assert.ok(expected)
      const ledger = 'select kind as value from ledger_transfers where transaction_id = $1 order by id'
      assert.equal(await column(ledger, refundId), expected.ledger, scenario)
      const events = 'select status as value from callback_events where transaction_id = $1 order by seq'
      assert.equal(await column(events, refundId), expected.events, scenario)
      const reason = expected.end.startsWith('COMPLETED') ? 'partially_refunded' : 'paid'
      assert.equal((await read(`payments/${id}`)).reason, reason, scenario)
      const left = await world.call('POST', `/api/v1/payments/${id}/refunds`, {
        body: { reference: `rest ${scenario}` },
      })
      const rest = reason === 'paid' ? 1000 : Math.round((1000 - amount) * 100) / 100
      assert.equal(left.body.data?.amount, rest, scenario)
    }
    const checked = await world.command('verify')
    assert.equal(checked.code, 0, checked.output)
  })
})
