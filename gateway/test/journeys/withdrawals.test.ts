import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import {
  createdWithdrawalReply,
  withdrawalListReply,
  withdrawalReply,
} from '../../src/extras/withdrawals/http/withdrawal-schemas.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import type { Operators } from '../support/people.ts'
import { type Answer, eventually, openWorld, type Wire } from '../support/world.ts'
import { callApi } from '../support/world-calls.ts'

const document = '20267565393'
const cbu = '2850590940090418135201'
const ar = { service_code: 'BT_AR' }
const account = { ...ar, account_type: 'CBU', account: cbu, account_doc_id: '20-26756539-3' }

const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))
const done = (answer: Answer, status = 200): Wire => {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  return answer.body.data
}

describe('withdrawals', () => {
  const world = openWorld()
  let people: Operators
  let owner: ConsoleClient
  let second: ConsoleClient
  const test = () => `/console/points/${world.demo.auth_point_id}`
  const withdraw = async (body: object, more: object = {}) =>
    await world.call('POST', '/api/v1/withdrawals', { body: { service_code: 'BT_AR', ...body }, ...more })
  const propose = async (by: ConsoleClient, at: string, fields: object = account): Promise<Wire> => {
    const { accounts } = done(await by.call('POST', `${at}/withdrawal-accounts`, { body: fields }))
    return accounts.find((each: Wire) => each.state === 'proposed')
  }
  const confirm = async (by: ConsoleClient, at: string, id: string) =>
    await by.call('POST', `${at}/withdrawal-accounts/${id}/confirm`)
  const available = async () =>
    (await world.call('GET', '/api/v1/balances')).body.data.balances.find((each: Wire) => each.currency === 'ARS')
      .available
  const setFunds = async (amount: number) =>
    done(await world.call('POST', '/api/v1/test/funds', { body: { currency: 'ARS', available: amount } }))
  const merchantId = async (pointId: string) =>
    (await world.db.query('select merchant_id from points where id = $1', [pointId])).rows[0].merchant_id

  before(async () => {
    people = await world.operators()
    owner = await world.person({ steppedUp: true })
    second = await world.person({ role: 'operations', steppedUp: true })
  })

  it('have an account that no API key sets, that one person alone does not make, whose holder is the merchant', async () => {
    const path = `/api/v1/withdrawal-accounts`
    assert.equal((await world.call('POST', path, { body: account })).status, 404)
    refused(
      await (await world.person()).call('POST', `${test()}/withdrawal-accounts`, { body: account }),
      403,
      'step_up_required',
    )
    const developer = await world.person({ role: 'developer', steppedUp: true })
    refused(await developer.call('POST', `${test()}/withdrawal-accounts`, { body: account }), 403, 'role_missing')
    refused(await withdraw({ amount: 10, reference: 'early' }), 409, 'not_in_this_state')
    const wrong = await owner.call('POST', `${test()}/withdrawal-accounts`, { body: { ...account, account: '123' } })
    refused(wrong, 422, 'invalid_format')
    const { withdrawal_account_id: id, is_own: isOwn, holder } = await propose(owner, test())
    assert.deepEqual([isOwn, holder], [false, 'unrecorded'])
    refused(await confirm(second, test(), id), 409, 'not_in_this_state')
    const merchant_id = await merchantId(world.demo.auth_point_id)
    const input = { merchant_id, country: 'AR', document_type: 'CUIT', document_number: document }
    const { proposal_id: proposalId, state } = await people.propose({
      action: 'merchant_document',
      input,
      evidence: 'seen',
    })
    assert.equal(state, 'open', 'two operators set it, also where all money is test money')
    done(await people.decide(proposalId, 'do'))
    refused(await confirm(owner, test(), id), 403, 'second_person_required')
    refused(await withdraw({ amount: 10, reference: 'early' }), 409, 'not_in_this_state')
    const { accounts } = done(await confirm(second, test(), id))
    assert.deepEqual([accounts.length, accounts[0].state, accounts[0].is_own], [1, 'usable', true])
    refused(await confirm(second, test(), id), 409, 'not_in_this_state')
    const isOwnAfter = async (action: string) => {
      const proposed = await people.propose({ action, input, evidence: 'seen' })
      done(await people.decide(proposed.proposal_id, 'do'))
      return done(await owner.call('GET', `${test()}/withdrawal-accounts`)).accounts[0].is_own
    }
    assert.deepEqual([await isOwnAfter('merchant_document_end'), await isOwnAfter('merchant_document')], [false, true])
  })

  it('take an amount or all, once for each reference, and are told in reads and the feed alone', async () => {
    await setFunds(1_000)
    const from = done(await world.call('GET', '/api/v1/events')).next_after
    const body = { amount: 100.5, reference: 'one' }
    const first = await withdraw(body)
    done(first, 201)
    const shape = createdWithdrawalReply.safeParse(first.body)
    assert.deepEqual(shape.data, first.body, shape.error?.message)
    const { withdrawal_id: id, ...data } = first.body.data
    assert.deepEqual(
      [data.purpose, data.reference, data.amount, data.status, data.account],
      ['withdrawal', 'one', 100.5, 'COMPLETED', cbu],
    )
    const again = await withdraw(body)
    assert.deepEqual(
      [again.status, again.headers.get('idempotent-replayed'), again.body.data.withdrawal_id],
      [200, 'true', id],
    )
    const other = await withdraw({ reference: 'one' })
    refused(other, 409, 'reference_conflict')
    assert.match(other.body.message, /amount differs \(sent before: 100\.50 ARS\)/)
    const payment = done(await world.call('GET', `/api/v1/payments/${id}`))
    assert.deepEqual([payment.pay_type, payment.purpose, payment.details.account], ['payout', 'withdrawal', cbu])
    assert.match(payment.reference, /^one\..{10}$/)
    const payout = { service_code: 'BT_AR', amount: 1, reference: 'one', account_type: 'CBU', account: cbu }
    done(await world.call('POST', '/api/v1/payments/payout_hth', { body: payout }))
    const terms = ['--pay-type', 'payout', '--service', 'BT_AR', '--percent', '1.7', '--fixed', '0.33', '--by', 'ana']
    await world.facts('point', 'terms', '--point', world.demo.auth_point_id, ...terms)
    const all = done(await withdraw({ reference: 'all' }), 201)
    assert.equal(await available(), 0)
    assert.equal(Math.round((all.amount + all.fee) * 100), 89_850)
    refused(await withdraw({ reference: 'more' }), 422, 'insufficient_funds')
    refused(await withdraw({ reference: 'x', amount: null }), 422, 'required')
    refused(await withdraw({ reference: 'x', amuont: 5 }), 422, 'unknown_field')
    const conflict = await withdraw({ reference: 'all', amount: all.amount })
    refused(conflict, 409, 'reference_conflict')
    assert.match(conflict.body.message, /no amount/)
    const page = await world.call('GET', '/api/v1/withdrawals?limit=1')
    assert.ok(withdrawalListReply.safeParse(page.body).success)
    assert.equal(page.body.data.items[0].reference, 'all')
    const rest = done(await world.call('GET', `/api/v1/withdrawals?cursor=${page.body.data.next_cursor}`))
    assert.deepEqual(
      rest.items.map((each: Wire) => each.withdrawal_id),
      [id],
    )
    const found = await world.call('GET', '/api/v1/withdrawals?reference=one')
    assert.deepEqual(
      found.body.data.items.map((each: Wire) => each.withdrawal_id),
      [id],
    )
    const one = await world.call('GET', `/api/v1/withdrawals/${id}`)
    assert.ok(withdrawalReply.safeParse(one.body).success)
    const told = await eventually(async () => {
      const { events } = done(await world.call('GET', `/api/v1/events?after=${from}`))
      return events.find((each: Wire) => each.transaction_id === id)
    }, 'the event')
    assert.equal(JSON.parse(told.body).purpose, 'withdrawal')
    const sent = await world.db.query('select from callback_deliveries where transaction_id = $1', [id])
    assert.equal(sent.rowCount, 0, 'no callback')
    const resend = async () => await world.call('POST', `/api/v1/payments/${id}/callbacks/resend`, { body: {} })
    const off = await resend()
    refused(off, 409, 'not_in_this_state')
    assert.match(off.body.message, /send_withdrawals/)
  })

  it('are told by callbacks where the point asks for it', async () => {
    await setFunds(100)
    const ask = async (on: boolean) => {
      const body = { send_withdrawals: on }
      const set = done(await world.call('PUT', '/api/v1/webhook', { key: world.demo.settings_key, body }))
      assert.equal(set.send_withdrawals, on)
    }
    await ask(true)
    const { withdrawal_id: id } = done(await withdraw({ amount: 20, reference: 'told' }), 201)
    const message = await eventually(async () => {
      const { messages } = done(await world.call('GET', '/api/v1/test/inbox'))
      return messages.find((each: Wire) => JSON.parse(each.body).transaction_id === id)
    }, 'the callback')
    const { pay_type, purpose, status } = JSON.parse(message.body)
    assert.deepEqual([pay_type, purpose, status], ['payout', 'withdrawal', 'COMPLETED'])
    await ask(false)
    const { withdrawal_id: next } = done(await withdraw({ amount: 20, reference: 'not told' }), 201)
    await eventually(async () => {
      const found = await world.db.query('select from callback_events where transaction_id = $1', [next])
      return found.rowCount === 1 || undefined
    }, 'the event')
    const sent = await world.db.query('select from callback_deliveries where transaction_id = $1', [next])
    assert.equal(sent.rowCount, 0)
  })

  it('of another merchant are not there, nor its accounts', async () => {
    const named = ['--merchant', `Other ${randomUUID()}`, '--environment', 'test', '--name', 'Web']
    const pointId = (await world.facts('point', 'create', ...named))['auth_point_id'] ?? ''
    const { api_key: key = '' } = await world.facts(
      'key',
      'create',
      '--point',
      pointId,
      '--scopes',
      'payouts,read',
      '--name',
      'k',
    )
    const { items } = done(await world.call('GET', '/api/v1/withdrawals'))
    assert.deepEqual(done(await callApi(world.url, key, { method: 'GET', path: '/api/v1/withdrawals' })).items, [])
    refused(
      await callApi(world.url, key, { method: 'GET', path: `/api/v1/withdrawals/${items[0].withdrawal_id}` }),
      404,
      'not_found',
    )
    refused(await withdraw({ amount: 1, reference: 'one' }, { key }), 409, 'not_in_this_state')
    const stranger = await world.person({ pointId, steppedUp: true })
    const own = done(await owner.call('GET', `${test()}/withdrawal-accounts`)).accounts[0].withdrawal_account_id
    const at = `/console/points/${pointId}/withdrawal-accounts`
    refused(await stranger.call('DELETE', `${at}/${own}`), 404, 'not_found')
    refused(await stranger.call('POST', `${at}/${own}/confirm`), 404, 'not_found')
    assert.deepEqual(done(await stranger.call('GET', at)), { accounts: [], documents: [] })
  })

  it('wait for approval above the limit, as a payout does', async () => {
    await setFunds(500)
    const limits = ['--currency', 'ARS', '--approval-above', '50', '--by', 'ana']
    await world.facts('point', 'limits', '--point', world.demo.auth_point_id, ...limits)
    const told = done(await owner.call('GET', `${test()}/approvals/limits`)).limits
    assert.deepEqual(told, [{ currency: 'ARS', above: '50.00' }])
    const preview = done(await owner.call('POST', `${test()}/withdrawals/preview`, { body: { ...ar, amount: 51 } }))
    assert.deepEqual(
      [preview.amount, preview.fee, preview.left, preview.waits_for_approval],
      ['51.00', '1.20', '447.80', true],
    )
    const enabled = 'update points set services_enabled = $2 where id = $1'
    await world.db.query(enabled, [world.demo.auth_point_id, ['PIX_BR']])
    const asked = { body: { ...ar, amount: 51 } }
    await eventually(async () => {
      const { status, body } = await owner.call('POST', `${test()}/withdrawals/preview`, asked)
      return (status === 403 && body.error.code === 'service_not_enabled') || undefined
    }, 'a code that is not enabled')
    await world.db.query(enabled, [world.demo.auth_point_id, null])
    await eventually(async () => {
      const { status } = await owner.call('POST', `${test()}/withdrawals/preview`, asked)
      return status === 200 || undefined
    }, 'the code again')
    const waits = done(await withdraw({ reference: 'waits', amount: 51 }), 201)
    assert.deepEqual([waits.status, waits.status_reason], ['PENDING', 'awaiting_approval'])
    const [ars] = done(await owner.call('GET', `${test()}/balance-details`)).balances
    const reserved = [{ what: 'approval', amount: '52.20', count: { count: 1, more: false } }]
    assert.deepEqual([ars.currency, ars.reserved_for, ars.release_days], ['ARS', reserved, { least: 0, most: 0 }])
    assert.ok(ars.last_moved_on)
    done(await second.call('POST', `${test()}/payments/${waits.withdrawal_id}/approve`))
    assert.equal(done(await world.call('GET', `/api/v1/withdrawals/${waits.withdrawal_id}`)).status, 'COMPLETED')
    const late = done(await withdraw({ reference: 'late', amount: 51 }), 201)
    const { accounts } = done(await owner.call('GET', `${test()}/withdrawal-accounts`))
    done(await owner.call('DELETE', `${test()}/withdrawal-accounts/${accounts[0].withdrawal_account_id}`))
    const path = `${test()}/payments/${late.withdrawal_id}`
    refused(await second.call('POST', `${path}/approve`), 409, 'not_in_this_state')
    done(await second.call('POST', `${path}/reject`))
    const { withdrawal_account_id: id } = await propose(owner, test())
    done(await confirm(second, test(), id))
    await world.facts('point', 'limits', '--point', world.demo.auth_point_id, '--currency', 'ARS', '--by', 'ana')
  })

  it('of everything at once on two processes never go below zero', async () => {
    await setFunds(700)
    const other = await world.anotherGateway()
    const at = (url: string, reference: string) =>
      callApi(url, world.demo.api_key, {
        method: 'POST',
        path: '/api/v1/withdrawals',
        body: { service_code: 'BT_AR', reference },
      })
    const urls = [world.url, other.url]
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map(async (n) => await at(urls[n % 2] ?? '', `race-${n}`)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422, 422, 422])
    assert.equal(await available(), 0)
  })

  it('stop for a day when somebody of the merchant set a password by a link, but repeat what was made', async () => {
    await setFunds(50)
    const recovered = (hours: number, email = world.demo.people.owner.email) =>
      world.db.query(
        `insert into password_recoveries (id, user_id, token_hash, by_mail, expires_at, used_at)
          select gen_random_uuid(), id, sha256(random()::text::bytea), true, statement_timestamp(),
            statement_timestamp() - $2 * interval '1 hour' from users where email = $1`,
        [email, hours],
      )
    await recovered(25)
    await world.person({ role: 'read_only' })
    const readers = await world.db.query(`select email from users where role = 'read_only'`)
    await recovered(1, readers.rows[0].email)
    done(await withdraw({ reference: 'before', amount: 10 }), 201)
    await recovered(1)
    const stopped = await withdraw({ reference: 'after', amount: 10 })
    refused(stopped, 409, 'not_in_this_state')
    assert.match(stopped.body.message, /new password/)
    refused(await owner.call('POST', `${test()}/withdrawals/preview`, { body: ar }), 409, 'not_in_this_state')
    const { accounts } = done(await owner.call('GET', `${test()}/withdrawal-accounts`))
    assert.equal(accounts[0].state, 'suspended')
    assert.equal((await withdraw({ reference: 'before', amount: 10 })).headers.get('idempotent-replayed'), 'true')
    await world.db.query('delete from password_recoveries')
    done(await withdraw({ reference: 'after', amount: 10 }), 201)
  })

  it('tell the owners of an account that is proposed and used, and are proved', async () => {
    await eventually(async () => {
      await world.round('alerts')
      const told = await world.db.query(`select distinct kind from alerts where kind like 'withdrawal%'`)
      return told.rowCount === 2 || undefined
    }, 'both alerts')
    const verify = async () => await world.command('verify')
    const { code, output } = await verify()
    assert.equal(code, 0, output)
    for (const [damage, repair] of [
      [`usable_from = usable_from + interval '30 days'`, `usable_from = usable_from - interval '30 days'`],
      [`details = details || '{"account":"0"}'`, `details = details || '{"account":"${cbu}"}'`],
    ]) {
      await world.db.query(`update withdrawal_accounts set ${damage} where confirmed_at is not null`)
      assert.match((await verify()).output, /I18 .*a withdrawal to an account/)
      await world.db.query(`update withdrawal_accounts set ${repair} where confirmed_at is not null`)
    }
  })

  it('in a currency without a code are booked by two operators, once, and never beyond what is there', async () => {
    // The second process made the demonstration anew.
    await world.makePeopleReal()
    const names = ['--merchant', `Euro ${randomUUID()}`, '--environment', 'live', '--name', 'Web']
    const pointId = (await world.facts('point', 'create', ...names))['auth_point_id'] ?? ''
    const alone = ['--by', 'ana', '--break-glass', '--note', 'test']
    await world.facts('point', 'fund', '--point', pointId, '--currency', 'EUR', '--amount', '100', ...alone)
    await world.facts('point', 'limits', '--point', pointId, '--currency', 'EUR', '--overdraft', '500', ...alone)
    const booked = async (amount: string, reference: string) => {
      const input = { currency: 'EUR', amount, reference, how: 'SEPA transfer 4711' }
      const body = { action: 'withdrawal_outside', point_id: pointId, input, evidence: 'seen' }
      return await people.ana.call('POST', '/console/operator/proposals', { body })
    }
    refused(await booked('100.01', 'too much'), 409, 'not_in_this_state')
    const { proposal_id: id } = done(await booked('60', 'w-1'), 201)
    const { proposal_id: second } = done(await booked('30', 'w-1'), 201)
    const { proposal_id: third } = done(await booked('60', 'w-2'), 201)
    done(await people.decide(id, 'do'))
    refused(await people.decide(second, 'do'), 409, 'reference_conflict')
    refused(await people.decide(third, 'do'), 422, 'insufficient_funds')
    const olga = await world.person({ pointId })
    const at = `/console/points/${pointId}`
    const { items } = done(await olga.call('GET', `${at}/withdrawals`))
    assert.ok(withdrawalListReply.safeParse({ status: 'success', data: { items, next_cursor: null } }).success)
    const { reference, amount, net, status, paid_outside, service_code } = items[0]
    assert.deepEqual(
      [items.length, reference, amount, net, status, paid_outside, service_code],
      [1, 'w-1', 60, -60, 'COMPLETED', 'SEPA transfer 4711', null],
    )
    assert.deepEqual(done(await olga.call('GET', `${at}/withdrawals/${items[0].withdrawal_id}`)), items[0])
    assert.deepEqual(done(await olga.call('GET', `${at}/withdrawals?status=PENDING`)).items, [])
    const moved = done(await olga.call('GET', `${at}/balance-transactions?currency=EUR&type=withdrawal`)).items
    assert.deepEqual(
      moved.map((each: Wire) => [each.reference, each.net, each.changes.available]),
      [['w-1', -60, -60]],
    )
    const { code, output } = await world.command('verify')
    assert.equal(code, 0, output)
  })

  it('with real money wait a day, after a change too, and go where an operator confirmed a lone merchant’s account', async () => {
    const names = ['--merchant', `Live ${randomUUID()}`, '--environment', 'live', '--name', 'Web']
    const pointId = (await world.facts('point', 'create', ...names))['auth_point_id'] ?? ''
    const alone = ['--by', 'ana', '--break-glass', '--note', 'test']
    const { api_key: key = '' } = await world.facts(
      ...['key', 'create', '--point', pointId, '--scopes', 'payouts,read', '--name', 'k'],
    )
    await world.facts('account', 'add', '--service', 'BT_AR', '--number', cbu, '--beneficiary', 'Shop', ...alone)
    await world.facts('point', 'fund', '--point', pointId, '--currency', 'ARS', '--amount', '300', ...alone)
    const olga = await world.person({ pointId, steppedUp: true })
    const at = `/console/points/${pointId}`
    const decided = async (id: string) => {
      const input = { withdrawal_account_id: id }
      const { proposal_id } = await people.propose({ action: 'withdrawal_account', input, evidence: 'seen' })
      return await people.decide(proposal_id, 'do')
    }
    const { withdrawal_account_id: id } = await propose(olga, at)
    const { items } = done(await people.ana.call('GET', '/console/operator/withdrawal-accounts/waiting'))
    const [waiting] = items.filter((each: Wire) => each.withdrawal_account_id === id)
    assert.deepEqual([waiting.needs_operator, waiting.environment], [true, 'live'])
    done(await decided(id))
    const live = async (reference: string) => await withdraw({ amount: 10, reference }, { key })
    const waits = await live('one')
    refused(waits, 409, 'not_in_this_state')
    assert.match(waits.body.message, /money goes there from/)
    const aDay = async () => await world.db.query('update gateway_clock set offset_ms = offset_ms + 86400000')
    await aDay()
    assert.equal(done(await live('one'), 201).status_reason, 'waits_for_operator')
    const { withdrawal_account_id: next } = await propose(olga, at, { ...account, account_beneficiary: 'Shop' })
    done(await live('two'), 201)
    done(await decided(next))
    refused(await live('three'), 409, 'not_in_this_state')
    await aDay()
    done(await live('three'), 201)
    const { accounts } = done(await olga.call('DELETE', `${at}/withdrawal-accounts/${next}`))
    assert.deepEqual(
      accounts.map((each: Wire) => each.state),
      ['ended', 'ended'],
    )
    const { code, output } = await world.command('verify')
    assert.equal(code, 0, output)
  })
})
