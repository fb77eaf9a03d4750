import { setTimeout as sleep } from 'node:timers/promises'
import { type CurrencyCode, currencyDecimals } from '../../../src/core/values/currency.ts'
import type { Wire } from '../../../test/support/world.ts'
import { callApi } from '../../../test/support/world-calls.ts'
import { type BankOrder, readBankRecords, readBankSummary } from './bank-records.ts'
import { checkCallbacks } from './check-callbacks.ts'
import { verifyLedger } from './check-ledger.ts'
import { checkRefunds, type RefundFigures } from './check-refunds.ts'
import { type Payment, readClient } from './client-timeline.ts'
import type { Cluster } from './cluster.ts'
import { disagreement } from './expected.ts'
import type { JournalEntry } from './journal.ts'

export interface Verdict {
  violations: string[]
  figures: {
    judged: number
    payouts: number
    payins: number
    refunds: RefundFigures
    statuses: Record<string, number>
    callbacks: number
    ledgerTransfers: number
    /** Pay-ins that were never accepted, because they came after their own expiry. */
    tooLate: number
  }
}

/** Reads side by side: enough to keep two processes busy. */
const readsAtOnce = 24
/** A busy machine answers 503 for a while. */
const fullTries = 60

/** Looks from outside, by API, bank's book and SQL, for anything lost, doubled or told wrongly. */
export async function judge(cluster: Cluster, journal: readonly JournalEntry[]): Promise<Verdict> {
  const client = readClient(journal)
  const orders = await readBankRecords(cluster)
  const sides = await readSides(cluster)
  const found = await readAll(cluster, [...client.payments.values()])
  const violations = [
    ...client.violations,
    ...found.flatMap(({ payment, status, data }) => verifyOne(payment, { status, data, orders, sides })),
    ...verifyBank(orders, await readBankSummary(cluster), sides),
    ...(await checkUnknownOrders(cluster, client.payments)),
  ]
  const callbacks = await checkCallbacks(
    cluster,
    found.map(({ data }) => data),
  )
  const ledger = await verifyLedger(cluster, orders)
  const refunds = await checkRefunds(cluster, orders)
  const statuses: Record<string, number> = {}
  for (const { data } of found) {
    const name = `${data?.pay_type} ${data?.status}`
    statuses[name] = (statuses[name] ?? 0) + 1
  }
  const count = (wanted: string) => [...client.payments.values()].filter(({ payType }) => payType === wanted).length
  return {
    violations: [...violations, ...callbacks.violations, ...ledger.violations, ...refunds.violations],
    figures: {
      judged: found.filter(({ payment }) => payment.payType !== 'refund').length,
      payouts: count('payout'),
      payins: count('payin'),
      refunds: refunds.figures,
      statuses,
      callbacks: callbacks.messages,
      ledgerTransfers: ledger.transfers,
      tooLate: client.tooLate,
    },
  }
}

interface Found {
  payment: Payment
  status: number
  data: Wire
}

async function readAll(cluster: Cluster, payments: readonly Payment[]): Promise<Found[]> {
  const accepted = payments.filter(({ transactionIds }) => transactionIds.size > 0)
  const found: Found[] = []
  let next = 0
  const work = async () => {
    for (let place = next++; place < accepted.length; place = next++) {
      const payment = accepted[place]
      const [id] = payment?.transactionIds ?? []
      if (!payment || id === undefined) continue
      const url = cluster.gateways[place % 2]?.url ?? ''
      const key = cluster.points[payment.point]?.apiKey ?? ''
      const read = async () => await callApi(url, key, { method: 'GET', path: `/api/v1/payments/${id}` })
      let answer = await read()
      // A full gateway loses nothing: it answers later.
      for (let tries = 0; answer.status === 503 && tries < fullTries; tries++) {
        await sleep(1_000)
        answer = await read()
      }
      found.push({ payment, status: answer.status, data: answer.body?.data })
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, work))
  return found
}

interface Side {
  suspenseMinor: bigint
  overdue: boolean
  needsOperator: string | null
}

/** What the API does not show. */
async function readSides(cluster: Cluster): Promise<ReadonlyMap<string, Side>> {
  const rows = await cluster.database.query<{
    id: string
    suspense_minor: string
    overdue: boolean
    needs_operator: string | null
  }>(
    `select id, suspense_minor, coalesce(expired_at <= gateway_now(), false) as overdue, needs_operator from transactions`,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      { suspenseMinor: BigInt(row.suspense_minor), overdue: row.overdue, needsOperator: row.needs_operator },
    ]),
  )
}

