import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { eventually, openWorld, type Wire } from '../support/world.ts'

/** What of the demo is made once. */
const madeOnce = `select (select count(*) from points)::int as points, (select count(*) from bank_accounts)::int as accounts,
  (select count(*) from deposit_accounts)::int as deposits, (select count(*) from bank_profiles)::int as profiles,
  (select count(*) from transactions)::int as orders, (select count(*) from bank_lines)::int as lines`

describe('the own account of the demo', () => {
  const world = openWorld({ env: { DEMO_OWN_ACCOUNT: '1' } })
  let key = ''
  before(() => {
    key = JSON.parse(readFileSync(join(world.folder, 'data', 'demo.json'), 'utf8')).own_account_key
  })

  const lines = async () =>
    (
      await world.db.query(
        `select l.text, s.state, s.class from bank_lines l join bank_line_states s on s.bank_line_id = l.id order by l.refs ->> 'bankRef'`,
      )
    ).rows.map(({ text, state, class: as }) => `${text.replace(/ P[2-9A-Z]{7}$/, ' P')} ${state}${as ? ` ${as}` : ''}`)
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await world.call('POST', `/api/v1/payments/${path}`, {
      key,
      body: { service_code: 'BT_AR', ...body },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const payin = async (reference: string) =>
    await create('payin_hth', { amount: 100, reference, payer_doc_id: '20-26756539-3' })
  const payout = async (reference: string) =>
    await create('payout_hth', { amount: 100, reference, account_type: 'CBU', account: '2850590940090418135201' })
  const simulate = async (id: string, event: string, more: object = {}): Promise<Wire> => {
    const answer = await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { key, body: { event, ...more } })
    return answer.status === 200 ? `${answer.body.data.status} ${answer.body.data.reason}` : answer.body.error.message
  }

  it('holds lines that completed by themselves and lines that wait', async () => {
    await eventually(
      async () => (await lines()).filter((line) => !line.endsWith(' new')).length === 9 || undefined,
      'the first statement is matched',
    )
    assert.deepEqual(await lines(), [
      'TRANSFERENCIA P applied payin',
      'TRANSFERENCIA P applied payin',
      'TRANSFERENCIA P in_suspense',
      'TRANSFERENCIA SIN REFERENCIA in_suspense',
      'TRANSFERENCIA ALQUILER in_suspense',
      'COMISION DE MANTENIMIENTO in_suspense',
      'PAGO P applied payout',
      'PAGO P applied payout',
      'DEVOLUCION P applied payout_return',
    ])
    const { body } = await world.call('GET', '/api/v1/payments', { key })
    const list: Wire[] = Array.isArray(body.data) ? body.data : Object.values(body.data).find(Array.isArray)
    const states = list.map(({ reference, status, reason }: Wire) => `${reference} ${status} ${reason}`).sort()
    assert.deepEqual(states, [
      'demo-no-reference PENDING awaiting_payment',
      'demo-paid-out COMPLETED paid',
      'demo-paid-twice COMPLETED paid',
      'demo-right COMPLETED paid',
      'demo-sent-back ERROR returned',
      'demo-typing-error PENDING awaiting_payment',
    ])
  })

  it('gets a second payment, which waits, and a second start makes nothing twice', async () => {
    await world.round('demoAccount')
    await eventually(
      async () => (await lines()).at(-1) === 'TRANSFERENCIA P in_suspense' || undefined,
      'the second payment waits',
    )
    await world.stopGateway()
    await world.startGateway()
    await world.round('demoAccount')
    const { rows } = await world.db.query(madeOnce)
    assert.deepEqual(rows, [{ points: 2, accounts: 1, deposits: 1, profiles: 1, orders: 6, lines: 10 }])
  })

  it('a pay-in is paid by lines: the rest, too little and too much, twice, late, or by somebody else', async () => {
    const whole = await payin('whole')
    assert.equal(await simulate(whole, 'paid'), 'COMPLETED paid')
    assert.match(await simulate(whole, 'reversed'), /refuses: payouts only/)
    const part = await payin('part')
    assert.equal(await simulate(part, 'paid_partly'), 'PENDING underpaid')
    assert.equal(await simulate(part, 'paid'), 'COMPLETED paid')
    assert.equal(await simulate(await payin('more'), 'paid_more'), 'COMPLETED overpaid')
    assert.equal(await simulate(await payin('twice'), 'paid_twice'), 'COMPLETED paid')
    assert.match((await lines()).at(-1) ?? '', /in_suspense$/, 'the second one waits')
    const other = { sender_document: '27-23456789-1' }
    assert.equal(await simulate(await payin('other'), 'paid', other), 'COMPLETED payer_mismatch')
    const late = await payin('late')
    assert.match(await simulate(late, 'paid_late'), /refuses: not expired/)
    assert.equal(await simulate(late, 'expire'), 'EXPIRED expired')
    assert.match(await simulate(late, 'paid'), /refuses: expired/)
    assert.equal(await simulate(late, 'paid_late'), 'COMPLETED paid_late')
    assert.equal(await simulate(await payin('declined'), 'declined'), 'ERROR declined')
  })

  it('a payout is paid by its debit line and comes back by lines, also in part', async () => {
    const sent = await payout('sent')
    assert.match(await simulate(sent, 'return'), /refuses: not in this state/)
    assert.match(await simulate(sent, 'paid_more'), /refuses: payins only/)
    assert.equal(await simulate(sent, 'approved'), 'COMPLETED paid')
    assert.equal(await simulate(sent, 'return_partly', { amount: 30 }), 'COMPLETED partially_returned')
    assert.match(await simulate(sent, 'return_partly', { amount: 80 }), /refuses: amount too large/)
    assert.equal(await simulate(sent, 'return'), 'ERROR returned')
    assert.equal(await simulate(await payout('declined'), 'declined'), 'ERROR declined')
  })

  it('its days follow the clock of the demo, and each statement joins the one before', async () => {
    const moved = await world.call('POST', '/api/v1/test/clock', { key, body: { advance_seconds: 2 * 86_400 } })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    assert.equal(await simulate(await payin('days later'), 'paid'), 'COMPLETED paid')
    const listed = (await world.command('statement', 'list')).output.split('\n')
    assert.match(listed[0] ?? '', / 1 lines, adds up, joins the one before/)
    const verified = await world.command('verify')
    assert.equal(verified.code, 0, verified.output)
  })
})
