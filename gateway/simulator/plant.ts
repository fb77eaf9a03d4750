import { availableParallelism } from 'node:os'
import { type PlantWishes, plantUsage, readPlantWishes, refuseForeign } from './arguments.ts'
import { type CampaignOptions, runCampaign } from './campaign.ts'
import { codeOfSignal, endWith } from './end-command.ts'
import { type PlantedFault, plantedFault, withPlanted } from './planted/faults.ts'
import type { Told } from './worker.ts'

/** More seeds than any machine runs in ten minutes. */
const seedsMax = 100_000

interface Found {
  fault: PlantedFault
  /** The first run that broke a rule, and breaks none without the fault. */
  told: Told | undefined
  seeds: number
  seconds: number
  /** What ended the search. */
  signal: NodeJS.Signals | undefined
}

/** Runs seeds until one breaks a rule that it does not break without the fault. */
async function searchFor(fault: PlantedFault, wishes: PlantWishes): Promise<Found> {
  const startedMs = performance.now()
  const first = wishes.seed ?? fault.seed
  const untilMs = startedMs + wishes.minutes * 60_000
  const done = new Set<number>()
  const found: Found = { fault, told: undefined, seeds: 0, seconds: 0, signal: undefined }
  while (!found.told && !found.signal && performance.now() < untilMs && done.size < seedsMax) {
    const failed: Told[] = []
    const all = Array.from({ length: seedsMax }, (_, index) => first + index)
    const { signal } = await runCampaign({
      ...{ ...usual, seeds: all.filter((seed) => !done.has(seed)), untilMs },
      ...withPlanted(fault.name),
      told: (told) => {
        done.add(told.seed)
        if (told.violations.length > 0) failed.push(told)
        return failed.length === 0
      },
    })
    found.signal = signal
    for (const told of failed) {
      if (found.told || found.signal) break
      const replayed = await withoutFault(told.seed)
      found.signal = replayed.signal
      if (replayed.rules.length === 0 && !replayed.signal) found.told = told
      else if (!replayed.signal)
        console.log(
          `seed ${told.seed} breaks ${replayed.rules.join(', ')} without ${fault.name} too: it does not count`,
        )
    }
  }
  found.seeds = done.size
  found.seconds = (performance.now() - startedMs) / 1_000
  return found
}

const usual: Omit<CampaignOptions, 'seeds' | 'untilMs' | 'told'> = {
  ...{ events: 200, workers: Math.max(1, Math.min(4, availableParallelism())), twice: false, trace: false },
  ...{ shrinkSeconds: 0, execArgv: [], env: {} },
}

/** The rules that a seed breaks in the gateway as it is. */
async function withoutFault(seed: number): Promise<{ rules: string[]; signal: NodeJS.Signals | undefined }> {
  const rules: string[] = []
  const { signal } = await runCampaign({
    ...{ ...usual, seeds: [seed], untilMs: Number.POSITIVE_INFINITY },
    told: ({ violations }) => {
      rules.push(...new Set(violations.map(({ rule }) => rule)))
      return true
    },
  })
  return { rules, signal }
}

/** A row of the table in docs/reliability.md, and how long it took. */
function rowOf({ fault, told, seeds, seconds }: Found): string {
  const by = told ? `\`${told.violations[0]?.rule}\` | ${told.seed}` : '**not found** |'
  return `| \`${fault.name}\` | ${fault.breaks} | ${by} | ${seeds} runs, ${Math.round(seconds)} s`
}

await endWith(async () => {
  const wishes = readPlantWishes(process.argv.slice(2))
  if (wishes.help) {
    console.log(plantUsage)
    return 0
  }
  refuseForeign(process.platform)
  const all: Found[] = []
  for (const name of wishes.faults) {
    const found = await searchFor(plantedFault(name), wishes)
    if (found.signal) return codeOfSignal(found.signal)
    all.push(found)
    console.log(rowOf(found))
  }
  const hits = all.filter(({ told }) => told)
  console.log(`found ${hits.length} of ${all.length}`)
  return hits.length === all.length ? 0 : 1
})
