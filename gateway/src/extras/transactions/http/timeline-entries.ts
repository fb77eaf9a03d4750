import type { TimelineData, TimelineItem } from './contract/payments.ts'

/** Order of entries with the same millisecond: cause before effect. */
const order: readonly TimelineItem['kind'][] = [
  'request',
  'refunded_payment',
  'refund',
  'state',
  'attempt',
  'notification',
  'money',
  'callback',
  'delivery',
  'audit',
]

/** All sections as one list in the order of time. */
export function timelineOf(timeline: Omit<TimelineData, 'timeline'>): TimelineItem[] {
  const { created_at: createdAt } = timeline.transaction
  const entries: TimelineItem[] = [
    ...(timeline.request ? [{ at: timeline.request.at, kind: 'request' } as const] : []),
    ...timeline.attempts.map(
      (each, place) => ({ at: each.sent_at ?? each.created_at, kind: 'attempt', place }) as const,
    ),
    ...timeline.notifications.map((each, place) => ({ at: each.received_at, kind: 'notification', place }) as const),
    ...timeline.history.map((each, place) => ({ at: each.at, kind: 'state', place }) as const),
    // Each refund is an entry of its own, with a page that shows its money.
    ...timeline.ledger.flatMap((each, place) =>
      each.refund_id === null ? [{ at: each.at, kind: 'money', place } as const] : [],
    ),
    ...timeline.callbacks.map((each, place) => ({ at: each.created_at, kind: 'callback', place }) as const),
    ...timeline.callbacks.flatMap((callback, place) =>
      callback.deliveries.flatMap(({ delivery_id, attempts }) =>
        attempts.map(
          ({ started_at, number }) => ({ at: started_at, kind: 'delivery', place, delivery_id, number }) as const,
        ),
      ),
    ),
    ...timeline.audit.map((each, place) => ({ at: each.at, kind: 'audit', place }) as const),
    ...timeline.refunds.map((each, place) => ({ at: each.created_at, kind: 'refund', place }) as const),
    ...(timeline.refunded_payment
      ? [{ at: timeline.request?.at ?? timeline.ledger[0]?.at ?? createdAt, kind: 'refunded_payment' } as const]
      : []),
  ]
  return entries.sort((a, b) => instantOf(a) - instantOf(b) || order.indexOf(a.kind) - order.indexOf(b.kind))
}

function instantOf(entry: TimelineItem): number {
  return Date.parse(entry.at)
}
