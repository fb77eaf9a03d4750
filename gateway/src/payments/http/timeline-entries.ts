import type { TimelineData, TimelineItem } from './contract/payments.ts'

/** What comes first where several things bear the same millisecond: cause before effect. */
const order: readonly TimelineItem['kind'][] = [
  'request',
  'state',
  'attempt',
  'notification',
  'money',
  'callback',
  'delivery',
  'audit',
]

/** Every part of a story as one list in the order of time. */
export function timelineOf(story: Omit<TimelineData, 'timeline'>): TimelineItem[] {
  const entries: TimelineItem[] = [
    ...(story.request ? [{ at: story.request.at, kind: 'request' } as const] : []),
    ...story.attempts.map((each, place) => ({ at: each.sent_at ?? each.created_at, kind: 'attempt', place }) as const),
    ...story.notifications.map((each, place) => ({ at: each.received_at, kind: 'notification', place }) as const),
    ...story.history.map((each, place) => ({ at: each.at, kind: 'state', place }) as const),
    ...story.ledger.map((each, place) => ({ at: each.at, kind: 'money', place }) as const),
    ...story.callbacks.map((each, place) => ({ at: each.created_at, kind: 'callback', place }) as const),
    ...story.callbacks.flatMap((callback, place) =>
      callback.deliveries.flatMap(({ delivery_id, attempts }) =>
        attempts.map(
          ({ started_at, number }) => ({ at: started_at, kind: 'delivery', place, delivery_id, number }) as const,
        ),
      ),
    ),
    ...story.audit.map((each, place) => ({ at: each.at, kind: 'audit', place }) as const),
  ]
  return entries.sort((a, b) => instantOf(a) - instantOf(b) || order.indexOf(a.kind) - order.indexOf(b.kind))
}

function instantOf(entry: TimelineItem): number {
  return Date.parse(entry.at)
}
