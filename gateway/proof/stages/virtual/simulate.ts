import { availableParallelism } from 'node:os'
import { endWith, readWishes, WishesError } from './command.ts'
import { plantedFaults } from './planted/faults.ts'
import { addTo, happenedIn, noTotals, reportOf, summaryOf } from './report.ts'
import { runSeeds } from './run-seeds.ts'

const usage = `npm run simulate -- [--seed N] [--runs N] [--events N] [--minutes N] [--workers N] [--twice] [--trace] [--no-shrink]
                    [--planted NAME]

Runs the gateway against simulated providers, merchants and operators, one seed after another. Ends with 1 where a run broke
a rule, and prints its seed with the shortest list of acts and decisions that still breaks it. Ends with 2 where the arguments
are wrong, with 70 where the simulator itself cannot run.

  --seed N       the first seed (default 1)
  --runs N       how many seeds (default 100)
  --events N     steps with faults in each run (default 200)
  --minutes N    begin no run after so long (default: no limit)
  --workers N    processes, each with a database server of its own (default: one for each core, at most 4)
  --twice        run each seed twice: the traces must be the same
  --trace        print every step
  --no-shrink    do not look for a shorter run
  --planted NAME put a known fault into the gateway first

npm run simulate -- planted --help: how well the simulator finds faults that are known`

const names = {
  flags: ['twice', 'trace', 'no-shrink', 'help'],
  texts: ['seed', 'runs', 'events', 'minutes', 'workers', 'planted'],
}

/** Seconds for shrinking a run that failed. */
const shrinkSeconds = 90

/** How often a long search says how far it is. */
const sayEveryRuns = 100

await endWith(async () => {
  const wishes = readWishes(process.argv.slice(2), names)
  if (wishes.flag('help')) {
    console.log(usage)
    return 0
  }
  const planted = wishes.text('planted')
  if (planted !== undefined && !plantedFaults.some(({ name }) => name === planted))
    throw new WishesError(`There is no planted fault ${planted}.`)
  const startedMs = performance.now()
  const [events, totals] = [wishes.number('events', 1) ?? 200, noTotals()]
  const say = () => console.log(summaryOf(totals, (performance.now() - startedMs) / 1_000))
  const runs = wishes.number('runs', 1) ?? 100
  await runSeeds({
    ...{ first: wishes.number('seed', 0) ?? 1, runs, events, planted },
    workers: wishes.number('workers', 1) ?? Math.min(4, availableParallelism()),
    untilMs: startedMs + (wishes.number('minutes', 1) ?? Number.POSITIVE_INFINITY) * 60_000,
    ...{ twice: wishes.flag('twice'), keepLines: wishes.flag('trace') },
    shrinkSeconds: wishes.flag('no-shrink') ? 0 : shrinkSeconds,
    told: (told) => {
      addTo(totals, told)
      if (told.lines) console.log(told.lines.join('\n'))
      if (told.violations.length > 0) console.log(reportOf(told, { events, planted }))
      if (told.sameTwice === false) console.log(`seed ${told.seed} was another run when it was repeated`)
      if (totals.runs % sayEveryRuns === 0) say()
      return true
    },
  })
  say()
  console.log(happenedIn(totals))
  if (totals.runs < runs) console.log('the time was over before all seeds were run')
  return totals.failed > 0 || totals.differed > 0 ? 1 : 0
})
