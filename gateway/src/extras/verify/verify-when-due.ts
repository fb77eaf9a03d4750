import type { PlatformDeps } from '../../core/platform/deps.ts'
import { type InvariantId, invariants, type VerifyDeps } from './invariant.ts'
import { alone, type FailedRuns, findFailedRuns, findFirstRun, findLastRun, type LastRun } from './store/verify-runs.ts'
import { fullEveryMs, type Verdict, verify } from './verify.ts'
import type { VerifyMetrics } from './verify-metrics.ts'

type JobDeps = VerifyDeps & Pick<PlatformDeps, 'log'> & { metrics: VerifyMetrics }

/** Interval of runs over changed rows. */
const changedEveryMs = 60_000

/**
 * Delay after failed runs of a kind, doubled after each failure up to a limit. A full run reads everything, so it
 * must not restart at once. Changed rows are checked meanwhile.
 */
const restSeconds = {
  full: { first: 300, most: 6 * 3_600 },
  changed: { first: 60, most: 900 },
} as const

/** State of the runs. */
interface Runs {
  full: LastRun | undefined
  last: LastRun | undefined
  failedFull: FailedRuns
  failedChanged: FailedRuns
}

/**
 * The job: one process of the deployment checks changed rows once a minute, and everything once a day. Returns 0, so
 * that the loop rests.
 */
export async function verifyWhenDue(deps: JobDeps): Promise<number> {
  const { engine } = deps.database
  try {
    if (dueRun(await readRuns(deps))) {
      const verdict = await alone(engine, async () => {
        const due = dueRun(await readRuns(deps))
        return due && (await verify(deps, due))
      })
      if (verdict) log(deps, verdict)
    }
  } finally {
    await show(deps)
  }
  return 0
}

async function readRuns({ database: { engine } }: VerifyDeps): Promise<Runs> {
  return {
    full: await findLastRun(engine, true),
    last: await findLastRun(engine, false),
    failedFull: await findFailedRuns(engine, true),
    failedChanged: await findFailedRuns(engine, false),
  }
}

function dueRun({ full, last, failedFull, failedChanged }: Runs): { full: boolean } | undefined {
  const fullIsDue = !full || isPast(full, fullEveryMs)
  if (fullIsDue && hasRested(failedFull, restSeconds.full)) return { full: true }
  const changedIsDue = !last || isPast(last, changedEveryMs)
  return changedIsDue && hasRested(failedChanged, restSeconds.changed) ? { full: false } : undefined
}

/** Due, also where the last run lies in the future because the clock was set back. */
function isPast(run: { started_at: Date; now: Date }, everyMs: number): boolean {
  return Math.abs(run.now.getTime() - run.started_at.getTime()) >= everyMs
}

function hasRested(failed: FailedRuns, { first, most }: { first: number; most: number }): boolean {
  return failed.times === 0 || failed.age_seconds >= Math.min(first * 2 ** (failed.times - 1), most)
}

function log(deps: Pick<JobDeps, 'metrics' | 'log'>, verdict: Verdict): void {
  deps.metrics.runs.inc({ full: String(verdict.full) })
  for (const { id, violations, examples } of verdict.results) {
    if (violations > 0) deps.log.error({ invariant: id, violations, examples }, 'an invariant is broken')
  }
}

/**
 * Publishes the same metrics in every process. Findings of the last full run stay until the next one, so that an
 * alarm does not end because broken rows no longer change. Without a good run of a kind, its age counts from the
 * first failed one.
 */
async function show({ database: { engine }, metrics }: JobDeps): Promise<void> {
  const full = await findLastRun(engine, true)
  const last = await findLastRun(engine, false)
  const found = (run: LastRun | undefined, id: InvariantId) =>
    run?.invariants.find((result) => result.id === id)?.violations ?? 0
  for (const id of Object.keys(invariants) as InvariantId[]) {
    metrics.violations.set({ invariant: id }, Math.max(found(full, id), found(last, id)))
  }
  showReview(metrics, [full, last])
  metrics.seconds.set((last?.took_ms ?? 0) / 1_000)
  const first = full ? undefined : await findFirstRun(engine)
  const ages = { true: full ?? first, false: last ?? first }
  for (const [isFull, run] of Object.entries(ages)) if (run) metrics.setAge(isFull, run.age_seconds)
}

/** Counts of the last run. Differences found by the last full run stay until the next one. */
function showReview(metrics: VerifyMetrics, runs: readonly (LastRun | undefined)[]): void {
  const reviews = runs.flatMap((run) => run?.invariants.flatMap(({ underReview }) => underReview ?? []) ?? [])
  const newest = reviews.at(-1)
  if (!newest) return
  metrics.underReview.set({ why: 'needs_operator' }, newest.needsOperator)
  metrics.underReview.set({ why: 'suspense' }, newest.suspense)
  metrics.underReview.set({ why: 'proposal' }, newest.proposals)
  metrics.underReview.set({ why: 'differs' }, Math.max(...reviews.map(({ differing }) => differing)))
}
