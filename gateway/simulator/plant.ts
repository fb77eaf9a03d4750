import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runCampaign } from './campaign.ts'
import type { PlantedFault } from './planted/fault.ts'
import { plantedFaults } from './planted/faults.ts'
import { knownSeeds } from './planted/known-seeds.ts'
import { withPlanted } from './planted/with-planted.ts'
import type { Told } from './worker.ts'

const usage = `npm run simulate -- planted [--named] [--only NAME,NAME] [--minutes N] [--seed N]

Puts faults into the gateway, one at a time, and says whether the simulator finds them, by which rule and how soon. Ends with 1
where one was not found.

  --named        only the faults that the simulator must find, each with the seed that is known to find it
  --only NAMES   only these
  --minutes N    look for each so long at most (default 10)
  --seed N       the first seed (default: the fault's own, else 1)`

/** More seeds than any machine runs in ten minutes. */
const seedsMax = 100_000

interface Found {
  fault: PlantedFault
  told: Told | undefined
  seeds: number
  seconds: number
}

async function lookFor(fault: PlantedFault, wishes: { minutes: number; seed: number | undefined }): Promise<Found> {
  const startedMs = performance.now()
  const first = wishes.seed ?? knownSeeds[fault.name] ?? 1
  const found: Found = { fault, told: undefined, seeds: 0, seconds: 0 }
  await runCampaign({
    seeds: Array.from({ length: seedsMax }, (_, index) => first + index),
    ...{ events: 200, workers: Math.max(1, Math.min(4, availableParallelism())), twice: false, trace: false },
    ...{ shrinkSeconds: 25, untilMs: startedMs + wishes.minutes * 60_000, ...withPlanted(fault.name) },
    told: (told) => {
      found.seeds += 1
      if (told.violations.length === 0 || found.told) return found.told === undefined
      found.told = told
      found.seconds = (performance.now() - startedMs) / 1_000
      return false
    },
  })
  return found
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

async function plant(given: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...given],
    options: {
      named: { type: 'boolean' },
      only: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const only = values.only?.split(',')
  const wanted = plantedFaults.filter((fault) => (only ? only.includes(fault.name) : !values.named || fault.named))
  const unknown = only?.filter((name) => !plantedFaults.some((fault) => fault.name === name)) ?? []
  if (unknown.length > 0) throw new Error(`there is no planted fault ${unknown.join(', ')}`)
  const all: Found[] = []
  for (const fault of wanted) {
    const found = await lookFor(fault, {
      minutes: Number(values.minutes ?? 10),
      seed: values.seed === undefined ? undefined : Number(values.seed),
    })
    all.push(found)
    console.log(rowOf(found))
  }
  const hits = all.filter(({ told }) => told !== undefined)
  const lengths = hits.flatMap(({ told }) => (told ? [eventsOf(told)] : [])).toSorted((one, other) => one - other)
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0
  console.log(`found ${hits.length} of ${all.length}; events in the shrunk run: median ${median}`)
  return hits.length === all.length ? 0 : 1
}

process.exitCode = await plant(process.argv.slice(2))
