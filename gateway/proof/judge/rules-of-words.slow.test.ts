import { describe } from 'node:test'
import { present } from '../../src/core/values/assert.ts'
import { breaks, silent } from './support/damages.ts'
import { arrival, change, ids, move, payment, type Sample, tell } from './support/sample.ts'

const hourMs = 3_600_000

function firstEvent(made: Sample, name: keyof typeof ids) {
  return present(payment(made, name).events[0], 'an event')
}

function firstDelivery(made: Sample, name: keyof typeof ids) {
  return present(payment(made, name).deliveries[0], 'a delivery')
}

/** The payment came back whole an hour after it was paid out: a second event, delivered. */
function comeBack(made: Sample): void {
  const { row, history } = payment(made, 'paidOut')
  const atMs = present(history.at(-1), 'an entry').atMs + hourMs
  Object.assign(row, { status: 'ERROR', reason: 'returned', reversedMinor: row.amountMinor })
  change(made, ids.paidOut, { status: 'ERROR', reason: 'returned', source: 'notification', atMs })
  const back = { from: 'settlement', to: 'available', amountMinor: row.amountMinor } as const
  move(made, { kind: 'return', ...back, atMs, transactionId: ids.paidOut })
  const order = present(
    made.orders.find(({ key }) => key === ids.paidOut),
    'an order',
  )
  order.movements.push({ key: order.key, atMs: atMs - 10, kind: 'came_back', amountMinor: row.amountMinor })
}

describe('callbacks', () => {
  silent('a payout that came back, and two callbacks', comeBack)
  breaks('callback-content', (made) => {
    const event = firstEvent(made, 'expired')
    event.template = event.template.replace('"reference":"expired"', '"reference":"another"')
    resendAll(made, 'expired')
  })
  breaks('callback-amount', (made) => {
    const event = firstEvent(made, 'paid')
    event.template = event.template.replace('"amount":500.00', '"amount":501.00')
    resendAll(made, 'paid')
  })
  breaks('callback-stranger', (made) => {
    const event = firstEvent(made, 'paid')
    made.received.push(arrival({ ...event, id: '0bbbbbbb-0000-7000-8000-ffffffffffff' }, event.atMs))
  })
  breaks(
    'callback-forged',
    (made) => {
      const one = present(made.received[0], 'an arrival')
      one.headers = { ...one.headers, 'webhook-signature': 'v1,bm90IHNpZ25lZA==' }
    },
    ['callback-unproven'],
  )
  breaks('callback-address', (made) => {
    present(made.received[0], 'an arrival').url = 'https://another.example/hook'
  })
  breaks('callback-order', (made) => {
    comeBack(made)
    const [first, second] = payment(made, 'paidOut').deliveries
    present(first, 'a delivery').state = 'superseded'
    present(first, 'a delivery').deliveredAtMs = null
    const deliveredAtMs = present(present(second, 'a delivery').deliveredAtMs, 'the time of a delivery')
    made.received.push(arrival(firstEvent(made, 'paidOut'), deliveredAtMs + 5_000))
  })
  breaks('callback-beside', (made) => {
    comeBack(made)
    const older = present(
      made.received.find(({ body }) => body.includes(ids.paidOut)),
      'an arrival',
    )
    older.heldUntilMs = made.rows.nowMs
  })
  silent('an old callback that was on its way for long', (made) => {
    comeBack(made)
    const [first, second] = payment(made, 'paidOut').deliveries
    Object.assign(present(first, 'a delivery'), { state: 'superseded', deliveredAtMs: null })
    const deliveredAtMs = present(present(second, 'a delivery').deliveredAtMs, 'the time of a delivery')
    const late = arrival(firstEvent(made, 'paidOut'), deliveredAtMs - 60_000)
    made.received.push({ ...late, atMs: deliveredAtMs + 5_000 })
  })
  breaks(
    'callback-queue',
    (made) => {
      const delivery = firstDelivery(made, 'paid')
      made.rows.deliveries = made.rows.deliveries.filter((each) => each !== delivery)
    },
    ['callback-missing'],
  )
  breaks('callback-unproven', (made) => {
    made.received.shift()
  })
  breaks('callback-repeated', (made) => {
    const event = firstEvent(made, 'paid')
    made.received.push(arrival(event, event.atMs + hourMs))
  })
  breaks('callback-overtaken', (made) => {
    comeBack(made)
    const delivery = firstDelivery(made, 'paidOut')
    Object.assign(delivery, { state: 'pending', nextAttemptAtMs: made.rows.nowMs + hourMs, deliveredAtMs: null })
  })
  breaks('callback-missing', (made) => {
    Object.assign(firstDelivery(made, 'paid'), { state: 'exhausted', deliveredAtMs: null })
  })
  silent('callbacks that their merchant paused', (made) => {
    Object.assign(firstDelivery(made, 'paid'), { state: 'pending', deliveredAtMs: null })
    present(made.rows.points[0], 'a point').endpointStatus = 'paused'
  })
})

