import { takenBackId } from '../bank/words.ts'
import type { AskedOrder, Violation } from '../stages/virtual/parts.ts'
import type { ToldTotals } from './book.ts'
import type { NotificationRow } from './rows.ts'
import { groupBy, nameOf, type Story } from './story.ts'

/** What a gateway said it had taken is stored: its provider does not tell it again. */
export function checkAcknowledged(
  notifications: readonly Pick<NotificationRow, 'key' | 'body'>[],
  taken: readonly { key: string; body: string }[],
): Violation[] {
  const stored = new Set(notifications.map(({ key, body }) => `${key} ${body}`))
  return taken
    .filter(({ key, body }) => !stored.has(`${key} ${body}`))
    .map(({ key, body }) => ({
      rule: 'notification-acknowledged-lost',
      what: `news of ${key} were acknowledged, and are not stored: ${body}`,
    }))
}

/** No provider is asked about an order before a call of it began. */
export function checkAsked(stories: readonly Story[], asked: readonly AskedOrder[]): Violation[] {
  const unsent = new Map(
    stories.flatMap((story) =>
      story.attempts.filter(({ sentAtMs }) => sentAtMs === null).map(({ key }) => [key, story]),
    ),
  )
  return asked.flatMap(({ key, task, atMs, sent }) => {
    const story = sent === 0 ? unsent.get(key) : undefined
    if (!story) return []
    return [
      {
        rule: 'asked-before-sent',
        what: `${task} asked about ${nameOf(story)} at ${atMs}, and no call of it had begun`,
      },
    ]
  })
}

interface Told {
  currency: string
  executedMinor: bigint[]
  cameBackMinor: bigint[]
}

/**
 * The totals that notifications told, by the key that they were about and the currency that they named. Bodies that are
 * none of a simulated provider tell nothing.
 */
export function toldTotals(
  notifications: readonly Pick<NotificationRow, 'key' | 'body'>[],
): (key: string, currency: string) => ToldTotals {
  const byKey = groupBy(notifications, ({ key }) => key ?? '')
  return (key, currency) => {
    const told = (byKey.get(key) ?? []).flatMap(({ body }) => toldIn(body)).filter((each) => each.currency === currency)
    return {
      executedMinor: told.flatMap((each) => each.executedMinor),
      cameBackMinor: told.flatMap((each) => each.cameBackMinor),
    }
  }
}

function toldIn(body: string): readonly Told[] {
  const outcome = outcomeIn(body)
  const { kind, currency } = outcome
  if ((kind !== 'completed' && kind !== 'reversed') || typeof currency !== 'string') return []
  return [
    {
      currency,
      executedMinor: minorOf(outcome['creditedMinor']),
      cameBackMinor: kind === 'reversed' ? takenBackIn(outcome) : [],
    },
  ]
}

/** Our own refunds are no reversal. */
function takenBackIn({ amountMinor, reversals }: Readonly<Record<string, unknown>>): bigint[] {
  if (!Array.isArray(reversals)) return minorOf(amountMinor)
  const own = (reversals as { id: string; amountMinor: string }[]).find(({ id }) => id === takenBackId)
  return own ? minorOf(own.amountMinor) : []
}

function outcomeIn(body: string): Readonly<Record<string, unknown>> {
  try {
    const { outcome } = JSON.parse(body) as { outcome?: Record<string, unknown> }
    return outcome ?? {}
  } catch {
    return {}
  }
}

function minorOf(value: unknown): bigint[] {
  return typeof value === 'string' && /^\d{1,18}$/.test(value) ? [BigInt(value)] : []
}
