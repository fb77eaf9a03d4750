import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { problemReply } from '../../src/core/web/payment-reply-schemas.ts'
import { createdRefundReply, refundListReply, refundReply } from '../../src/extras/refunds/http/refund-schemas.ts'
import { flatCard } from '../support/card-request.ts'
import { type Answer, eventually, openWorld, type Wire } from '../support/world.ts'
import { callApi } from '../support/world-calls.ts'

describe('refunds', () => {
  const world = openWorld({ bankEnv: { SIMBANK_SETTLE_DELAY_MS: '400', SIMBANK_RETURN_DELAY_MS: '400' } })
  let references = 0
  const next = () => `refund-${++references}`
  const payin = async (amount: number, serviceCode = 'BT_AR') => {
    const body = { service_code: serviceCode, amount, reference: next(), payer_doc_id: '20-26756539-3' }
    return (await world.call('POST', '/api/v1/payments/payin_hth', { body })).body.data.transaction_id as string
  }
  const read = async (id: string) => (await world.call('GET', `/api/v1/payments/${id}`)).body.data
  const paid = async (amount: number) => {
    const id = await payin(amount)
    await eventually(async () => ((await read(id)).status === 'COMPLETED' ? true : undefined), 'the payment')
    return id
  }
  const refund = async (id: string, body: object = {}, more: object = {}) =>
    await world.call('POST', `/api/v1/payments/${id}/refunds`, { body: { reference: next(), ...body }, ...more })
  const balance = async (): Promise<Wire> =>
    (await world.call('GET', '/api/v1/balances')).body.data.balances.find((each: Wire) => each.currency === 'ARS')
  const transfers = async (id: string) =>
    (
      await world.db.query<{ kind: string; amount_minor: string }>(
        'select kind, amount_minor::text from ledger_transfers where transaction_id = $1 order by id',
        [id],
      )
    ).rows.map(({ kind, amount_minor }) => `${kind} ${amount_minor}`)
  const refused = (answer: Answer, status: number, code: string) => {
    assert.equal(answer.body.error?.code, code, JSON.stringify(answer.body))
    assert.equal(answer.status, status)
    assert.ok(problemReply.safeParse(answer.body).success)
  }
  /** What a read and a list say of what went back and may still go back, beside what was booked when it was paid. */
  const wentBack = async (id: string) => {
    const one = await read(id)
    const listed = (await world.call('GET', `/api/v1/payments?reference=${one.reference}`)).body.data.items[0]
    const figures = [one, listed].map((each) => [
      ...[each.refunded_amount, each.refundable_amount],
      ...[each.credited_amount, each.net],
    ])
    assert.deepEqual(figures[1], figures[0])
    return figures[0]
  }
  const scope = async (scopes: string) =>
    (await world.facts('key', 'create', '--point', world.demo.auth_point_id, '--scopes', scopes, '--name', 'k'))[
      'api_key'
    ] ?? ''
  let first = ''
  before(async () => {
    first = await paid(100)
  })

  it('send a part back, then the rest, and nothing more', async () => {
    const start = await balance()
    const body = { reference: 'part', amount: 30.5, reason: 'one of two', metadata: { order: '7' } }
    const part = await refund(first, body)
    assert.equal(part.status, 201, JSON.stringify(part.body))
    const shape = createdRefundReply.safeParse(part.body)
    assert.deepEqual(shape.data, part.body, shape.error?.message)
    const { refund_id: id } = part.body.data
    assert.deepEqual(
      [part.body.data.status, part.body.data.amount, part.body.data.payment_id, part.body.data.reason],
      ['COMPLETED', 30.5, first, 'one of two'],
    )
    assert.deepEqual([(await read(first)).status, (await read(first)).reason], ['COMPLETED', 'partially_refunded'])
    assert.deepEqual(await transfers(id), ['refund_reserve 3050', 'refund 3050'])
    assert.deepEqual([await wentBack(first), part.body.data.net], [[30.5, 69.5, 100, 100], -30.5])
    const again = await refund(first, body)
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
    assert.equal(again.body.data.refund_id, id)
    const differs = async (other: object, fields: string[], before: RegExp) => {
      const answer = await refund(first, { ...body, ...other })
      refused(answer, 409, 'reference_conflict')
      assert.deepEqual(answer.body.error.fields, fields)
      assert.match(answer.body.message, before)
    }
    await differs({ amount: 30 }, ['amount'], /amount differs \(sent before: 30\.50 ARS\)/)
    await differs({ amount: undefined, reason: 'x' }, ['amount', 'reason'], /sent before: 30\.50 ARS/)
    await differs({ reason: undefined, metadata: undefined }, ['reason', 'metadata'], /reason, metadata differ\./)
    const tooMuch = await refund(first, { amount: 69.51 })
    refused(tooMuch, 422, 'amount_too_large')
    assert.match(tooMuch.body.errors[0].message, /69\.50 ARS/)
    const rest = await refund(first, { reference: 'rest' })
    assert.equal(rest.body.data.amount, 69.5)
    assert.equal((await read(first)).reason, 'refunded')
    assert.deepEqual(await wentBack(first), [100, 0, 100, 100])
    assert.equal((await refund(first, { reference: 'rest' })).headers.get('idempotent-replayed'), 'true')
    await differs({ reference: 'rest', amount: 69.5, reason: undefined, metadata: undefined }, ['amount'], /no amount/)
    refused(await refund(first), 409, 'not_in_this_state')
    const now = await balance()
    assert.equal(Math.round((start.available - now.available) * 100), 10_000)
    assert.equal(now.reserved, start.reserved)
    const seen = (await world.bank('GET', '/control/summary')).summary
    assert.equal(seen[id]?.executed, 1)
    // The bank calls the pay-in reversed now, and says so twice; for the gateway these are its own refunds.
    const view = await world.bank('GET', `/v1/orders/${first}`)
    assert.deepEqual([view.state, view.reversed_minor, view.reversals.length], ['reversed', '10000', 2])
    await eventually(async () => {
      const { rows } = await world.db.query(
        `select from provider_notifications where attempt_key = $1 and state = 'processed'`,
        [first],
      )
      return rows.length >= 3 ? true : undefined
    }, 'the news of the bank')
    assert.deepEqual([(await read(first)).status, (await read(first)).reason], ['COMPLETED', 'refunded'])
    assert.deepEqual(await transfers(first), ['payin 10000'])
  })

  it('stand in the story of both sides and on the page of the payer', async () => {
    const owner = await world.person({})
    const story = async (id: string) =>
      (await owner.call('GET', `/console/points/${world.demo.auth_point_id}/transactions/${id}/story`)).body.data
    const id = await paid(50)
    assert.equal((await story(id)).transaction.refundable_amount, '50.00')
    const { refund_id: refundId, reference } = (await refund(id, { amount: 12.3, reason: 'broken' })).body.data
    const both = [await story(id), await story(refundId)]
    assert.deepEqual(
      both.map(({ transaction, amounts, refunds, refunded_payment: payment }) => [
        [transaction.refunded_amount, transaction.refundable_amount, amounts.remains],
        refunds.length,
        payment,
      ]),
      [
        [['12.30', '37.70', '37.70'], 1, null],
        [[null, null, null], 0, { transaction_id: id, reference: (await read(id)).reference, amount: '50.00' }],
      ],
    )
    assert.deepEqual(
      both[0].ledger.map((each: Wire) => [each.kind, each.refund_id, each.running.available]),
      [
        ['payin', null, '50.00'],
        ['refund_reserve', refundId, '37.70'],
        ['refund', refundId, '37.70'],
      ],
    )
    const query = '?pay_type=refund&limit=1'
    const listed = await owner.call('GET', `/console/points/${world.demo.auth_point_id}/transactions${query}`)
    const named = { transaction_id: id, reference: (await read(id)).reference, reason: 'broken' }
    assert.deepEqual(
      listed.body.data.items.map((each: Wire) => each.refund_of),
      [named],
    )
    const [told] = both[0].refunds
    assert.deepEqual([told.transaction_id, told.reference, told.amount], [refundId, reference, '12.30'])
    assert.deepEqual(
      both.map(({ timeline }) => timeline.filter((each: Wire) => /^refund/.test(each.kind)).length),
      [1, 1],
    )
    const page = async () => {
      const found = await fetch((await read(id)).payment_url, { headers: { 'accept-language': 'es' } })
      return (await found.text()).replaceAll('\u00a0', ' ')
    }
    assert.match(await page(), /Pago recibido[\s\S]*De este pago le devolvieron \$ ?12,30 ARS/)
    await refund(id)
    assert.match(await page(), /Este pago fue devuelto/)
  })

  it('are read by id, by pay-in and in a list, and stand in no list of payments', async () => {
    const listed = await world.call('GET', `/api/v1/payments/${first}/refunds?limit=1`)
    const shape = refundListReply.safeParse(listed.body)
    assert.deepEqual(shape.data, listed.body, shape.error?.message)
    assert.equal(listed.body.data.items[0].reference, 'rest')
    const { next_cursor: cursor } = listed.body.data
    const second = await world.call('GET', `/api/v1/payments/${first}/refunds?limit=1&cursor=${cursor}`)
    assert.deepEqual(
      [second.body.data.items.map((one: Wire) => one.reference), second.body.data.next_cursor],
      [['part'], null],
    )
    const [item] = second.body.data.items
    const refunder = await scope('refunds')
    for (const path of [`payments/${first}/refunds`, 'refunds', `refunds/${item.refund_id}`]) {
      assert.equal((await world.call('GET', `/api/v1/${path}`, { key: refunder })).status, 200, path)
    }
    refused(await world.call('GET', `/api/v1/payments/${first}`, { key: refunder }), 403, 'scope_missing')
    const one = await world.call('GET', `/api/v1/refunds/${item.refund_id}`)
    assert.deepEqual(refundReply.parse(one.body).data, item)
    for (const [query, references] of [
      [`payment_id=${first}`, ['rest', 'part']],
      ['reference=part', ['part']],
      ['status=ERROR', []],
      ['created_from=2099-01-01', []],
    ] as const) {
      const found = (await world.call('GET', `/api/v1/refunds?${query}`)).body.data.items
      assert.deepEqual(
        found.map((each: Wire) => each.reference),
        references,
        query,
      )
    }
    for (const query of ['service_code=BT_AR&limit=100', 'limit=100', 'reference=part']) {
      const found = (await world.call('GET', `/api/v1/payments?${query}`)).body.data.items
      assert.ok(
        found.every((each: Wire) => each.pay_type === 'payin'),
        query,
      )
    }
    refused(await world.call('GET', '/api/v1/refunds/x'), 404, 'not_found')
    refused(await world.call('GET', `/api/v1/refunds/${first}`), 404, 'not_found')
    const other = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'Web')
    const made = await world.facts(
      'key',
      'create',
      '--point',
      other['auth_point_id'] ?? '',
      '--scopes',
      'payins,refunds,read',
      '--name',
      'k',
    )
    const key = made['api_key'] ?? ''
    refused(await world.call('GET', `/api/v1/refunds/${item.refund_id}`, { key }), 404, 'not_found')
    refused(await refund(first, {}, { key }), 404, 'not_found')
    assert.deepEqual((await world.call('GET', '/api/v1/refunds', { key })).body.data.items, [])
  })

  it('end in the words of a payout: refused, pending, returned', async () => {
    const table: Record<string, { at: string; end: string; ledger: string[]; payin: string }> = {
      '02': {
        at: 'ERROR',
        end: 'ERROR insufficient_funds',
        ledger: ['refund_reserve', 'refund_unreserve'],
        payin: 'paid',
      },
      '01': { at: 'PENDING', end: 'COMPLETED paid', ledger: ['refund_reserve', 'refund'], payin: 'refunded' },
      '04': { at: 'PENDING', end: 'ERROR declined', ledger: ['refund_reserve', 'refund_unreserve'], payin: 'paid' },
      '08': { at: 'COMPLETED', end: 'ERROR returned', ledger: ['refund_reserve', 'refund', 'return'], payin: 'paid' },
    }
    await Promise.all(
      Object.entries(table).map(async ([scenario, { at, end, ledger, payin: reason }]) => {
        const amount = Number(`777.${scenario}`)
        const id = await paid(1000)
        const answer = await refund(id, { amount })
        assert.equal(answer.status, 201, JSON.stringify(answer.body))
        assert.deepEqual(
          [answer.body.status, answer.body.data.status, answer.body.error?.type],
          at === 'ERROR' ? ['error', at, 'refund_failed'] : ['success', at, undefined],
          scenario,
        )
        const refundId = answer.body.data.refund_id
        const now = async () => (await world.call('GET', `/api/v1/refunds/${refundId}`)).body.data
        await eventually(async () => {
          const { status, status_reason } = await now()
          return `${status} ${status_reason}` === end ? true : undefined
        }, `${scenario} ${end}`)
        assert.deepEqual(
          (await transfers(refundId)).map((each) => each.split(' ')[0]),
          ledger,
          scenario,
        )
        const expected = reason === 'refunded' ? 'partially_refunded' : reason
        assert.equal((await read(id)).reason, expected, scenario)
        const done = reason === 'paid' ? 0 : amount
        const { refunded_amount: refunded, refundable_amount: rest } = await read(id)
        assert.deepEqual([refunded, rest], [done, (100_000 - Math.round(done * 100)) / 100], scenario)
        if (reason === 'paid') assert.equal((await refund(id)).body.data.amount, 1000, 'a failed refund takes nothing')
      }),
    )
  })

  it('take what is not yet released first, and put it back when they fail', async () => {
    const terms = [
      'point',
      'terms',
      '--by',
      'ana',
      '--point',
      world.demo.auth_point_id,
      '--service',
      'BT_AR',
      '--pay-type',
      'payin',
    ]
    await world.facts(...terms, '--percent', '5', '--release-days', '1')
    await world.facts(
      'point',
      'policies',
      '--point',
      world.demo.auth_point_id,
      '--refund-fee',
      'give_back',
      '--by',
      'ana',
    )
    const id = await paid(2000)
    const start = await balance()
    const failing = await refund(id, { amount: 777.02 })
    assert.equal(failing.body.data.status, 'ERROR')
    assert.deepEqual(await balance(), start)
    const { refund_id: returned } = (await refund(id, { amount: 777.08 })).body.data
    await eventually(async () => {
      const { status_reason: reason } = (await world.call('GET', `/api/v1/refunds/${returned}`)).body.data
      return reason === 'returned' ? true : undefined
    }, 'the return')
    assert.deepEqual(await balance(), start, 'what comes back waits for its release again')
    const half = await refund(id, { amount: 1000 })
    assert.equal(half.body.data.fee_returned, 50)
    const between = await balance()
    assert.equal(between.pending, start.pending - 1000)
    assert.equal(between.available, start.available + 50)
    const rest = await refund(id)
    assert.deepEqual([rest.body.data.amount, rest.body.data.fee_returned], [1000, 50])
    const end = await balance()
    assert.equal(end.pending, start.pending - 1900)
    assert.equal(end.available, start.available, 'fee and credit go back whole')
    await world.db.query(`update ledger_releases set release_at = gateway_now() where transaction_id = $1`, [id])
    await eventually(async () => {
      const found = await world.db.query(
        'select from ledger_releases where transaction_id = $1 and released_at is not null',
        [id],
      )
      return found.rows.length === 1 ? true : undefined
    }, 'the empty release')
    await world.facts(...terms, '--percent', '0', '--release-days', '0')
    const checked = await world.command('verify')
    assert.equal(checked.code, 0, checked.output)
  })

  it('wait for a second key above the threshold, and count with the payouts of the day', async () => {
    const limits = async (...options: string[]) =>
      await world.facts(
        'point',
        'limits',
        '--point',
        world.demo.auth_point_id,
        '--currency',
        'ARS',
        '--by',
        'ana',
        ...options,
      )
    await limits('--approval-above', '500')
    const approver = await scope('approve_payouts,read')
    const id = await paid(900)
    const waiting = await refund(id, { amount: 600 })
    const refundId = waiting.body.data.refund_id
    assert.deepEqual([waiting.body.data.status, waiting.body.data.status_reason], ['PENDING', 'awaiting_approval'])
    refused(await refund(id, { amount: 300.01 }), 422, 'amount_too_large')
    const approved = await world.call('POST', `/api/v1/payments/${refundId}/approve`, { key: approver, body: {} })
    assert.equal(approved.body.data?.status, 'COMPLETED', JSON.stringify(approved.body))
    const reversed = await paid(700)
    const late = (await refund(reversed, { reference: 'late', amount: 600 })).body.data
    await world.call('POST', `/api/v1/test/payments/${reversed}/simulate`, { body: { event: 'reversed' } })
    await eventually(async () => ((await read(reversed)).reason === 'reversed' ? true : undefined), 'the reversal')
    const tooLate = await world.call('POST', `/api/v1/payments/${late.refund_id}/approve`, { key: approver, body: {} })
    refused(tooLate, 409, 'not_in_this_state')
    const { reserved } = await eventually(async () => {
      const { status_reason: reason } = (await world.call('GET', `/api/v1/refunds/${late.refund_id}`)).body.data
      return reason === 'cancelled' ? await balance() : undefined
    }, 'the end of a refund of which nothing is left')
    assert.equal(reserved, 0, 'nothing waits for an approval that cannot come')
    const again = await refund(reversed, { reference: 'late', amount: 600 })
    assert.deepEqual(
      [again.status, again.body.data?.refund_id],
      [200, late.refund_id],
      'a repetition replays all the same',
    )
    refused(await refund(reversed, { reference: 'another', amount: 1 }), 409, 'not_in_this_state')
    await limits('--single', '100')
    refused(await refund(id, { amount: 100.01 }), 422, 'amount_too_large')
    await limits('--daily', '1')
    refused(await refund(id, { amount: 100 }), 422, 'daily_limit_exceeded')
    await limits()
  })

  it('go back on the rail of a card and of Pix', async () => {
    const pix = { service_code: 'PIX_BR', amount: 20, reference: next(), payer_doc_id: '529.982.247-25' }
    for (const body of [pix, flatCard('4111111111111111')]) {
      const { transaction_id: id } = (await world.call('POST', '/api/v1/payments/payin_hth', { body })).body.data
      await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event: 'paid' } })
      await eventually(async () => ((await read(id)).status === 'COMPLETED' ? true : undefined), 'the payment')
      const { status, service_code: code } = (await refund(id)).body.data
      assert.deepEqual([status, code], ['COMPLETED', body.service_code])
    }
  })

  it('say what is wrong, every field at once', async () => {
    const wrong = await refund(first, { reference: 7, amount: '1,5', reason: 'x'.repeat(141), metadata: [], stray: 1 })
    assert.deepEqual(
      wrong.body.errors.map((one: Wire) => one.param),
      ['reference', 'amount', 'reason', 'metadata'],
    )
    const unpaid = await payin(777.01)
    refused(await refund(unpaid), 409, 'not_in_this_state')
    // Without an amount everything goes back, so it is left out on purpose or not at all.
    const whole = await paid(10)
    for (const [body, param] of [
      [{ amount: null }, 'amount'],
      [{ amount: ' ' }, 'amount'],
      [{ Amount: 1 }, 'Amount'],
      [{ amount_minor: 100 }, 'amount_minor'],
    ] as const) {
      const unclear = await refund(whole, body)
      assert.deepEqual([unclear.status, unclear.body.errors?.[0]?.param], [422, param], JSON.stringify(unclear.body))
    }
    refused(await refund(first, {}, { key: await scope('payins,payouts,read') }), 403, 'scope_missing')
    // Characters are counted, not their code units.
    const long = await refund(whole, { amount: 0, reason: '😀'.repeat(140) })
    assert.deepEqual(
      long.body.errors?.map((one: Wire) => one.param),
      ['amount'],
    )
    for (const path of [`payments/${first}/refund`, 'refunds']) {
      const { message } = (await world.call('POST', `/api/v1/${path}`, { body: {} })).body
      assert.match(message, /did you mean POST \/api\/v1\/payments\/\{id\}\/refunds\?/, path)
    }
    const masked = await world.call('GET', '/api/v1/payments/4111111111111111')
    assert.match(masked.body.message, /\?reference=\{reference\}$/)
    const spanish = await refund(unpaid, {}, { headers: { 'accept-language': 'es' } })
    assert.match(spanish.body.error.message, /^Solo se devuelve un pago entrante completado/)
  })

  it('never exceed the credit, whoever asks at once on two processes, and one reference counts once', async () => {
    const other = await world.anotherGateway()
    const id = await paid(100)
    const ask = async (at: number, body: object) =>
      await callApi(at % 2 === 0 ? world.url : other.url, world.demo.api_key, {
        method: 'POST',
        path: `/api/v1/payments/${id}/refunds`,
        body,
      })
    const of = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status)
    const fifty = Array.from({ length: 50 }, (_, at) => at)
    const many = await Promise.all(fifty.map(async (at) => await ask(at, { reference: next(), amount: 30 })))
    assert.equal(of(many, 201).length, 3, 'three of thirty fit into a hundred')
    assert.equal(of(many, 422).length, 47)
    const same = { reference: 'one for all' }
    const again = await Promise.all(fifty.map(async (at) => await ask(at, same)))
    assert.deepEqual([of(again, 201).length, of(again, 200).length], [1, 49])
    assert.ok(again.every(({ body }) => body.data.amount === 10))
    assert.equal((await read(id)).reason, 'refunded')
    const { rows } = await world.db.query('select id from refunds where transaction_id = $1', [id])
    const { summary } = await world.bank('GET', '/control/summary')
    assert.deepEqual(
      rows.map((row: { id: string }) => summary[row.id]?.executed),
      [1, 1, 1, 1],
    )
  })

  it('are in the feed of events, and told by a callback only where the point asks for it', async () => {
    const from = (await world.call('GET', '/api/v1/events')).body.data.next_after
    const id = await paid(50)
    const { refund_id: part } = (await refund(id, { amount: 20 })).body.data
    const { refund_id: refundId } = (await refund(id)).body.data
    const told = await eventually(async () => {
      const { events } = (await world.call('GET', `/api/v1/events?after=${from}`)).body.data
      const about = [id, part, refundId].map((one) => events.find((each: Wire) => each.transaction_id === one))
      return about.every((each) => each !== undefined) ? about : undefined
    }, 'the events')
    // As of each event, though everything is back by now; the callback of the pay-in stays that of the specification.
    assert.deepEqual(
      told.map((each: Wire) => [each.refunded_amount, each.refundable_amount]),
      [
        [0, 50],
        [20, 30],
        [50, 0],
      ],
    )
    assert.ok(!/refund\w+_amount|payment_id/.test(told[0].body), told[0].body)
    const body = JSON.parse(told[1].body)
    assert.deepEqual([body.pay_type, body.status, body.message], ['refund', 'COMPLETED', 'Refund completed'])
    assert.deepEqual([body.payment_id, body.amount], [id, 20])
    const sent = await world.db.query('select from callback_deliveries where transaction_id = $1', [refundId])
    assert.equal(sent.rows.length, 0)
    const resent = await world.call('POST', `/api/v1/payments/${refundId}/callbacks/resend`, { body: {} })
    refused(resent, 409, 'not_in_this_state')
    assert.match(resent.body.message, /send_refunds/)
    const ask = async (sendRefunds: boolean) => {
      const body = { send_refunds: sendRefunds }
      const set = await world.call('PUT', '/api/v1/webhook', { key: world.demo.settings_key, body })
      assert.equal(set.body.data?.send_refunds, sendRefunds, JSON.stringify(set.body))
    }
    await ask(true)
    const again = await world.call('POST', `/api/v1/payments/${refundId}/callbacks/resend`, { body: {} })
    assert.ok(again.status < 300, JSON.stringify(again.body))
    const asked = (await refund(await paid(60), { metadata: { order: '9' } })).body.data
    const message = await eventually(async () => {
      const { messages } = (await world.call('GET', '/api/v1/test/inbox')).body.data
      return messages.find((each: Wire) => JSON.parse(each.body).transaction_id === asked.refund_id)
    }, 'the callback')
    const { pay_type, status, reference, payment_id, amount } = JSON.parse(message.body)
    assert.deepEqual([pay_type, status, reference], ['refund', 'COMPLETED', asked.reference])
    assert.deepEqual([payment_id, amount], [asked.payment_id, 60])
    await ask(false)
  })
})
