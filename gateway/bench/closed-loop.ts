/** What a closed loop measured: `inFlight` callers, each sending its next item when the last was answered. */
export interface LoopResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
  items: number
}

/** Runs `work` from `inFlight` callers for `seconds`, after a short warm-up that is not counted. */
export async function closedLoop(options: {
  inFlight: number
  seconds: number
  work(index: number): Promise<unknown>
  /** Items that one call of `work` stands for. */
  itemsPerCall?: number
}): Promise<LoopResult> {
  const itemsPerCall = options.itemsPerCall ?? 1
  const warmUntil = performance.now() + 1_000
  const until = warmUntil + options.seconds * 1_000
  const tookMs: number[] = []
  let next = 0
  const caller = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      await options.work(next++)
      if (startedAt >= warmUntil) tookMs.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: options.inFlight }, caller))
  tookMs.sort((a, b) => a - b)
  return {
    perSecond: (tookMs.length * itemsPerCall) / options.seconds,
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
    items: tookMs.length * itemsPerCall,
  }
}

/** The value below which this share of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
