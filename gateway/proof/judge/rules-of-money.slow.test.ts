import { describe } from 'node:test'
import { present } from '../../src/core/values/assert.ts'
import { breaks, holds, silent } from './support/damages.ts'
import { accountIdOf, ids, move, payment } from './support/sample.ts'

const dayMs = 86_400_000

describe('a run in which everything is right', () => {
  holds('breaks no rule', () => undefined)
})

describe('the ledger of a payment', () => {
  breaks('ledger-payout', (made) => {
    present(payment(made, 'failed').transfers.at(-1), 'a transfer').amountMinor -= 1n
  })
  breaks('ledger-payout-twice', (made) => {
    const [reserve] = payment(made, 'paidOut').transfers
    present(reserve, 'a transfer').amountMinor -= 10n
    move(made, {
      ...{ kind: 'reserve', from: 'available', to: 'reserved', amountMinor: 10n },
      atMs: made.rows.nowMs,
      transactionId: ids.paidOut,
    })
  })
  breaks('ledger-fee', (made) => {
    const { row, transfers } = payment(made, 'paid')
    row.feeMinor -= 1n
    for (const transfer of transfers) if (transfer.kind === 'payin_fee') transfer.amountMinor -= 1n
  })
  breaks('ledger-release', (made) => {
    const { release } = payment(made, 'paid')
    made.rows.releases = made.rows.releases.filter((each) => each !== release)
  })
  breaks('ledger-release-date', (made) => {
    present(payment(made, 'paid').release, 'a release').releaseAtMs -= 1_000
  })
  breaks('ledger-release-early', (made) => {
    const release = present(payment(made, 'paid').release, 'a release')
    release.releasedAtMs = release.releaseAtMs - 2_000
  })
})

describe('the row of a payment', () => {
  breaks('attention-lost', (made) => {
    const { history } = payment(made, 'failed')
    present(history.at(-1), 'an entry').detail = 'completed after ERROR'
  })
  silent('a question that still stands', (made) => {
    const { row, history } = payment(made, 'failed')
    present(history.at(-1), 'an entry').detail = 'completed after ERROR'
    row.needsOperator = 'completed after ERROR'
  })
  breaks('suspense-unseen', (made) => {
    const { row } = payment(made, 'expired')
    Object.assign(row, { receivedMinor: 10n, suspenseMinor: 10n })
    const at = { atMs: made.rows.nowMs, transactionId: ids.expired }
    move(made, { kind: 'suspense', from: 'settlement', to: 'suspense', amountMinor: 10n, ...at })
    const order = present(
      made.orders.find(({ key }) => key === ids.expired),
      'an order',
    )
    Object.assign(order, { paysLate: true })
    order.movements.push({ key: order.key, atMs: made.rows.nowMs - dayMs, kind: 'executed', amountMinor: 10n })
  })
})

describe('the accounts of a payment', () => {
  breaks(
    'balance-overdrawn',
    (made) => {
      present(made.rows.transfers[0], 'the funding').amountMinor = 200_000n
    },
    ['funds-once'],
  )
  for (const account of ['suspense', 'another'] as const) {
    breaks('transfer-accounts', (made) => {
      const fee = present(
        payment(made, 'paid').transfers.find(({ kind }) => kind === 'payin_fee'),
        'a fee',
      )
      fee.credit = account === 'another' ? 99n : accountIdOf(account)
    })
  }
})

