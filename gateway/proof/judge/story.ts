import { withdrawalReference } from '../../src/extras/withdrawals/rules/withdrawal-reference.ts'
import type { Violation } from '../stages/virtual/parts.ts'
import type { PointFacts } from '../stages/virtual/world/points.ts'
import type {
  AttemptRow,
  DeliveryRow,
  EventRow,
  HistoryRow,
  PaymentRow,
  ReleaseRow,
  RunRows,
  TransferRow,
} from './rows.ts'

/** A payment with everything that the database says about it. */
export interface Story extends PaymentRow {
  history: readonly HistoryRow[]
  /** The entries of the history with another status than the one before. */
  changes: readonly HistoryRow[]
  attempts: readonly AttemptRow[]
  transfers: readonly TransferRow[]
  release: ReleaseRow | undefined
  events: readonly EventRow[]
  deliveries: readonly DeliveryRow[]
}

/** A point as the judge knows it, whichever stage made it. */
export type JudgedPoint = { name: string; connector: string } & Pick<
  PointFacts,
  'pointId' | 'authApiToken' | 'webhookSecret' | 'connectorAccountId' | 'funds'
>

/** One for each payment, in the order of their ids. */
export function storiesOf(rows: RunRows): readonly Story[] {
  const history = groupBy(rows.history, ({ transactionId }) => transactionId)
  const attempts = groupBy(rows.attempts, ({ transactionId }) => transactionId)
  const transfers = groupBy(rows.transfers, ({ transactionId }) => transactionId ?? '')
  const events = groupBy(rows.events, ({ transactionId }) => transactionId)
  const deliveries = groupBy(rows.deliveries, ({ transactionId }) => transactionId)
  const releases = new Map(rows.releases.map((release) => [release.transactionId, release]))
  return rows.payments.map((payment) => {
    const own = history.get(payment.id) ?? []
    return {
      ...payment,
      history: own,
      changes: own.filter((entry, place) => place > 0 && entry.status !== own[place - 1]?.status),
      attempts: attempts.get(payment.id) ?? [],
      transfers: transfers.get(payment.id) ?? [],
      release: releases.get(payment.id),
      events: events.get(payment.id) ?? [],
      deliveries: deliveries.get(payment.id) ?? [],
    }
  })
}

/** The reference that the merchant sent: that of a withdrawal is longer among payouts. */
export function askedReference({ reference, withdrawalAccountId }: Story): string {
  return withdrawalAccountId === null ? reference : withdrawalReference(reference)
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

export function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + amountOf(item), 0n)
}

/** How messages call a payment. */
export function nameOf({ payType, reference, id }: Pick<PaymentRow, 'payType' | 'reference' | 'id'>): string {
  return `${payType} ${reference} (${id})`
}

/** Collects violations of one rule after the other. */
export class Findings {
  readonly list: Violation[] = []

  add(rule: string, what: string): void {
    this.list.push({ rule, what })
  }

  /** A finding unless `holds`. */
  check(holds: boolean, rule: string, what: () => string): void {
    if (!holds) this.add(rule, what())
  }

  equal(ours: bigint, wanted: bigint, { rule, what }: { rule: string; what: string }): void {
    if (ours !== wanted) this.add(rule, `${what}: is ${ours}, must be ${wanted}`)
  }
}

/** Its credit went to the merchant at some time, even where all of it was taken back in the same moment. */
export function creditedEntry(story: Pick<Story, 'history' | 'payType'>): HistoryRow | undefined {
  if (story.payType !== 'payin') return undefined
  return story.history.find(
    ({ status, reason }) => status === 'COMPLETED' || (status === 'ERROR' && reason === 'reversed'),
  )
}
