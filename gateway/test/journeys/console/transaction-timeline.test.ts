import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import { eventually, openWorld, type Wire, type World } from '../../support/world.ts'

describe('the story of a transaction', () => {
  const world = openWorld({ receives: true })
  let person: ConsoleClient
  let base: string
  before(async () => {
    person = await world.person()
    base = `/console/points/${world.demo.auth_point_id}`
  })

  const story = async (id: string): Promise<Wire> => {
    const answer = await person.call('GET', `${base}/transactions/${id}/story`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const simulate = async (id: string, body: Wire) => {
    const answer = await person.call('POST', `${base}/test/payments/${id}/simulate`, { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const create = async (kind: 'payin' | 'payout', body: Wire): Promise<string> => {
    const answer = await person.call('POST', `${base}/payments/${kind}_hth`, { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  /** The story once a callback with this status was delivered. */
  const told = async (id: string, status: string): Promise<Wire> =>
    await eventually(async () => {
      const found = await story(id)
      const callback = found.callbacks.find((each: Wire) => each.status === status)
      return callback?.deliveries.some((each: Wire) => each.state === 'delivered') ? found : undefined
    }, `the callback ${status}`)

  it('of a pay-in paid in two parts tells request, news, states, money and callback in the order of time', async () => {
    const details = { payer_doc_id: '20267565393', payer_name: "Ana D'Prueba" }
    const id = await create('payin', { service_code: 'BT_AR', amount: 777.01, reference: "story-'1", ...details })
    await simulate(id, { event: 'paid_partly', amount: '500.00' })
    await simulate(id, { event: 'paid' })
    const found = await told(id, 'COMPLETED')
    assert.equal(found.transaction.status, 'COMPLETED')
    assert.equal(found.amounts.asked, '777.01')
    assert.equal(found.amounts.received, found.amounts.credited)
    assert.equal(found.amounts.in_suspense, '0.00')
    assert.deepEqual(
      found.history.map((each: Wire) => each.status),
      ['PENDING', 'PENDING', 'COMPLETED'],
    )
    assert.equal(found.attempts.length, 1)
    assert.equal(found.attempts[0].connector, 'simulated-bank')
    assert.ok(found.notifications.length >= 2, 'the news of both parts')
    for (const news of found.notifications) {
      assert.equal(news.headers['x-simbank-signature'], '(hidden)')
      assert.equal(JSON.parse(news.body).order.key, found.attempts[0].key)
    }
    const kinds = found.ledger.map((each: Wire) => [each.kind, each.debit, each.credit])
    assert.deepEqual(kinds.slice(0, 1), [['suspense', 'settlement', 'suspense']])
    assert.ok(kinds.some(([kind]: string[]) => kind === 'suspense_accepted'))
    assert.equal(found.ledger.at(-1).running.available, found.amounts.credited)
    assert.deepEqual(JSON.parse(found.callbacks.at(-1).body).status, 'COMPLETED')
    assert.match(found.transaction.instructions.payment_url, /\/pay\//)
    inOrder(found)
  })

  it('of what a program asked for begins with its request', async () => {
    const body = { service_code: 'BT_AR', amount: 777.01, reference: 'by-key', payer_doc_id: '20267565393' }
    const made = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const id = made.body.data.transaction_id
    await world.call('GET', `/api/v1/payments/${id}`)
    const found = await eventually(async () => {
      const now = await story(id)
      return now.request ? now : undefined
    }, 'the log of requests')
    assert.equal(found.request.request_id, made.headers.get('x-request-id'))
    assert.match(found.request.route, /payin_hth$/)
    assert.equal(found.timeline[0].kind, 'request')
    for (const [laterMs, first] of [
      [400, 'request'],
      [60_000, 'state'],
    ] as const) {
      await world.db.query(
        `update request_log set created_at = created_at + $2::int * interval '1 millisecond' where request_id = $1`,
        [found.request.request_id, laterMs],
      )
      assert.equal((await story(id)).timeline[0].kind, first, `its log is ${laterMs} ms later`)
    }
  })

  it('gives the request as a command that a shell reads as one body, and that answers with the same transaction', async () => {
    const id = await create('payin', {
      service_code: 'BT_AR',
      amount: 777.01,
      reference: "it's-2",
      payer_doc_id: '20267565393',
      metadata: { note: "it's a note" },
    })
    const { curl } = await story(id)
    assert.match(curl, /\$PASARELA_KEY/)
    const quoted = /-d '(.*)'$/s.exec(curl)?.[1] ?? ''
    const raw = quoted.replaceAll(`'\\''`, "'")
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { raw })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.data.transaction_id, id)
  })

  it('of a payout with an approval and a return tells who decided, and where the money went and came back', async () => {
    await limit(world)
    const payout = {
      service_code: 'BT_AR',
      amount: 500,
      reference: 'story-payout',
      account_type: 'ALIAS',
      account: 'prueba.alias',
    }
    const id = await create('payout', payout)
    const waiting = await story(id)
    assert.equal(waiting.transaction.reason, 'awaiting_approval')
    assert.equal(waiting.approval.waiting, true)
    assert.equal(waiting.made_by.kind, 'person')
    assert.ok(waiting.made_by.name)
    assert.deepEqual(
      waiting.ledger.map((each: Wire) => each.kind),
      ['reserve'],
    )
    const made = await world.facts(
      'key',
      'create',
      '--point',
      world.demo.auth_point_id,
      '--scopes',
      'read,approve_payouts',
    )
    const key = made['api_key'] ?? ''
    const approved = await world.call('POST', `/api/v1/payments/${id}/approve`, { key, body: { note: 'looks right' } })
    assert.equal(approved.status, 200, JSON.stringify(approved.body))
    await told(id, 'COMPLETED')
    await simulate(id, { event: 'return' })
    const found = await eventually(async () => {
      const now = await story(id)
      return now.ledger.some((each: Wire) => each.kind === 'return') ? now : undefined
    }, 'the return')
    assert.equal(found.approval.waiting, false)
    assert.ok(found.audit.some((each: Wire) => each.action === 'payout.approve' && each.detail.note === 'looks right'))
    assert.ok(found.history.some((each: Wire) => each.source === 'approver'))
    assert.equal(found.ledger.at(-1).running.available, '0.00')
    inOrder(found)
  })

  it('of a card shows six and four digits, and nothing more of it anywhere', async () => {
    const services = await person.call('GET', `${base}/services`)
    const card = services.body.data.services.find((each: Wire) => each.service_code.startsWith('CC1'))
    const example = structuredClone(card.operations.payin.example)
    example.transactionDetails.paymentDetails.reference = 'STORYCARD0000000000001'
    const found = await story(await create('payin', example))
    assert.deepEqual(found.transaction.card, { bin: '411111', last4: '1111' })
    assert.match(found.curl, /<payer_card_number>/)
    assert.doesNotMatch(JSON.stringify(found), /4111111111111111|"012"/)
  })
})

function inOrder(found: Wire): void {
  const times = found.timeline.map((each: Wire) => Date.parse(each.at))
  assert.deepEqual(
    times,
    times.toSorted((a: number, b: number) => a - b),
  )
  const kinds = new Set(found.timeline.map((each: Wire) => each.kind))
  for (const kind of ['state', 'attempt', 'money', 'callback', 'delivery']) assert.ok(kinds.has(kind), kind)
  const sections = ['attempts', 'notifications', 'history', 'ledger', 'callbacks', 'audit']
  const parts = sections.reduce((sum, section) => sum + found[section].length, 0)
  const deliveries = found.callbacks.flatMap((each: Wire) => each.deliveries.flatMap((one: Wire) => one.attempts))
  assert.equal(found.timeline.length, parts + deliveries.length + (found.request ? 1 : 0))
}

/** Payouts above 100.00 ARS wait for a second key. */
async function limit(world: World): Promise<void> {
  const set = ['--point', world.demo.auth_point_id, '--currency', 'ARS', '--approval-above', '100', '--by', 'a,b']
  const { code, output } = await world.command('point', 'limits', ...set)
  assert.equal(code, 0, output)
}
