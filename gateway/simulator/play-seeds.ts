import assert from 'node:assert/strict'
import { runCampaign } from './campaign.ts'
import { withPlanted } from './planted/faults.ts'
import type { Told } from './worker.ts'

/** Runs of the real simulator, in a process of their own, which replaces its clock and its chance. */
export async function playSeeds(
  seeds: readonly number[],
  more: { events: number; twice: boolean; planted?: string },
): Promise<Told[]> {
  const told: Told[] = []
  const { complete } = await runCampaign({
    ...{ seeds, events: more.events, workers: 1, twice: more.twice, trace: false, shrinkSeconds: 0 },
    untilMs: Number.POSITIVE_INFINITY,
    ...(more.planted === undefined ? { execArgv: [], env: {} } : withPlanted(more.planted)),
    told: (result) => {
      told.push(result)
      return true
    },
  })
  assert.ok(complete, 'every seed was run')
  return told
}
