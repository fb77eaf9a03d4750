import { availableParallelism } from 'node:os'
import { readWishes, refuseForeign, usage, type Wishes } from './arguments.ts'
import { runCampaign } from './campaign.ts'
import { buildOfCode, type DoneSeed, doneSeedOf, noteDone, openDone } from './done-seeds.ts'
import { codeOfSignal, endWith } from './end-command.ts'
import { withPlanted } from './planted/faults.ts'
import { addTo, happenedIn, noTotals, reportOf, reportOfStored, summaryOf } from './report.ts'
import { readRun, type SavedRun, saveRun } from './saved-run.ts'
import type { Told } from './worker.ts'

/** How often a long campaign says how far it is: to a person, and to a file. */
const sayEveryMs = 10_000
const sayEveryRuns = 100

/** What is run: the seeds that are wanted, or one run of a file. */
async function simulate(wishes: Wishes, only: SavedRun | undefined): Promise<number> {
  const startedMs = performance.now()
  const totals = noTotals()
  const stored = storedOf(wishes)
  for (const done of stored) addTo(totals, done)
  const done = new Set(stored.map(({ seed }) => seed))
  const all = Array.from({ length: wishes.runs }, (_, index) => wishes.seed + index)
  const say = () => console.log(summaryOf(totals, (performance.now() - startedMs) / 1_000))
  const isTerminal = process.stdout.isTTY
  const saying = isTerminal ? setInterval(say, sayEveryMs) : undefined
  const enough = () => wishes.first && (totals.failed > 0 || totals.differed > 0)
  const { complete, signal } = await runCampaign({
    ...{ seeds: enough() ? [] : all.filter((seed) => !done.has(seed)), events: wishes.events, repeat: only },
    ...{ workers: wishes.workers, twice: wishes.twice, trace: wishes.trace, shrinkSeconds: wishes.shrinkSeconds },
    ...{ untilMs: startedMs + wishes.minutes * 60_000, ...plantedOf(wishes) },
    told: (told) => {
      addTo(totals, doneSeedOf(told))
      tell(told, wishes, only)
      if (!isTerminal && totals.runs % sayEveryRuns === 0) say()
      return !enough()
    },
  }).finally(() => clearInterval(saying))
  say()
  console.log(happenedIn(totals))
  if (signal !== undefined) {
    console.log(`${signal} ended this before all seeds were run`)
    return codeOfSignal(signal)
  }
  if (!complete && !enough()) console.log('the time was over before all seeds were run')
  return totals.failed > 0 || totals.differed > 0 ? 1 : 0
}

function plantedOf({ planted }: Wishes): { execArgv: string[]; env: Record<string, string> } {
  return planted === undefined ? { execArgv: [], env: {} } : withPlanted(planted)
}

/** Seeds that need not be run again. Where each is to be run twice, those that were run once do not count. */
function storedOf({ state, events, planted, twice }: Wishes): DoneSeed[] {
  if (state === undefined) return []
  const all = openDone(state, { events, planted: planted ?? null, build: buildOfCode() })
  const stored = all.filter(({ sameTwice }) => !twice || sameTwice !== undefined)
  if (stored.length > 0) console.log(reportOfStored(stored).join('\n'))
  return stored
}

function tell(told: Told, wishes: Wishes, only: SavedRun | undefined): void {
  const { events, planted, state } = wishes
  const { seed, violations, repeat } = told
  if (told.lines) console.log(told.lines.join('\n'))
  if (violations.length > 0) {
    const rules = [...new Set(violations.map(({ rule }) => rule))]
    const saved =
      only || !repeat
        ? wishes.only
        : saveRun(wishes.save, {
            ...{ seed, events, planted: planted ?? null, rules },
            ...{ acts: [...repeat.acts], decisions: [...repeat.decisions] },
          })
    console.log(reportOf(told, { events, planted, saved, shrinks: only !== undefined || wishes.shrinkSeconds > 0 }))
  }
  if (told.sameTwice === false) console.log(`seed ${seed} was another run when it was repeated`)
  if (state !== undefined) noteDone(state, doneSeedOf(told))
}

await endWith(async () => {
  const wishes = readWishes(process.argv.slice(2), availableParallelism())
  if (wishes.help) {
    console.log(usage)
    return 0
  }
  refuseForeign(process.platform)
  if (wishes.only === undefined) return await simulate(wishes, undefined)
  const run = readRun(wishes.only)
  const { seed, events, planted } = run
  return await simulate({ ...wishes, seed, events, planted: planted ?? undefined, runs: 1, state: undefined }, run)
})
