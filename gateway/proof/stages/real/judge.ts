// The end of the way: everything that was gathered goes to the rules of gateway/proof/judge.
import { setTimeout as sleep } from 'node:timers/promises'
import { checkAvailability } from '../../judge/availability.ts'
import { checkRows } from '../../judge/check-run.ts'
import { creationsIn, isSuccess } from '../../judge/exchanges.ts'
import { loadRows, type RunRows } from '../../judge/rows.ts'
import { groupBy, storiesOf } from '../../judge/story.ts'
import { isUnknown } from '../../merchant/client.ts'
import type { Violation } from '../virtual/parts.ts'
import type { Client } from './client.ts'
import type { Cluster } from './cluster.ts'
import { checkOutcomes } from './outcomes.ts'
import { checkRefusals } from './refusals.ts'

export interface Verdict {
  violations: string[]
  figures: {
    payouts: number
    payins: number
    refunds: number
    statuses: Record<string, number>
    callbacks: number
    delivered: number
    /** Callbacks that a merchant answered by 200 more than once: what a killed process had not written yet. */
    takenAgain: number
    ledgerTransfers: number
    /** Pay-ins that were never accepted, because they came after their own expiry. */
    tooLate: number
  }
}

/**
 * Gathers what merchants, bank and receivers know, and the rows, and lets the judge of both stages compare them; `pasarela verify` proves
 * the books. `lastFaultAtMs`: by the gateways' clock.
 */
export async function judge(cluster: Cluster, client: Client, lastFaultAtMs: number): Promise<Verdict> {
  const refusals = checkRefusals(client.exchanges)
  const unreadable = await readPayments(cluster, client)
  const received = await cluster.received()
  const banked = await cluster.orders()
  // Nobody writes any more.
  await Promise.all(cluster.gateways.map(async (gateway) => await gateway.end()))
  // Messages of inboxes were received as well.
  const rows: RunRows = { ...(await cluster.database.use(loadRows)), inbox: [] }
  const { exchanges } = client
  const witnesses = { ...{ exchanges, received, lastFaultAtMs }, ...{ asked: [], bankLines: [] } }
  // An order of no attempt has no account, and is a stranger.
  const accounts = new Map(rows.attempts.map(({ key, accountId }) => [key, accountId]))
  const orders = banked.map((order) => ({ ...order, accountId: accounts.get(order.key) ?? '' }))
  const sent = banked.map(({ key, arrivedAtMs = 0 }) => ({ key, atMs: arrivedAtMs }))
  const { code, output } = await cluster.verify()
  const { violations, untold } = checkRows(rows, { facts: cluster, witnesses: { ...witnesses, orders, sent } })
  const found: readonly Violation[] = [
    ...refusals.violations,
    ...unreadable,
    ...violations,
    // The bank has told all that it had to tell, and the gateway has asked about the rest.
    ...[...untold].map((id) => ({ rule: 'book-untold', what: `${id} is not what the bank’s book says` })),
    ...rows.deliveries
      .filter(({ state }) => state === 'exhausted')
      .map(({ id, transactionId }) => {
        return {
          rule: 'callback-given-up',
          what: `the delivery ${id} about ${transactionId}, whose merchant behaves at last`,
        }
      }),
    ...checkOutcomes(storiesOf(rows), banked, rows.nowMs),
    ...checkAvailability(witnesses),
    ...(code === 0 ? [] : [{ rule: 'verify', what: output }]),
  ]
  const taken = groupBy(
    received.filter(({ answered }) => answered === 200),
    ({ headers }) => headers['webhook-id'] ?? '',
  )
  const count = (wanted: string) => rows.payments.filter(({ payType }) => payType === wanted).length
  const statuses: Record<string, number> = {}
  for (const { payType, status } of rows.payments) {
    statuses[`${payType} ${status}`] = (statuses[`${payType} ${status}`] ?? 0) + 1
  }
  return {
    violations: found.map(({ rule, what }) => `${rule}: ${what}`),
    figures: {
      ...{ payouts: count('payout'), payins: count('payin'), refunds: count('refund'), statuses },
      ...{ callbacks: received.length, ledgerTransfers: rows.transfers.length, tooLate: refusals.tooLate },
      delivered: rows.deliveries.filter(({ state }) => state === 'delivered').length,
      takenAgain: [...taken.values()].filter(({ length }) => length > 1).length,
    },
  }
}

/** Reads side by side: enough to keep two processes busy. */
const readsAtOnce = 24
/** A busy machine answers 503 for a while: a full gateway loses nothing. */
const fullTries = 60

/** Each merchant reads every payment that it was given; the judge compares what it reads. */
async function readPayments(cluster: Cluster, client: Client): Promise<Violation[]> {
  const points = new Map(cluster.points.map((point) => [point.name, point]))
  const given = new Map(
    creationsIn(client.exchanges).flatMap(({ who, answer }) =>
      answer?.transactionId !== undefined && isSuccess(answer) ? [[answer.transactionId, points.get(who)]] : [],
    ),
  )
  const found: Violation[] = []
  const waiting = [...given].entries()
  const work = async () => {
    for (const [turn, [id, point]] of waiting) {
      if (!point) continue
      const read = async () => (await client.send({ point, method: 'GET', path: `/payments/${id}` }, turn)).reply
      let reply = await read()
      for (let tries = 0; isUnknown(reply) && tries < fullTries; tries++) {
        await sleep(1_000)
        reply = await read()
      }
      const status = reply.kind === 'reply' ? reply.status : reply.kind
      if (status !== 200)
        found.push({ rule: 'unreadable', what: `${id} was accepted, and reading it is answered ${status}` })
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, work))
  return found
}
