import { runSeeds, type SeedsWanted } from '../run-seeds.ts'
import type { Told } from '../worker.ts'

/** Runs of the real simulator, in a process of their own, which replaces its clock and its chance. One seed as a rule. */
export async function playSeeds(first: number, more: Partial<SeedsWanted> = {}): Promise<Told[]> {
  const told: Told[] = []
  await runSeeds({
    ...{ first, runs: 1, events: 200, workers: 1, twice: false, keepLines: false, shrinkSeconds: 0 },
    ...{ untilMs: Number.POSITIVE_INFINITY, planted: undefined, ...more },
    told: (result) => told.push(result) > 0,
  })
  return told
}
