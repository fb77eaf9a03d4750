import { countryOfService } from '../../payment-methods/index.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import { formatAmount } from '../../values/money.ts'
import type { PayType } from '../../values/status.ts'
import type { Overview } from '../get-overview.ts'
import type { CallbackHealthData, MethodData, OverviewData, VolumeData, VolumeFigures } from './contract/overview.ts'

type Counted = Overview['slots'][number]['counted'][number]

/** The overview in API format. */
export function overviewData(overview: Overview, unit: OverviewData['unit']): OverviewData {
  const { slots, webhook } = overview
  return {
    now: overview.now.toISOString(),
    unit,
    slots: slots.map(({ since }) => since.toISOString()),
    volumes: volumesOf(slots),
    methods: methodsOf(slots.flatMap(({ counted }) => counted)),
    pending: overview.pending.map(({ pay_type, counts, oldest_id, oldest_at }) => ({
      pay_type,
      counts,
      oldest: oldest_id && oldest_at ? { transaction_id: oldest_id, created_at: oldest_at.toISOString() } : null,
    })),
    callbacks: callbacksOf(webhook),
    balances: overview.balances.map(({ currency, availableMinor, pendingMinor, reservedMinor }) => ({
      currency,
      available: formatAmount(availableMinor, currency),
      pending: formatAmount(pendingMinor, currency),
      reserved: formatAmount(reservedMinor, currency),
    })),
    first_steps: {
      transaction: overview.hasTransaction,
      webhook: webhook.url !== null,
      completed: overview.hasCompleted,
    },
  }
}

function volumesOf(slots: Overview['slots']): VolumeData[] {
  const all = slots.flatMap(({ counted }) => counted)
  const kinds = new Map(all.map(({ pay_type, currency }) => [`${pay_type} ${currency}`, { pay_type, currency }]))
  return [...kinds.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { pay_type, currency }]) => {
      const isOf = (row: Counted) => row.pay_type === pay_type && row.currency === currency
      return {
        pay_type,
        currency,
        ...figuresOf(all.filter(isOf), currency),
        by_slot: slots.map(({ counted }) => figuresOf(counted.filter(isOf), currency)),
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

function methodsOf(rows: readonly Counted[]): MethodData[] {
  const groups = new Map<string, Counted[]>()
  for (const row of rows) {
    const key = `${row.pay_type} ${row.service_code}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()].map(methodOf).toSorted((one, other) => usesOf(other) - usesOf(one))
}

function methodOf(rows: readonly Counted[]): MethodData {
  const { pay_type, service_code } = rows[0] as { pay_type: PayType; service_code: string }
  const countIn = (status: Counted['status']) => countOf(rows.filter((row) => row.status === status))
  const [completed, failed, expired] = [countIn('COMPLETED'), countIn('ERROR'), countIn('EXPIRED')]
  const ended = completed + failed + expired
  return {
    pay_type,
    service_code,
    country: countryOfService(service_code),
    completed,
    failed,
    expired,
    pending: countIn('PENDING'),
    success_share: ended === 0 ? null : completed / ended,
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
