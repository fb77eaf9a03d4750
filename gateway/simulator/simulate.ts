import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { readWishes, usage, type Wishes, WishesError } from './arguments.ts'
import { runCampaign } from './campaign.ts'
import { withPlanted } from './planted/with-planted.ts'
import { addTo, noTotals, reportOf, summaryOf } from './report.ts'
import type { Told } from './worker.ts'

/** How often a long campaign says how far it is. */
const sayEveryRuns = 100

async function simulate(wishes: Wishes): Promise<number> {
  const startedMs = performance.now()
  const totals = noTotals()
  const wall = () => (performance.now() - startedMs) / 1_000
  const done = wishes.state === undefined ? new Set<number>() : readDone(wishes.state)
  const all = Array.from({ length: wishes.runs }, (_, index) => wishes.seed + index)
  const seeds = all.filter((seed) => !done.has(seed))
  if (done.size > 0) console.log(`${all.length - seeds.length} of these seeds were done before`)
  const { execArgv, env } = wishes.planted === undefined ? { execArgv: [], env: {} } : withPlanted(wishes.planted)
  const complete = await runCampaign({
    ...{ seeds, events: wishes.events, workers: wishes.workers, twice: wishes.twice, trace: wishes.trace },
    ...{ shrinkSeconds: wishes.shrinkSeconds, untilMs: startedMs + wishes.minutes * 60_000, execArgv, env },
    told: (told) => {
      addTo(totals, told)
      tell(told, wishes)
      if (totals.runs % sayEveryRuns === 0) console.log(summaryOf(totals, wall()))
      return !(wishes.first && totals.failed > 0)
    },
  })
  console.log(summaryOf(totals, wall()))
  if (!complete && !(wishes.first && totals.failed > 0)) console.log('the time was over before all seeds were run')
  return totals.failed > 0 || totals.differed > 0 ? 1 : 0
}

function tell(told: Told, { events, state }: Wishes): void {
  if (told.lines) console.log(told.lines.join('\n'))
  if (told.violations.length > 0) console.log(reportOf(told, events))
  if (told.sameTwice === false) console.log(`seed ${told.seed} was another run when it was repeated`)
  if (state === undefined) return
  const { seed, steps, digest, violations } = told
  appendFileSync(state, `${JSON.stringify({ seed, steps, digest, rules: violations.map(({ rule }) => rule) })}\n`)
}

function readDone(file: string): Set<number> {
  if (!existsSync(file)) return new Set()
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '').map((line) => (JSON.parse(line) as { seed: number }).seed))
}

try {
  const wishes = readWishes(process.argv.slice(2), availableParallelism())
  if (wishes.help) console.log(usage)
  else process.exitCode = await simulate(wishes)
} catch (error) {
  if (!(error instanceof WishesError)) throw error
  console.error(`${error.message}\n\n${usage}`)
  process.exitCode = 2
}
