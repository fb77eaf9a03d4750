/** Monotonic milliseconds with fractions, the same in every process of this machine. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** What a loop measured: how many a second, and how long they took. */
export interface Measured {
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  items: number
}

/** The value that this share of the sorted values does not exceed (nearest rank); 0 where there are none. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** `itemsPerCall`: how many items one of the times stands for. */
export function measuredOf(tookMs: readonly number[], elapsedMs: number, itemsPerCall = 1): Measured {
  const sorted = [...tookMs].sort((a, b) => a - b)
  const items = sorted.length * itemsPerCall
  return {
    perSecond: elapsedMs > 0 ? (items / elapsedMs) * 1_000 : 0,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    p99Ms: percentile(sorted, 0.99),
    items,
  }
}