/** What arrived about a payment, with the events as they are now. */
function resendAll(made: Sample, name: keyof typeof ids): void {
  made.received = made.received.map((callback) => {
    if (!callback.body.includes(ids[name])) return callback
    return arrival(firstEvent(made, name), callback.atMs)
  })
}

describe('answers', () => {
  breaks('answer-lost', (made) => {
    const gone = ids.expired.replace('0aaaaaaa', '0ccccccc')
    for (const exchange of made.exchanges) {
      if (exchange.reply.kind !== 'reply') continue
      exchange.reply = { ...exchange.reply, body: exchange.reply.body.replaceAll(ids.expired, gone) }
    }
  })
  breaks('answer-facts', (made) => {
    replaceIn(made, { path: `/api/v1/payments/${ids.paid}`, from: '"amount":500', to: '"amount":501' })
  })
  breaks('answer-history', (made) => {
    replaceIn(made, { path: `/api/v1/payments/${ids.paid}`, from: '"source":"notification"', to: '"source":"inquiry"' })
  })
  breaks('answer-never-true', (made) => {
    tell(made, ids.paid, { path: `/payments/${ids.paid}`, atMs: made.rows.nowMs, status: 'ERROR', reason: 'declined' })
  })
  breaks('answer-went-back', (made) => {
    const { createdAtMs } = payment(made, 'paid').row
    tell(made, ids.paid, { path: `/payments/${ids.paid}`, atMs: createdAtMs + 12_000, status: 'PENDING' })
  })
  breaks('answer-stale', (made) => {
    made.exchanges = made.exchanges.filter(
      ({ request }) => !('path' in request) || request.path !== `/api/v1/payments/${ids.paid}`,
    )
    made.received = made.received.map((callback) =>
      callback.body.includes(ids.paid) ? arrival(firstEvent(made, 'paid'), made.rows.nowMs) : callback,
    )
    firstDelivery(made, 'paid').deliveredAtMs = made.rows.nowMs
    const { createdAtMs } = payment(made, 'paid').row
    tell(made, ids.paid, { path: `/payments/${ids.paid}`, atMs: createdAtMs + hourMs, status: 'PENDING' })
  })
  breaks('reference-twice', (made) => {
    payment(made, 'cut').row.reference = 'expired'
    made.exchanges = made.exchanges.filter(({ request }) => !('path' in request) || !request.path.includes(ids.cut))
    const event = firstEvent(made, 'cut')
    event.template = event.template.replace('"reference":"cancelled"', '"reference":"expired"')
    resendAll(made, 'cut')
    for (const exchange of made.exchanges) {
      if (exchange.reply.kind !== 'reply' || !exchange.reply.body.includes(ids.cut)) continue
      exchange.reply = { kind: 'broken' }
    }
  })
  breaks('creation-unasked', (made) => {
    made.exchanges = made.exchanges.filter(
      ({ request }) => !('path' in request) || !request.body?.includes('"reference":"expired"'),
    )
  })
  breaks(
    'reference-two-ids',
    (made) => {
      const exchange = creation(made, 'expired')
      if (exchange.reply.kind !== 'reply') return
      const body = exchange.reply.body
        .replace(ids.expired, ids.cut)
        .replace('"reference":"expired"', '"reference":"cancelled"')
      made.exchanges.push({ ...exchange, reply: { ...exchange.reply, body } })
    },
    ['answer-lost'],
  )
  breaks('reference-other-content', (made) => {
    const exchange = creation(made, 'expired')
    if (!('path' in exchange.request)) return
    const body = (exchange.request.body ?? '').replace('BT_AR', 'DEBIN_AR')
    made.exchanges.push({ ...exchange, request: { ...exchange.request, body } })
  })
  breaks('refusal-left-something', (made) => refuse(made, { status: 422, code: 'insufficient_funds' }))
  silent('a creation of which nobody knows', (made) => {
    refuse(made, { status: 503, code: 'unavailable' })
  })
  breaks('creation-other-amount', (made) => {
    const exchange = creation(made, 'expired')
    if (!('path' in exchange.request)) return
    exchange.request = {
      ...exchange.request,
      body: (exchange.request.body ?? '').replace('"amount":700', '"amount":701'),
    }
  })
  breaks('conflict-with-itself', (made) => {
    const exchange = creation(made, 'expired')
    const body = JSON.stringify({ data: null, error: { code: 'reference_conflict', transaction_id: ids.expired } })
    made.exchanges.push({ ...exchange, reply: { kind: 'reply', status: 409, body } })
  })
  breaks('conflict-without-original', (made) => {
    const exchange = creation(made, 'expired')
    if (!('path' in exchange.request)) return
    const body = JSON.stringify({ data: null, error: { code: 'reference_conflict', transaction_id: ids.paid } })
    const other = (exchange.request.body ?? '').replace('"amount":700', '"amount":701')
    made.exchanges.push({
      ...exchange,
      request: { ...exchange.request, body: other },
      reply: { kind: 'reply', status: 409, body },
    })
  })
  breaks('approval-own-key', (made) => {
    payment(made, 'approved').row.createdByKey = 'KEY2'
  })
  breaks('approval-own-key', (made) => {
    rotate(made, 'KEY1', 'KEY2')
  })
  breaks(
    'approval-lost',
    (made) => {
      for (const entry of payment(made, 'approved').history) if (entry.source === 'approver') entry.source = 'connector'
    },
    ['approval-skipped'],
  )
})

