import { availableParallelism } from 'node:os'
import { type PlantWishes, plantUsage, readPlantWishes, refuseForeign } from './arguments.ts'
import { type CampaignOptions, runCampaign } from './campaign.ts'
import { codeOfSignal, endWith } from './end-command.ts'
import type { PlantedFault } from './planted/fault.ts'
import { plantedFault, withPlanted } from './planted/faults.ts'
import type { Told } from './worker.ts'

/** Seeds whose runs are known to find a planted fault, so that looking for it again takes one run. */
const knownSeeds: Readonly<Record<string, number>> = {
  'late-order-not-refused': 97,
  'resend-with-another-key': 37,
  'a2-silent-connection': 6,
  'missing-fence-check': 13,
  'outcome-without-lease': 2,
  'expiry-overtakes-unknown': 77,
  'callback-in-another-transaction': 52,
  'reservation-released-twice': 29,
  'refund-resent-with-another-key': 46,
  'repeated-refund-made-again': 56,
  'refund-beyond-the-credit': 39,
  'refunds-added-up-without-lock': 45,
  'refund-after-reversal': 107,
  'refund-reservation-released-twice': 56,
  'own-refund-counts-as-reversal': 28,
}

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
  const first = wishes.seed ?? knownSeeds[fault.name] ?? 1
  const untilMs = startedMs + wishes.minutes * 60_000
  const done = new Set<number>()
  const found: Found = { fault, told: undefined, seeds: 0, seconds: 0, signal: undefined }
  while (!found.told && !found.signal && performance.now() < untilMs && done.size < seedsMax) {
    const failed: Told[] = []
    const all = Array.from({ length: seedsMax }, (_, index) => first + index)
    const { signal } = await runCampaign({
      ...{ ...usual, seeds: all.filter((seed) => !done.has(seed)), shrinkSeconds: 25, untilMs },
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

/** A row of the table in docs/reliability.md. */
function rowOf({ fault, told, seeds, seconds }: Found): string {
  const cells = told
    ? [`${seeds} runs, ${Math.round(seconds)} s`, told.violations[0]?.rule ?? '', String(eventsOf(told))]
    : [`not in ${seeds} runs`, '', '']
  return `| ${[fault.name, fault.breaks, ...cells, told ? `seed ${told.seed}` : ''].join(' | ')} |`
}

function eventsOf({ shrunk }: Told): number {
  return shrunk ? shrunk.acts.length + shrunk.decisions.length : Number.NaN
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
  const hits = all.flatMap(({ told }) => (told ? [told] : []))
  const lengths = hits.map(eventsOf).filter((length) => !Number.isNaN(length))
  const median = lengths.toSorted((one, other) => one - other)[Math.floor(lengths.length / 2)]
  console.log(`found ${hits.length} of ${all.length}; events in the shrunk run: median ${median ?? 'unknown'}`)
  return hits.length === all.length ? 0 : 1
})
