import { Gauge } from 'prom-client'
import type { Metrics } from '../../core/platform/log/metrics.ts'

/** Results of the last runs of verify. */
export type VerifyMetrics = ReturnType<typeof verifyMetrics>

/** Makes the metrics of verify. Once for each registry. */
export function verifyMetrics({ registry, counter, gauge }: Pick<Metrics, 'registry' | 'counter' | 'gauge'>) {
  const ages = new Map<string, { seconds: number; atMs: number }>()
  new Gauge({
    name: 'verify_age_seconds',
    help: 'Time since the last completed run of verify: a full one, or any.',
    labelNames: ['full'],
    registers: [registry],
    collect() {
      for (const [full, { seconds, atMs }] of ages) this.set({ full }, seconds + (performance.now() - atMs) / 1_000)
    },
  })
  return {
    violations: gauge(
      'verify_violations',
      'Violations of each invariant that the last full run of verify, or a later one, found.',
      ['invariant'],
    ),
    underReview: gauge(
      'verify_under_review',
      'Transactions under review, by reason, and differences from the provider records.',
      ['why'],
    ),
    runs: counter('verify_runs_total', 'Runs of verify in this process.', ['full']),
    seconds: gauge('verify_seconds', 'How long the last run of verify took.', []),
    /** The age keeps growing between updates. */
    setAge: (full: string, seconds: number) => void ages.set(full, { seconds, atMs: performance.now() }),
  }
}