describe('the provider’s book', () => {
  breaks('book-stranger', (made) => {
    const [order] = made.orders
    made.orders.push({ ...present(order, 'an order'), key: 'another key', movements: [] })
  })
  breaks('book-order', (made) => {
    present(
      made.orders.find(({ key }) => key === ids.failed),
      'an order',
    ).orderedMinor += 1n
  })
  breaks('book-tombstone', (made) => {
    present(
      made.orders.find(({ key }) => key === ids.paidOut),
      'an order',
    ).tombstone = true
  })
  breaks(
    'book-payout-twice',
    (made) => {
      const order = present(
        made.orders.find(({ key }) => key === ids.paidOut),
        'an order',
      )
      order.movements.push(...order.movements)
    },
    ['book-payout-missing'],
  )
  breaks('book-attempts', (made) => {
    const [attempt] = payment(made, 'failed').attempts
    made.rows.attempts.push({ ...present(attempt, 'an attempt'), id: 'another', key: 'another key' })
  })
  breaks('book-payout-missing', (made) => {
    present(
      made.orders.find(({ key }) => key === ids.paidOut),
      'an order',
    ).movements = []
  })
  breaks('book-payout-unheard', (made) => {
    const { row, history, events, deliveries, transfers, attempts } = payment(made, 'paidOut')
    Object.assign(row, {
      status: 'PENDING',
      reason: 'outcome_unknown',
      creditedMinor: 0n,
      needsOperator: 'somebody must look',
    })
    Object.assign(present(history[1], 'an entry'), { status: 'PENDING', reason: 'outcome_unknown' })
    Object.assign(present(attempts[0], 'an attempt'), { state: 'open', nextActionAtMs: made.rows.nowMs + dayMs })
    made.rows.events = made.rows.events.filter((each) => !events.includes(each))
    made.rows.deliveries = made.rows.deliveries.filter((each) => !deliveries.includes(each))
    made.rows.transfers = made.rows.transfers.filter((each) => !transfers.slice(1).includes(each))
    made.received.shift()
    made.exchanges = made.exchanges.slice(1)
    made.exchanges.push({
      ...present(made.exchanges[0], 'an exchange'),
      request: creationOf('paid-out', 1000),
      reply: { kind: 'broken' },
    })
  })
  breaks('book-told-too-early', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.paid),
      'an order',
    )
    present(order.movements[0], 'a movement').atMs += 5_000
  })
  breaks('book-payout-returned', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.paidOut),
      'an order',
    )
    order.movements.push({ key: order.key, atMs: made.rows.nowMs - dayMs, kind: 'came_back', amountMinor: 30n })
    made.rows.notifications.push(
      told(made.facts.points[0]?.connectorAccountId ?? '', { amountMinor: '30', creditedMinor: '100000' }),
    )
  })
  silent('a return of which nobody told', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.paidOut),
      'an order',
    )
    order.movements.push({ key: order.key, atMs: made.rows.nowMs - dayMs, kind: 'came_back', amountMinor: 30n })
  })
  breaks('book-error-executed', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.failed),
      'an order',
    )
    order.movements.push({ key: order.key, atMs: made.rows.nowMs - 2 * dayMs, kind: 'executed', amountMinor: 100_000n })
  })
  breaks('book-error-unseen', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.failed),
      'an order',
    )
    order.movements.push({ key: order.key, atMs: made.rows.nowMs - 2 * dayMs, kind: 'executed', amountMinor: 100_000n })
    present(payment(made, 'failed').history.at(-1), 'an entry').source = 'operator'
  })
  silent('an execution after people failed a payout, found by the late check', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.failed),
      'an order',
    )
    order.movements.push({ key: order.key, atMs: made.rows.nowMs - 2 * dayMs, kind: 'executed', amountMinor: 100_000n })
    const { row, history } = payment(made, 'failed')
    present(history.at(-1), 'an entry').source = 'operator'
    row.needsOperator = 'executed after it was reported as not executed'
  })
  breaks('book-payin', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.paid),
      'an order',
    )
    present(order.movements[0], 'a movement').amountMinor += 1n
  })
  breaks('book-payin-reversed', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.paid),
      'an order',
    )
    order.movements.push({ key: order.key, atMs: made.rows.nowMs - dayMs, kind: 'came_back', amountMinor: 50_000n })
    made.rows.notifications.push({
      ...told(made.facts.points[0]?.connectorAccountId ?? '', { amountMinor: '50000', creditedMinor: '50000' }),
      key: ids.paid,
    })
  })
  breaks('book-expired-though-paid', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.expired),
      'an order',
    )
    const { row } = payment(made, 'expired')
    order.movements.push({ key: order.key, atMs: row.createdAtMs + 10, kind: 'executed', amountMinor: row.amountMinor })
  })
  breaks('book-paid-after-end', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.cut),
      'an order',
    )
    order.movements.push({ key: order.key, atMs: made.rows.nowMs - dayMs, kind: 'executed', amountMinor: 10n })
  })
  silent('a payer who pays in spite of a cancellation', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.cut),
      'an order',
    )
    order.movements.push({ key: order.key, atMs: made.rows.nowMs - dayMs, kind: 'executed', amountMinor: 10n })
    Object.assign(order, { paysLate: true })
  })
  breaks('book-sent-too-early', (made) => {
    const order = present(
      made.orders.find(({ key }) => key === ids.paidOut),
      'an order',
    )
    Object.assign(order, { arrivedAtMs: payment(made, 'paidOut').row.createdAtMs - 1 })
  })
  breaks('book-sent-again', (made) => {
    const [point] = made.facts.points
    Object.assign(present(point, 'a point'), { connector: 'sim_plain' })
    present(
      made.orders.find(({ key }) => key === ids.paidOut),
      'an order',
    ).submissions = 2
  })
  breaks(
    'book-payin',
    (made) => {
      const order = present(
        made.orders.find(({ key }) => key === ids.paid),
        'an order',
      )
      order.movements.push({ key: order.key, atMs: made.rows.nowMs - dayMs, kind: 'executed', amountMinor: 10n })
      const outcome = { kind: 'completed', currency: 'ARS', creditedMinor: '50010' }
      order.acknowledged = [JSON.stringify({ id: 'news', key: order.key, outcome })]
    },
    ['notification-acknowledged-lost'],
  )
  breaks('book-payin-part', (made) => {
    const { row } = payment(made, 'paid')
    row.amountMinor += 100n
    present(
      made.orders.find(({ key }) => key === ids.paid),
      'an order',
    ).orderedMinor += 100n
    for (const exchange of made.exchanges) {
      if (exchange.reply.kind !== 'reply' || !exchange.reply.body.includes(ids.paid)) continue
      exchange.reply = { ...exchange.reply, body: exchange.reply.body.replace('"amount":500', '"amount":501') }
      if ('path' in exchange.request && exchange.request.body) {
        exchange.request = { ...exchange.request, body: exchange.request.body.replace('"amount":500', '"amount":501') }
      }
    }
  })
})

