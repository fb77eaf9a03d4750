import { availableParallelism } from 'node:os'
import { endWith, readWishes, WishesError } from './command.ts'
import { type PlantedFault, plantedFaults } from './planted/faults.ts'
import { runSeeds } from './run-seeds.ts'
import type { Told } from './worker.ts'

const usage = `npm run simulate -- planted [--only NAME,NAME] [--minutes N] [--seed N]

Puts faults into the gateway, one at a time, and says whether the simulator finds them, by which rule and how soon. A run counts
where it breaks no rule without the fault. Ends with 1 where a fault was not found.

  --only NAMES   only these
  --minutes N    look for each so long at most (default 10)
  --seed N       the first seed (default: the one that is known to find the fault)`

const usual = {
  ...{ events: 200, workers: Math.min(4, availableParallelism()), twice: false, keepLines: false, shrinkSeconds: 0 },
}

interface Found {
  /** The first run that broke a rule, and breaks none without the fault. */
  told: Told | undefined
  runs: number
}

/** Runs seeds until one breaks a rule that it does not break without the fault. */
async function searchFor({ name }: PlantedFault, from: number, untilMs: number): Promise<Found> {
  let [first, runs] = [from, 0]
  for (;;) {
    const failed: Told[] = []
    await runSeeds({
      ...{ ...usual, first, runs: Number.MAX_SAFE_INTEGER, untilMs, planted: name },
      told: (told) => {
        runs += 1
        if (told.violations.length > 0) failed.push(told)
        return failed.length === 0
      },
    })
    for (const told of failed.sort((one, other) => one.seed - other.seed)) {
      const rules = await rulesWithoutFault(told.seed)
      if (rules.length === 0) return { told, runs }
      console.log(`seed ${told.seed} breaks ${rules.join(', ')} without ${name} too: it does not count`)
    }
    if (performance.now() >= untilMs) return { told: undefined, runs }
    first = from + runs
  }
}

/** The rules that a seed breaks in the gateway as it is. */
async function rulesWithoutFault(seed: number): Promise<string[]> {
  const rules: string[] = []
  await runSeeds({
    ...{ ...usual, first: seed, runs: 1, untilMs: Number.POSITIVE_INFINITY, planted: undefined },
    told: ({ violations }) => {
      rules.push(...new Set(violations.map(({ rule }) => rule)))
      return true
    },
  })
  return rules
}

await endWith(async () => {
  const wishes = readWishes(process.argv.slice(2), { flags: ['help'], texts: ['only', 'minutes', 'seed'] })
  if (wishes.flag('help')) {
    console.log(usage)
    return 0
  }
  const only = wishes.text('only')?.split(',')
  const faults = plantedFaults.filter(({ name }) => only?.includes(name) ?? true)
  if (only && faults.length < only.length)
    throw new WishesError(`There are only these faults: ${plantedFaults.map(({ name }) => name).join(', ')}.`)
  const minutes = wishes.number('minutes', 1) ?? 10
  let hits = 0
  for (const fault of faults) {
    const startedMs = performance.now()
    const { told, runs } = await searchFor(fault, wishes.number('seed', 0) ?? fault.seed, startedMs + minutes * 60_000)
    if (told) hits += 1
    // A row of the table in docs/reliability.md, and how long it took.
    const by = told ? `\`${told.violations[0]?.rule}\` | ${told.seed}` : '**not found** |'
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    console.log(`| \`${fault.name}\` | ${fault.breaks} | ${by} | ${runs} runs, ${seconds} s`)
  }
  console.log(`found ${hits} of ${faults.length}`)
  return hits === faults.length ? 0 : 1
})
