import { fromStored } from '../../../core/texts/messages/say.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import type { Say } from '../../../core/web/request-context.ts'
import type { VerifyRunRow } from '../store/reads/operator-overview.ts'
import type { VerifyRunData } from './contract/operator-health.ts'

export function verifyRunData(row: VerifyRunRow, say: Say): VerifyRunData {
  return {
    run_id: row.id.toString(),
    started_at: isoMicroseconds(row.started_at),
    took_ms: row.took_ms,
    full: row.full_run,
    transactions: Number(row.transactions),
    violations: row.violations,
    failed: row.failed,
    invariants: row.invariants.map(({ id, checked, violations, notChecked, examples, underReview }) => ({
      id,
      checked,
      violations,
      not_checked: notChecked?.map((why) => say(fromStored(why))).join('; ') ?? null,
      examples: examples ?? [],
      under_review: underReview
        ? {
            transactions: underReview.transactions,
            needs_operator: underReview.needsOperator,
            suspense: underReview.suspense,
            proposals: underReview.proposals,
            differing: underReview.differing,
            examples: underReview.examples,
          }
        : null,
    })),
  }
}
