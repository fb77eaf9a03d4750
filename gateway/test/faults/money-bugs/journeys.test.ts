import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { flatCard } from '../../support/card-request.ts'
import { type Answer, eventually, openWorld } from '../../support/world.ts'
import { callApi } from '../../support/world-calls.ts'

describe('money bugs: the whole system', () => {
  const world = openWorld({ bankEnv: { SIMBANK_HANG_MS: '400', SIMBANK_AGAIN_DELAY_MS: '100' } })
  let other: { url: string }
  let references = 0
  before(async () => {
    other = await world.anotherGateway()
  })

  const bank = { account_type: 'CBU', account: '2850590940090418135201' }
  const payout = async (amount: number, more: object = {}, base = world.url): Promise<Answer> =>
    await callApi(base, world.demo.api_key, {
      method: 'POST',
      path: '/api/v1/payments/payout_hth',
      body: { service_code: 'BT_AR', amount, reference: `bug-${++references}`, ...bank, ...more },
    })
  const payin = async (amount: number, more: object = {}): Promise<Answer> =>
    await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { service_code: 'BT_AR', amount, reference: `bug-${++references}`, payer_doc_id: '20267565393', ...more },
    })
  const idOf = (answer: Answer): string => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const settled = async (id: string, status = 'COMPLETED') =>
    await eventually(async () => {
      const read = await world.call('GET', `/api/v1/payments/${id}`)
      return read.body.data.status === status ? read.body.data : undefined
    }, `${id} is ${status}`)
  const executed = async (id: string): Promise<number> =>
    (await world.bank('GET', '/control/summary')).summary[id]?.executed ?? 0
  const callbacksOf = async (id: string): Promise<string[]> => {
    const { messages } = (await world.call('GET', '/api/v1/test/inbox?limit=100')).body.data
    return messages
      .map((each: { body: string }) => JSON.parse(each.body))
      .filter((each: { transaction_id: string }) => each.transaction_id === id)
      .map((each: { status: string }) => each.status)
  }
  const askNow = async (id: string) =>
    await world.db.query('update attempts set next_action_at = gateway_now() where transaction_id = $1', [id])

  const notify = async (key: string, amount: string, more: object = {}) => {
    const account = await world.db.query(`select id from connector_accounts where connector = 'simulated-bank'`)
    const { notification_secret: secret } = JSON.parse(readFileSync(join(world.folder, 'credentials.json'), 'utf8'))
    const order = { key, state: 'completed', amount_minor: '77701', credited_minor: amount, ...more }
    const body = JSON.stringify({ id: randomUUID(), key, order })
    const timestamp = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const answer = await fetch(`${world.url}/provider-notifications/${account.rows[0].id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-simbank-timestamp': String(timestamp),
        'x-simbank-signature': `v1=${signature}`,
      },
      body,
    })
    assert.equal(answer.status, 200)
  }

  it('bug 1: two workers and a person at once send a payout to the bank once', async () => {
    const answers = await Promise.all(
      Array.from(
        { length: 10 },
        async (_, turn) => await payout(777.07, { reference: 'once' }, turn % 2 ? other.url : world.url),
      ),
    )
    const ids = new Set(answers.map(idOf))
    assert.equal(ids.size, 1)
    const [id = ''] = ids
    for (let turn = 0; turn < 20; turn++) await askNow(id)
    await settled(id)
    assert.equal(await executed(id), 1)
    const calls = await world.db.query(
      'select count(*)::int as n, max(number) as number from attempts where transaction_id = $1',
      [id],
    )
    assert.deepEqual([calls.rows[0].n, calls.rows[0].number], [1, 1])
  })

  it('bug 5: an answer that is lost after the money moved ends in COMPLETED by asking, not by paying again', async () => {
    const id = idOf(await payout(777.05))
    assert.equal((await world.call('GET', `/api/v1/payments/${id}`)).body.data.reason, 'outcome_unknown')
    const held = (await world.call('GET', '/api/v1/balances')).body.data.balances.find(
      (each: { currency: string }) => each.currency === 'ARS',
    )
    assert.equal(held.reserved, 777.05)
    await askNow(id)
    await settled(id)
    assert.equal(await executed(id), 1)
  })

  it('bug 5, the other way: a call that never moved money fails by asking, and its funds are free again', async () => {
    const id = idOf(await payout(777.06))
    await world.db.query(
      `update attempts set sent_at = sent_at - interval '1 minute', next_action_at = gateway_now() where transaction_id = $1`,
      [id],
    )
    assert.equal((await settled(id, 'ERROR')).reason, 'not_executed')
    assert.equal(await executed(id), 0)
  })

  it('bug 6: every call about a payout carries the same key, however often it is repeated', async () => {
    const ids = [idOf(await payout(777.15)), idOf(await payout(777.07))]
    for (const id of ids) {
      await askNow(id)
      await settled(id)
      assert.equal(await executed(id), 1)
    }
    const { summary } = await world.bank('GET', '/control/summary')
    const known = (await world.db.query('select id::text from transactions')).rows.map((row) => row.id)
    assert.deepEqual(
      Object.keys(summary).filter((key) => !known.includes(key)),
      [],
    )
  })

  it('bug 14: news that come before our own commit wait, and are matched', async () => {
    const early = randomUUID()
    const id = idOf(await payin(777.01))
    await notify(early, '77701')
    await eventually(async () => {
      const waiting = await world.db.query(
        'select tries, body from provider_notifications where attempt_key = $1 and tries > 0',
        [early],
      )
      return waiting.rows[0]
    }, 'the news are kept although nobody knows the order')
    await world.db.query('update attempts set key = $2 where transaction_id = $1', [id, early])
    await settled(id)
  })

  it('bug 15: the payer’s return and the notification together complete a card once', async () => {
    const made = await world.call('POST', '/api/v1/payments/payin_hth', { body: flatCard('4111111111111111') })
    const id = idOf(made)
    const returned = `${made.body.data.redirect_url}/return`
    await Promise.all([
      settled(id),
      ...Array.from({ length: 20 }, async () => await (await fetch(returned, { redirect: 'manual' })).text()),
    ])
    const history = await world.db.query(
      `select count(*)::int as n from transaction_history where transaction_id = $1 and status = 'COMPLETED'`,
      [id],
    )
    assert.equal(history.rows[0].n, 1)
    await eventually(async () => ((await callbacksOf(id)).length > 0 ? true : undefined), 'its callback')
    assert.deepEqual(await callbacksOf(id), ['COMPLETED'])
  })

  it('bug 19: a notification of another amount counts only as the bank says when it is asked', async () => {
    const id = idOf(await payin(777.01))
    await eventually(
      async () => (id in (await world.bank('GET', '/control/summary')).summary ? true : undefined),
      'announced',
    )
    for (const amount of ['1', '77702', '99999999']) await notify(id, amount)
    await eventually(async () => {
      const left = await world.db.query(
        `select from provider_notifications where attempt_key = $1 and state = 'received'`,
        [id],
      )
      return left.rowCount === 0 ? true : undefined
    }, 'the three are worked off')
    const read = (await world.call('GET', `/api/v1/payments/${id}`)).body.data
    assert.deepEqual([read.status, read.credited_amount], ['PENDING', null])
  })

  it('bug 19, the other way: a notification of the right amount in another currency credits nothing, and a person is told', async () => {
    const id = idOf(await payin(777.01))
    await notify(id, '77701', { currency: 'CLP' })
    const words = new RegExp(`${id}.*completed in CLP, ordered in ARS`)
    const asked = async () => words.test((await world.command('attention')).output) || undefined
    await eventually(asked, 'a person is told')
    const read = (await world.call('GET', `/api/v1/payments/${id}`)).body.data
    assert.deepEqual([read.status, read.credited_amount], ['PENDING', null])
    await notify(id, '77701', { currency: 'ARS' })
    await settled(id)
  })

  it('bug 20: a reference with another amount is refused, and is its own in each direction and point', async () => {
    const first = await payout(10, { reference: 'shared' })
    const clash = await payout(11, { reference: 'shared' })
    assert.equal(clash.status, 409)
    assert.equal(clash.body.error.code, 'reference_conflict')
    assert.equal(clash.body.error.transaction_id, idOf(first))
    const asPayin = await payin(10, { reference: 'shared' })
    assert.notEqual(idOf(asPayin), idOf(first))
    const point = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'O')
    const key = await world.facts(
      'key',
      'create',
      '--point',
      point['auth_point_id'] ?? '',
      '--scopes',
      'payouts,read',
      '--name',
      'k',
    )
    const elsewhere = await callApi(world.url, key['api_key'] ?? '', {
      method: 'POST',
      path: '/api/v1/payments/payout_hth',
      body: { service_code: 'BT_AR', amount: 10, reference: 'shared', ...bank },
    })
    assert.notEqual(idOf(elsewhere), idOf(first))
  })

  it('bug 23: number and security code of a card are in no log, also when the call fails', async () => {
    for (const number of ['4111111111111111', '4000000000000119', '4000000000000002']) {
      await world.call('POST', '/api/v1/payments/payin_hth', {
        body: flatCard(number, { payer_card_security_code: '918' }),
      })
      assert.ok(!world.output().includes(number), number)
    }
    assert.doesNotMatch(world.output(), /security_code"?:? ?"?918/)
    const stored = await world.db.query(
      `select count(*)::int as n from transactions where details::text ~ '4[01]{5}[01]{4}' and card_bin is not null and details::text ~ '(4111111111111111|4000000000000119)'`,
    )
    assert.equal(stored.rows[0].n, 0)
  })

  it('bug 25: what a second person agrees to is shown with amount, currency, account and beneficiary', async () => {
    const point = world.demo.auth_point_id
    const limits = ['--point', point, '--currency', 'ARS', '--approval-above', '100000', '--by', 'ana']
    await world.facts('point', 'limits', ...limits)
    const id = idOf(await payout(900_000_000, { account_beneficiary: 'Proveedor SA' }))
    const shown = (await world.call('GET', `/api/v1/payments/${id}`)).body.data
    assert.deepEqual(
      [
        shown.status,
        shown.reason,
        shown.amount,
        shown.currency,
        shown.details.account,
        shown.details.account_beneficiary,
      ],
      ['PENDING', 'awaiting_approval', 900_000_000, 'ARS', bank.account, 'Proveedor SA'],
    )
    assert.equal(await executed(id), 0)
  })
})