function rotate(made: Sample, from: string, into: string): void {
  const detail = { from: `pas_test_${from}_x`, into: `pas_test_${into}_x` }
  made.exchanges.push({ ...asked(made), request: { operation: 'rotate', detail }, reply: { kind: 'done', detail: '' } })
}

function creation(made: Sample, name: keyof typeof ids) {
  return present(
    made.exchanges.find(({ request, reply }) => {
      return 'body' in request && reply.kind === 'reply' && reply.body.includes(ids[name])
    }),
    'a creation',
  )
}

function refuse(made: Sample, { status, code }: { status: number; code: string }): void {
  creation(made, 'expired').reply = { kind: 'reply', status, body: JSON.stringify({ data: null, error: { code } }) }
}

function replaceIn(made: Sample, { path, from, to }: { path: string; from: string; to: string }): void {
  for (const { request, reply } of made.exchanges) {
    if ('path' in request && request.path === path && reply.kind === 'reply') {
      Object.assign(reply, { body: reply.body.replace(from, to) })
    }
  }
}

function asked(made: Sample) {
  const request = { method: 'GET' as const, path: `/api/v1/payments/${ids.paid}`, headers: {} }
  return { act: 'asks', who: 'plain', sentAtMs: made.rows.nowMs - 5, answeredAtMs: made.rows.nowMs, request }
}