describe('the ends of payments', () => {
  breaks('expired-early', (made) => {
    const { row } = payment(made, 'expired')
    row.expiredAtMs = (row.expiredAtMs ?? 0) + 60_000
  })
  breaks(
    'cancelled-with-money',
    (made) => {
      const { row, history } = payment(made, 'expired')
      present(history.at(-1), 'an entry').reason = 'cancelled'
      Object.assign(row, { reason: 'cancelled', suspenseMinor: 10n, receivedMinor: 10n, needsOperator: 'look' })
      const atMs = row.createdAtMs + 1
      move(made, {
        kind: 'suspense',
        from: 'settlement',
        to: 'suspense',
        amountMinor: 10n,
        atMs,
        transactionId: row.id,
      })
    },
    ['book-payin'],
  )
  breaks('approval-expired-early', (made) => {
    const { row, history } = payment(made, 'failed')
    Object.assign(row, { reason: 'approval_expired', approvalUntilMs: row.createdAtMs + dayMs })
    present(history.at(-1), 'an entry').reason = 'approval_expired'
  })
  breaks('approval-limit', (made) => {
    present(made.rows.limits[0], 'a limit').approvalAboveMinor = 50_000n
  })
  breaks('approval-skipped', (made) => {
    const [attempt] = payment(made, 'approved').attempts
    present(attempt, 'an attempt').createdAtMs -= 1_000
  })
  breaks(
    'approval-unsent',
    (made) => {
      const { attempts } = payment(made, 'approved')
      made.rows.attempts = made.rows.attempts.filter((each) => !attempts.includes(each))
    },
    ['book-stranger', 'book-payout-missing'],
  )
  breaks('single-limit', (made) => {
    present(made.rows.limits[0], 'a limit').singleMinor = 599_999n
  })
  breaks('daily-limit', (made) => {
    present(made.rows.limits[0], 'a limit').dailyMinor = 699_999n
  })
})

describe('what waits for a word', () => {
  breaks(
    'held-without-a-word',
    (made) => {
      const [first] = payment(made, 'paid').history
      present(first, 'an entry').reason = 'payer_mismatch'
    },
    ['answer-history'],
  )
})

describe('what operators were told', () => {
  breaks('proposal-by-oneself', (made) => {
    const request = { operation: 'oneself confirm', detail: { proposal_id: 'a proposal' } }
    made.exchanges.push({
      ...{ act: 'desk', who: 'operator', sentAtMs: 0, answeredAtMs: 0, request },
      reply: { kind: 'done', detail: 'done' },
    })
  })
  const detail = { transactionId: ids.paid, operation_id: 'an operation' }
  const asked = { act: 'desk', who: 'operator', sentAtMs: 0, answeredAtMs: 0 }
  breaks('operator-lost', (made) => {
    made.exchanges.push({ ...asked, request: { operation: 'confirm', detail }, reply: { kind: 'done', detail: '' } })
  })
  breaks('funds-once', (made) => {
    const pointId = payment(made, 'paid').row.pointId
    const funded = { pointId, currency: 'ARS', amount: '12.50', operation_id: 'an operation' }
    made.exchanges.push({
      ...asked,
      request: { operation: 'fund', detail: funded },
      reply: { kind: 'done', detail: '' },
    })
  })
  silent('money that nobody knows was given', (made) => {
    const pointId = payment(made, 'paid').row.pointId
    const funded = { pointId, currency: 'ARS', amount: '12.50', operation_id: 'an operation' }
    made.exchanges.push({ ...asked, request: { operation: 'fund', detail: funded }, reply: { kind: 'broken' } })
  })
})

function creationOf(reference: string, amount: number) {
  const body = JSON.stringify({ service_code: 'BT_AR', amount, reference })
  return { method: 'POST' as const, path: '/api/v1/payments/payout_hth', headers: {}, body }
}

function told(accountId: string, amounts: { amountMinor: string; creditedMinor: string }) {
  const outcome = { kind: 'reversed', currency: 'ARS', ...amounts }
  const body = JSON.stringify({ id: 'news', key: ids.paidOut, outcome })
  return {
    id: 'a notification',
    accountId,
    key: ids.paidOut as string,
    state: 'processed' as const,
    nextTryAtMs: null,
    body,
  }
}
