import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually, openWorld, type Wire } from '../support/world.ts'

describe('money that does not fit its pay-in', () => {
  const world = openWorld({ bankEnv: { SIMBANK_AGAIN_DELAY_MS: '200', SIMBANK_LATE_DELAY_MS: '1000' } })
  let references = 0

  const payin = async (amount: number, more: object = {}): Promise<string> => {
    const body = { amount, reference: `suspense-${++references}` }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body: { ...brazil, ...body, ...more } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const brazil = { service_code: 'PIX_BR', payer_doc_id: '390.533.447-05' }
  const until = async (id: string, look: (data: Wire) => boolean, what: string): Promise<Wire> =>
    await eventually(async () => {
      const { data } = (await world.call('GET', `/api/v1/payments/${id}`)).body
      return look(data) ? data : undefined
    }, what)
  const state = (data: Wire) =>
    [
      `${data.status} ${data.reason} ${data.credited_amount}`,
      ...(data.suspense_amount === 0 ? [] : [`${data.suspense_amount} in suspense`]),
      ...(data.missing_amount === null ? [] : [`${data.missing_amount} missing`]),
    ].join(', ')
  const isIn = (wanted: string) => (data: Wire) => state(data) === wanted
  const entries = async (id: string) =>
    (
      await world.db.query(
        'select kind, amount_minor::int as minor from ledger_transfers where transaction_id = $1 order by id',
        [id],
      )
    ).rows.map((row) => `${row.kind} ${row.minor}`)
  const inSuspense = async () =>
    Number(
      (
        await world.db.query(`select coalesce(sum(case when a.id = x.credit_account then amount_minor else -amount_minor end), 0) as minor
          from ledger_transfers x join ledger_accounts a on a.id in (x.debit_account, x.credit_account) where a.kind = 'suspense'`)
      ).rows[0].minor,
    )
  const policy = async (...options: string[]) =>
    await world.facts('point', 'policies', '--point', world.demo.auth_point_id, '--by', 'ana', ...options)
  const decide = async (decision: 'accept' | 'return', id: string) => {
    const words = ['--transaction', id, '--note', 'seen', '--by', 'ana']
    const done = await world.command('suspense', decision, ...words)
    assert.equal(done.code, 0, done.output)
  }
  const act = async (id: string, action: string, more: object = {}) =>
    await world.bank('POST', `/control/orders/${id}/act`, { action, ...more })
  const statusesTold = async (id: string): Promise<string[]> => {
    const { messages } = (await world.call('GET', '/api/v1/test/inbox?limit=100')).body.data
    return messages
      .map((each: { body: string }) => JSON.parse(each.body))
      .filter((each: { transaction_id: string }) => each.transaction_id === id)
      .map(
        (each: { status: string; amount?: number }) =>
          `${each.status} ${'amount' in each ? each.amount : 'without amount'}`,
      )
  }

  it('underpaid: PENDING with what came, COMPLETED when the rest comes', async () => {
    const id = await payin(777.1)
    await until(id, isIn('PENDING underpaid null, 699.39 in suspense, 77.71 missing'), 'nine tenths came')
    assert.deepEqual(await entries(id), ['suspense 69939'])
    await act(id, 'pay')
    const done = await until(id, (data) => data.status === 'COMPLETED', 'the rest came')
    assert.ok(done.credited_amount >= 777.1)
    assert.equal((await entries(id))[1], 'suspense_accepted 69939')
    assert.equal(await inSuspense(), 0)
  })

  it('underpaid at the expiry: EXPIRED, the money waits for two people, and counts when they accept it', async () => {
    const id = await payin(777.1, { expired_at: new Date(Date.now() + 10_000).toISOString() })
    await until(
      id,
      isIn('EXPIRED underpaid null, 699.39 in suspense, 77.71 missing'),
      'it expires with part of the money',
    )
    assert.match((await world.command('attention')).output, new RegExp(`${id}.*699\\.39`))
    await decide('accept', id)
    await until(id, isIn('COMPLETED underpaid 699.39, 77.71 missing'), 'accepted')
    await eventually(async () => ((await statusesTold(id)).length === 2 ? true : undefined), 'both callbacks')
    assert.deepEqual((await statusesTold(id)).toSorted(), ['COMPLETED 699.39', 'EXPIRED without amount'])
    assert.equal(await inSuspense(), 0)
  })

  it('overpaid: COMPLETED with all that came, or held until two people decide', async () => {
    const first = await payin(777.11)
    await until(first, isIn('COMPLETED overpaid 854.82'), 'accepted with the surplus')
    assert.deepEqual(await entries(first), ['payin 85482'])
    await policy('--overpaid', 'hold')
    const held = await payin(777.11)
    await until(held, isIn('PENDING overpaid null, 854.82 in suspense'), 'held')
    assert.equal(await inSuspense(), 85_482)
    await decide('accept', held)
    await until(held, isIn('COMPLETED overpaid 854.82'), 'accepted by hand')
    await policy('--overpaid', 'accept')
  })

  it('paid twice: COMPLETED once, and the second payment waits', async () => {
    const id = await payin(777.15)
    await until(id, (data) => state(data).startsWith('COMPLETED paid 777.15'), 'paid')
    await eventually(async () => ((await inSuspense()) === 77_715 ? true : undefined), 'the second payment in suspense')
    assert.deepEqual(await entries(id), ['payin 77715', 'suspense 77715'])
    await decide('return', id)
    assert.equal(await inSuspense(), 0)
    assert.deepEqual(await statusesTold(id), ['COMPLETED 777.15'])
  })

  it('late: COMPLETED as paid_late, or held where the point wants that', async () => {
    // Long enough for the order to reach the bank before, on a machine that is busy.
    const soon = () => ({ expired_at: new Date(Date.now() + 10_000).toISOString() })
    const late = await payin(777.12, soon())
    await until(late, isIn('COMPLETED paid_late 777.12'), 'paid late')
    await policy('--late', 'hold')
    const held = await payin(777.12, soon())
    await until(held, isIn('EXPIRED paid_late null, 777.12 in suspense'), 'held')
    assert.equal(await inSuspense(), 77_712)
    await decide('return', held)
    await until(held, isIn('EXPIRED expired null'), 'sent back')
    await policy('--late', 'accept_late')
  })

  it('by another payer: flagged on a test point, held where the point wants that', async () => {
    const flagged = await payin(777.01)
    await eventually(
      async () => (flagged in (await world.bank('GET', '/control/summary')).summary ? true : undefined),
      'told',
    )
    await act(flagged, 'pay', { sender: { name: 'Outra Pessoa', document: '11144477735' } })
    await until(flagged, isIn('COMPLETED payer_mismatch 777.01'), 'flagged')
    await policy('--payer-mismatch', 'hold')
    const held = await payin(777.01)
    await eventually(
      async () => (held in (await world.bank('GET', '/control/summary')).summary ? true : undefined),
      'told',
    )
    await act(held, 'pay', { sender: { name: 'Outra Pessoa', document: '11144477735' } })
    await until(held, isIn('PENDING payer_mismatch null, 777.01 in suspense'), 'held')
    await decide('accept', held)
    await until(held, isIn('COMPLETED payer_mismatch 777.01'), 'accepted')
    await policy('--payer-mismatch', 'accept_flagged')
  })

  it('held and then taken back: gone from suspense, nobody accepts or returns it, and the clock ends it', async () => {
    await policy('--payer-mismatch', 'hold')
    const id = await payin(777.01)
    await eventually(
      async () => (id in (await world.bank('GET', '/control/summary')).summary ? true : undefined),
      'told',
    )
    await act(id, 'pay', { sender: { name: 'Outra Pessoa', document: '11144477735' } })
    await until(id, isIn('PENDING payer_mismatch null, 777.01 in suspense'), 'held')
    await act(id, 'reverse')
    await until(id, isIn('PENDING awaiting_payment null'), 'taken back')
    assert.deepEqual(await entries(id), ['suspense 77701', 'suspense_reversed 77701'])
    assert.doesNotMatch((await world.command('attention')).output, new RegExp(id))
    for (const decision of ['accept', 'return']) {
      const words = ['--transaction', id, '--note', 'seen', '--by', 'ana']
      const refused = await world.command('suspense', decision, ...words)
      assert.deepEqual([refused.code, /No money of this transaction/.test(refused.output)], [1, true], refused.output)
    }
    assert.equal(
      (await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event: 'expire' } })).status,
      200,
    )
    await until(id, isIn('EXPIRED expired null'), 'the clock ends it')
    await policy('--payer-mismatch', 'accept_flagged')
  })

  it('paid twice and the second payment taken back: the merchant keeps the first, and nothing is left to return', async () => {
    const id = await payin(777.15)
    await eventually(async () => ((await entries(id)).length === 2 ? true : undefined), 'paid twice')
    await act(id, 'reverse', { amount_minor: '77715' })
    await eventually(async () => ((await inSuspense()) === 0 ? true : undefined), 'gone from suspense')
    assert.deepEqual(await entries(id), ['payin 77715', 'suspense 77715', 'suspense_reversed 77715'])
    assert.equal(state((await world.call('GET', `/api/v1/payments/${id}`)).body.data), 'COMPLETED paid 777.15')
    await act(id, 'reverse')
    await until(id, isIn('ERROR reversed null'), 'the first one, too')
    assert.equal((await entries(id)).at(-1), 'reversal 77715')
  })

  it('taken back whole: ERROR with a callback, or COMPLETED with the reason where the point keeps it', async () => {
    const failed = await payin(10)
    await until(failed, isIn('COMPLETED paid 10'), 'paid')
    await act(failed, 'reverse')
    await until(failed, isIn('ERROR reversed null'), 'reversed')
    assert.deepEqual(await entries(failed), ['payin 1000', 'reversal 1000'])
    await eventually(
      async () => ((await statusesTold(failed)).includes('ERROR without amount') ? true : undefined),
      'told',
    )
    await policy('--reversal', 'keep_completed')
    const kept = await payin(10)
    await until(kept, isIn('COMPLETED paid 10'), 'paid')
    await act(kept, 'reverse')
    await until(kept, isIn('COMPLETED reversed null'), 'reversed')
    await policy('--reversal', 'error')
  })

  it('leaves books that verify finds nothing wrong with', async () => {
    await world.db.query(`update transactions set updated_at = updated_at - interval '5 minutes'`)
    const { code, output } = await world.command('verify')
    assert.doesNotMatch(output, /^I[45]\s+BROKEN/m)
    assert.equal(code, 0, output)
  })
})
