import type { PlatformDeps } from '../platform/deps.ts'
import { type InvariantId, invariants } from './invariant.ts'
import { alone, type FailedRuns, findFailedRuns, findFirstRun, findLastRun, type LastRun } from './store/verify-runs.ts'
import { fullEveryMs, type Verdict, type VerifyDeps, verify } from './verify.ts'

type JobDeps = VerifyDeps & Pick<PlatformDeps, 'metrics' | 'log'>

/** How often what changed is looked at. */
const changedEveryMs = 60_000

/**
 * After a failed run of a kind the next one waits: twice as long after each failure, up to a limit. A full run reads
 * everything, so that one that cannot end must not begin again at once; meanwhile what changes is still looked at.
 */
const restSeconds = {
  full: { first: 300, most: 6 * 3_600 },
  changed: { first: 60, most: 900 },
} as const

/** Where the runs stand. */
interface Runs {
  full: LastRun | undefined
  last: LastRun | undefined
  failedFull: FailedRuns
  failedChanged: FailedRuns
}

/** The job: one process of all looks once a minute at what changed, and once a day at everything. Returns 0: it rests. */
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

/** A clock that was set back makes the last run look like the future: then it is time as well. */
function isPast(run: { started_at: Date; now: Date }, everyMs: number): boolean {
  return Math.abs(run.now.getTime() - run.started_at.getTime()) >= everyMs
}

function hasRested(failed: FailedRuns, { first, most }: { first: number; most: number }): boolean {
  return failed.times === 0 || failed.age_seconds >= Math.min(first * 2 ** (failed.times - 1), most)
}

function log(deps: Pick<PlatformDeps, 'metrics' | 'log'>, verdict: Verdict): void {
  deps.metrics.verifyRuns.inc({ full: String(verdict.full) })
  for (const { id, violations, examples } of verdict.results) {
    if (violations > 0) deps.log.error({ invariant: id, violations, examples }, 'an invariant is broken')
  }
}

/**
 * Every process tells the same, whoever ran: what the last full run found stays until the next full one, so that an
 * alarm does not end because what is broken no longer changes. Where no run of a kind was ever good, its age counts from
 * the first one that failed.
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
  metrics.verifySeconds.set((last?.took_ms ?? 0) / 1_000)
  const first = full ? undefined : await findFirstRun(engine)
  const ages = { true: full ?? first, false: last ?? first }
  for (const [isFull, run] of Object.entries(ages)) if (run) metrics.verifyAge.set(isFull, run.age_seconds)
}

/** Counts of the last run; differences that the last full run found stay until the next full one. */
function showReview(metrics: PlatformDeps['metrics'], runs: readonly (LastRun | undefined)[]): void {
  const reviews = runs.flatMap((run) => run?.invariants.flatMap(({ underReview }) => underReview ?? []) ?? [])
  const newest = reviews.at(-1)
  if (!newest) return
  metrics.underReview.set({ why: 'needs_operator' }, newest.needsOperator)
  metrics.underReview.set({ why: 'suspense' }, newest.suspense)
  metrics.underReview.set({ why: 'proposal' }, newest.proposals)
  metrics.underReview.set({ why: 'differs' }, Math.max(...reviews.map(({ differing }) => differing)))
}
