import type { Told } from './worker.ts'

/** Totals over the runs of a campaign. */
export interface Totals {
  runs: number
  failed: number
  differed: number
  steps: number
  busySteps: number
  seconds: number
}

export function noTotals(): Totals {
  return { runs: 0, failed: 0, differed: 0, steps: 0, busySteps: 0, seconds: 0 }
}

export function addTo(totals: Totals, told: Told): void {
  totals.runs += 1
  totals.steps += told.steps
  totals.busySteps += told.busySteps
  totals.seconds += told.seconds
  if (told.violations.length > 0) totals.failed += 1
  if (told.sameTwice === false) totals.differed += 1
}

/** What people read about one run that broke a rule. */
export function reportOf(told: Told, events: number): string {
  const lines = [
    `seed ${told.seed} broke ${told.violations.length === 1 ? 'a rule' : `${told.violations.length} rules`}:`,
  ]
  for (const { rule, what } of told.violations.slice(0, 8)) lines.push(`  ${rule}: ${what}`)
  if (told.shrunk) {
    const { acts, decisions, runs } = told.shrunk
    lines.push(`shrunk in ${runs} runs to ${acts.length + decisions.length} events:`)
    for (const act of acts) lines.push(`  ${act}`)
    for (const decision of decisions) lines.push(`  ${decision}`)
    lines.push(...told.shrunk.what.split('\n').map((line) => `  = ${line}`))
  }
  lines.push(`replay: npm run simulate -- --seed ${told.seed} --runs 1 --events ${events} --trace`)
  return lines.join('\n')
}

export function summaryOf(totals: Totals, wallSeconds: number): string {
  const { runs, failed, differed, steps, busySteps, seconds } = totals
  const perSecond = seconds > 0 ? Math.round(steps / seconds) : 0
  return [
    `runs ${runs}`,
    `broke a rule ${failed}`,
    ...(differed > 0 ? [`DIFFERED WHEN REPEATED ${differed}`] : []),
    `steps ${steps}, of them with faults ${busySteps}`,
    `${perSecond} steps a second and worker`,
    `${Math.round(wallSeconds)} s`,
  ].join(' · ')
}