/** Reasons to call a person that the plan's scenarios bring about. */
const foreseen = new Set([
  'paid again after COMPLETED',
  'expired with part of the money in suspense',
  'part of the money arrived after the expiry',
])

/** Contract section 4, and what repeats itself. */
const moves = new Set(['PENDING COMPLETED', 'PENDING ERROR', 'PENDING EXPIRED', 'EXPIRED COMPLETED', 'COMPLETED ERROR'])

interface Evidence {
  status: number
  data: Wire
  orders: ReadonlyMap<string, BankOrder>
  sides: ReadonlyMap<string, Side>
}

function verifyOne(payment: Payment, { status, data, orders, sides }: Evidence): string[] {
  const [id = ''] = payment.transactionIds
  const side = sides.get(id)
  if (status !== 200 || !side) return [`${payment.reference} was accepted as ${id} and is lost: GET answers ${status}`]
  const violations: string[] = []
  const minor = (amount: number) =>
    BigInt(Math.round(amount * 10 ** currencyDecimals[payment.currency as CurrencyCode]))
  const amountMinor = payment.amountMinor ?? minor(data.amount)
  if (data.reference !== payment.reference || minor(data.amount) !== amountMinor) {
    violations.push(`${id} is another payment than ${payment.reference} over ${amountMinor}`)
  }
  const credited = data.credited_amount === null ? null : minor(data.credited_amount)
  const told = {
    id,
    payType: payment.payType,
    status: data.status,
    reason: data.reason,
    amountMinor,
    card: data.card_bin !== undefined,
    creditedMinor: credited,
    suspenseMinor: side.suspenseMinor,
    overdue: side.overdue,
  }
  const why = disagreement(told, orders.get(id))
  if (why) violations.push(`${why}; ${historyText(data)}`)
  if (side.needsOperator && !foreseen.has(side.needsOperator)) {
    violations.push(`${id} waits for a person: ${side.needsOperator}; ${historyText(data)}`)
  }
  const path = (data.history as Wire[]).map((entry) => entry.status as string)
  path.forEach((to, index) => {
    const from = path[index - 1] ?? to
    if (from !== to && !moves.has(`${from} ${to}`)) violations.push(`${id} went from ${from} to ${to}`)
  })
  if (path.at(-1) !== data.status) violations.push(`the history of ${id} ends in ${path.at(-1)}, not ${data.status}`)
  return violations
}

function historyText(data: Wire): string {
  return (data.history as Wire[]).map((entry) => `${entry.status}/${entry.reason} by ${entry.source}`).join(' > ')
}

/** The book: no payout leaves twice, no order is one that the gateway forgot, and the bank's own count is the same. */
function verifyBank(
  orders: ReadonlyMap<string, BankOrder>,
  summary: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, unknown>,
): string[] {
  return [...orders.values()].flatMap((order) => [
    ...(known.has(order.key) ? [] : [`the bank has the order ${order.key}, of which the gateway knows nothing`]),
    ...(order.direction === 'out' && order.executed > 1
      ? [`the bank executed the ${order.refundOf ? 'refund' : 'payout'} ${order.key} ${order.executed} times`]
      : []),
    ...(summary.get(order.key) === order.executed ? [] : [`the bank’s summary and its book differ about ${order.key}`]),
  ])
}

/** Transactions that nobody asked for or that the client was told are refused, orders under a second key, and leases for ever. */
async function checkUnknownOrders(cluster: Cluster, payments: ReadonlyMap<number, Payment>): Promise<string[]> {
  const sent = new Map([...payments.values()].map((payment) => [payment.reference, payment]))
  const rows = await cluster.database.query<{ id: string; reference: string; attempts: string }>(
    `select t.id, t.reference, count(a.id) as attempts from transactions t
     left join attempts a on a.transaction_id = t.id group by t.id`,
  )
  const isRefused = (payment?: Payment) => payment?.transactionIds.size === 0 && payment.refusals.length > 0
  return rows.flatMap((row) => [
    ...(sent.has(row.reference) ? [] : [`${row.id} stands under ${row.reference}, which nobody sent`]),
    ...(isRefused(sent.get(row.reference))
      ? [`${row.id} exists, and its client was told ${row.reference} is refused`]
      : []),
    ...(row.attempts === '1' ? [] : [`${row.id} has ${row.attempts} attempts, each with a key of its own`]),
  ])
}