describe('liveness', () => {
  breaks('attempt-left-open', (made) => {
    Object.assign(attempt(made), { state: 'open', nextActionAtMs: made.rows.nowMs + hourMs })
  })
  breaks('attempt-forgotten', (made) => {
    waitForPerson(made)
    Object.assign(attempt(made), { state: 'open', nextActionAtMs: null })
  })
  breaks('attempt-overdue', (made) => {
    waitForPerson(made)
    Object.assign(attempt(made), { state: 'open', nextActionAtMs: made.rows.nowMs - hourMs })
  })
  breaks('lease-dead', (made) => {
    waitForPerson(made)
    const { nowMs } = made.rows
    Object.assign(attempt(made), { state: 'calling', nextActionAtMs: nowMs + hourMs, leaseUntilMs: nowMs - hourMs })
  })
  breaks('release-overdue', (made) => {
    present(payment(made, 'paid').release, 'a release').releasedAtMs = null
    made.rows.transfers = made.rows.transfers.filter(({ kind }) => kind !== 'release')
  })
  breaks('late-check-overdue', (made) => {
    made.rows.lateChecks.push({ attemptId: attempt(made).id, nextCheckAtMs: made.rows.nowMs - hourMs })
  })
  breaks('asked-before-sent', (made) => {
    for (const each of payment(made, 'expired').attempts) each.sentAtMs = null
    made.asked.push({ key: ids.expired, atMs: 0, task: 'G1.expire-1', sent: 0 })
  })
  breaks('notification-acknowledged-lost', (made) => {
    present(made.orders[0], 'an order').acknowledged = ['{"id":"news","key":"k","outcome":{"kind":"pending"}}']
  })
  breaks('notification-overdue', (made) => {
    made.rows.notifications.push({ ...notification(made), state: 'received', nextTryAtMs: made.rows.nowMs - hourMs })
  })
  breaks('notification-given-up', (made) => {
    made.rows.notifications.push({ ...notification(made), state: 'unmatched' })
  })
  breaks(
    'callback-lease-dead',
    (made) => {
      const leaseUntilMs = made.rows.nowMs - hourMs
      Object.assign(firstDelivery(made, 'paid'), { state: 'sending', deliveredAtMs: null, leaseUntilMs })
    },
    ['callback-missing'],
  )
  breaks(
    'callback-held',
    (made) => {
      Object.assign(firstDelivery(made, 'paid'), { state: 'held', deliveredAtMs: null })
    },
    ['callback-missing'],
  )
  breaks(
    'callback-overdue',
    (made) => {
      Object.assign(firstDelivery(made, 'paid'), { state: 'pending', deliveredAtMs: null })
    },
    ['callback-missing'],
  )
  breaks('endpoint-recovering', (made) => {
    present(made.rows.points[0], 'a point').recovering = true
  })
  breaks('session-left', (made) => {
    made.rows.idleInTransaction = 1
  })
})

/** The payment is still PENDING: without its end, and without a callback. */
function pendingAgain(made: Sample, { name, reason }: { name: keyof typeof ids; reason: string }): void {
  const { row, history, events, deliveries } = payment(made, name)
  Object.assign(row, { status: 'PENDING', reason })
  Object.assign(present(history.at(-1), 'an entry'), { status: 'PENDING', reason })
  made.rows.events = made.rows.events.filter((each) => !events.includes(each))
  made.rows.deliveries = made.rows.deliveries.filter((each) => !deliveries.includes(each))
  made.received = made.received.filter(({ body }) => !body.includes(ids[name]))
  for (const { reply } of made.exchanges) {
    if (reply.kind !== 'reply' || !reply.body.includes(ids[name])) continue
    Object.assign(reply, { body: reply.body.replace(/"status":"(ERROR|EXPIRED)"/, '"status":"PENDING"') })
  }
}

function waitForPerson(made: Sample): void {
  pendingAgain(made, { name: 'expired', reason: 'needs_operator' })
  payment(made, 'expired').row.needsOperator = 'no answer'
}

function attempt(made: Sample) {
  return present(payment(made, 'expired').attempts[0], 'an attempt')
}

function notification(made: Sample) {
  const accountId = made.facts.points[0]?.connectorAccountId ?? ''
  const state: 'processed' = 'processed'
  return { id: 'a notification', accountId, key: ids.paid as string, state, nextTryAtMs: null, body: '{}' }
}
