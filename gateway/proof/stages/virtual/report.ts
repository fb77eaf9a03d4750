import type { Told } from './worker.ts'
import { addCounts } from './world/counts.ts'

/** Totals over all runs. */
export interface Totals {
  runs: number
  failed: number
  differed: number
  steps: number
  busySteps: number
  seconds: number
  /** How often what matters happened in all runs together. */
  counts: Map<string, number>
}

const violationsShown = 8
const logLinesShown = 10

export function noTotals(): Totals {
  return { runs: 0, failed: 0, differed: 0, steps: 0, busySteps: 0, seconds: 0, counts: new Map() }
}

export function addTo(totals: Totals, told: Told): void {
  totals.runs += 1
  totals.steps += told.steps
  totals.busySteps += told.busySteps
  totals.seconds += told.seconds
  addCounts(totals.counts, told.counts)
  if (told.violations.length > 0) totals.failed += 1
  if (told.sameTwice === false) totals.differed += 1
}

/** What people read about one run that broke a rule, with the command that repeats it. */
export function reportOf(told: Told, { events, planted }: { events: number; planted: string | undefined }): string {
  const { seed, violations, shrunk } = told
  const lines = [`seed ${seed} broke ${violations.length === 1 ? 'a rule' : `${violations.length} rules`}:`]
  for (const { rule, what } of violations.slice(0, violationsShown)) lines.push(`  ${rule}: ${what}`)
  if (shrunk) {
    const { acts, decisions, runs } = shrunk
    lines.push(`shrunk in ${runs} runs to ${acts.length + decisions.length} events:`)
    lines.push(...[...acts, ...decisions].map((event) => `  ${event}`))
    lines.push(...shrunk.what.split('\n').map((line) => `  = ${line}`))
  }
  const log = lastLogLines(told.log)
  if (log.length > 0) lines.push('the gateways logged:', ...log.map((line) => `  ${line}`))
  const fault = planted === undefined ? '' : ` --planted ${planted}`
  lines.push(`repeat it: npm run simulate -- --seed ${seed} --runs 1 --events ${events} --trace${fault}`)
  return lines.join('\n')
}

/** The last lines, errors before warnings, each in the order of its writing. */
function lastLogLines(log: readonly string[]): string[] {
  const isError = (line: string) => /"level":[56]0\b/.test(line)
  const errors = log.filter(isError).slice(-logLinesShown)
  const others = log.filter((line) => !isError(line))
  return [...errors, ...others.slice(Math.max(0, others.length - logLinesShown + errors.length))].map(shortLine)
}

/** `G1 {"level":50,…}` without what is the same in every line, and without stacks. */
function shortLine(line: string): string {
  const start = line.indexOf('{')
  try {
    const { level, time, msg, err, ...more } = JSON.parse(line.slice(start)) as Record<string, unknown>
    const cause = err instanceof Object && 'message' in err ? { err: err.message } : {}
    const detail = JSON.stringify({ ...more, ...cause })
    return `${line.slice(0, start)}${Number(level) >= 50 ? 'error' : 'warn'} ${String(time)} ${String(msg)} ${detail}`
  } catch {
    return line.trimEnd()
  }
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

/** What happened in all runs: where little did, that nothing broke says little. */
export function happenedIn({ counts }: Totals): string {
  const told = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, n]) => `${name} ${n}`)
  return `in these runs: ${told.join(', ')}`
}
