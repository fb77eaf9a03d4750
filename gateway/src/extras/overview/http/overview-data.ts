import { countryOfService } from '../../../core/payment-methods/index.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { PayType, Reason } from '../../../core/values/status.ts'
import type { CountedBucket, Overview } from '../get-overview.ts'
import type {
  CallbackHealthData,
  DeclineData,
  MethodData,
  OverviewData,
  VolumeData,
  VolumeFigures,
  WaitingData,
} from './contract/overview.ts'

type Counted = CountedBucket['counted'][number]

/** The overview in API format. */
export function overviewData(overview: Overview, unit: OverviewData['unit']): OverviewData {
  const { slots, previous, previousUntil, webhook } = overview
  const rows = countedIn(slots)
  const compared = countedIn(previous.flat().filter(({ until }) => until <= previousUntil))
  return {
    now: overview.now.toISOString(),
    time_zone: overview.timeZone,
    unit,
    slots: slots.map(({ since }) => since.toISOString()),
    previous: {
      slots: previous.flatMap(([first]) => first?.since.toISOString() ?? []),
      until: previousUntil.toISOString(),
    },
    volumes: volumesOf(overview, compared),
    methods: methodsOf(rows, compared),
    declines: declinesOf(rows, compared),
    pending: overview.pending.map(({ pay_type, counts, oldest_id, oldest_at }) => ({
      pay_type,
      counts,
      oldest: oldest_id && oldest_at ? { transaction_id: oldest_id, created_at: oldest_at.toISOString() } : null,
    })),
    waiting: waitingOf(overview),
    callbacks: callbacksOf(webhook),
    first_steps: {
      transaction: overview.hasTransaction,
      webhook: webhook.url !== null,
      completed: overview.hasCompleted,
    },
  }
}

function countedIn(buckets: readonly CountedBucket[]): readonly Counted[] {
  return buckets.flatMap(({ counted }) => counted)
}

/** Of every kind that was created in either period. */
function volumesOf({ slots, previous, ...overview }: Overview, compared: readonly Counted[]): VolumeData[] {
  const current = countedIn(slots)
  const all = [...current, ...countedIn(previous.flat()), ...overview.sameDayLastWeek.counted]
  const kinds = new Map(all.map(({ pay_type, currency }) => [`${pay_type} ${currency}`, { pay_type, currency }]))
  return [...kinds.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { pay_type, currency }]) => {
      const figures = (rows: readonly Counted[]) =>
        figuresOf(
          rows.filter((row) => row.pay_type === pay_type && row.currency === currency),
          currency,
        )
      return {
        pay_type,
        currency,
        ...figures(current),
        by_slot: slots.map(({ counted }) => figures(counted)),
        previous: { ...figures(compared), by_slot: previous.map((parts) => figures(countedIn(parts))) },
        today: figures(overview.today.counted),
        same_day_last_week: figures(overview.sameDayLastWeek.counted),
      }
    })
}

function figuresOf(rows: readonly Counted[], currency: CurrencyCode): VolumeFigures {
  const completed = rows.filter(({ status }) => status === 'COMPLETED')
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amountMinor) => total + amountMinor, 0n)
  return {
    count: countOf(rows),
    amount: formatAmount(sum(rows.map((row) => row.amount_minor)), currency),
    completed_count: countOf(completed),
    completed_amount: formatAmount(sum(completed.map((row) => row.booked_minor)), currency),
  }
}

function methodsOf(rows: readonly Counted[], compared: readonly Counted[]): MethodData[] {
  const keyOf = ({ pay_type, service_code }: Counted) => `${pay_type} ${service_code}`
  const before = groupBy(compared, keyOf)
  return [...groupBy(rows, keyOf)]
    .map(([key, group]) => methodOf(group, before.get(key) ?? []))
    .toSorted((one, other) => usesOf(other) - usesOf(one))
}

function methodOf(rows: readonly Counted[], before: readonly Counted[]): MethodData {
  const { pay_type, service_code } = rows[0] as { pay_type: PayType; service_code: string }
  const { completed, failed, expired, share } = endingsOf(rows)
  return {
    pay_type,
    service_code,
    country: countryOfService(service_code),
    completed,
    failed,
    expired,
    pending: countOf(rows.filter(({ status }) => status === 'PENDING')),
    success_share: share,
    previous_success_share: endingsOf(before).share,
  }
}

function endingsOf(rows: readonly Counted[]) {
  const countIn = (status: Counted['status']) => countOf(rows.filter((row) => row.status === status))
  const [completed, failed, expired] = [countIn('COMPLETED'), countIn('ERROR'), countIn('EXPIRED')]
  const ended = completed + failed + expired
  return { completed, failed, expired, share: ended === 0 ? null : completed / ended }
}

/** The reason of an ending without success; undefined for all others. */
function declineOf({ status, reason }: Counted): Reason | undefined {
  if (status === 'EXPIRED') return 'expired'
  return status === 'ERROR' ? (reason ?? 'other') : undefined
}

function declinesOf(rows: readonly Counted[], compared: readonly Counted[]): DeclineData[] {
  const keyOf = (row: Counted) => `${row.pay_type} ${declineOf(row)}`
  const isDecline = (row: Counted) => declineOf(row) !== undefined
  const before = groupBy(compared.filter(isDecline), keyOf)
  return [...groupBy(rows.filter(isDecline), keyOf)]
    .map(([key, group]) => {
      const [first] = group as [Counted]
      const methods = [...groupBy(group, ({ service_code }) => service_code)].map(([service_code, own]) => ({
        service_code,
        count: countOf(own),
      }))
      return {
        pay_type: first.pay_type,
        reason: declineOf(first) ?? 'other',
        count: countOf(group),
        previous_count: countOf(before.get(key) ?? []),
        methods: methods.toSorted((one, other) => other.count - one.count),
      }
    })
    .toSorted((one, other) => other.count - one.count)
}

function waitingOf({ approvals, underReview }: Overview): WaitingData {
  const { count, oldest_id, oldest_at, oldest_pay_type } = underReview
  return {
    approvals: { count: approvals.count, first_until: approvals.first_until?.toISOString() ?? null },
    review: {
      count,
      oldest:
        oldest_id && oldest_at && oldest_pay_type
          ? { transaction_id: oldest_id, pay_type: oldest_pay_type, created_at: oldest_at.toISOString() }
          : null,
    },
  }
}

function usesOf({ completed, failed, expired, pending }: MethodData): number {
  return completed + failed + expired + pending
}

function callbacksOf({ url, status, health }: Overview['webhook']): CallbackHealthData {
  return {
    has_url: url !== null,
    state: status === 'paused' ? 'paused' : health.state,
    failing_since: health.failingSince?.toISOString() ?? null,
    waiting: health.waiting,
    attempts: health.lastDay.attempts,
    delivered: health.lastDay.delivered,
    median_ms: health.lastDay.medianMs,
  }
}

function countOf(rows: readonly Counted[]): number {
  return rows.reduce((sum, row) => sum + row.count, 0)
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
