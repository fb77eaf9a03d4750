import type { DoneSeed } from './done-seeds.ts'
import type { Told } from './worker.ts'
import { addCounts } from './world/counts.ts'

/** Totals over the runs of a campaign. */
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

/** How a run came about. */
export interface ReportOptions {
  events: number
  planted: string | undefined
  /** Whether a shorter run is looked for. */
  shrinks: boolean
  /** The file that the run was written to. */
  saved: string | undefined
}

const violationsShown = 8
const logLinesShown = 10

export function noTotals(): Totals {
  return { runs: 0, failed: 0, differed: 0, steps: 0, busySteps: 0, seconds: 0, counts: new Map() }
}

export function addTo(totals: Totals, done: DoneSeed): void {
  totals.runs += 1
  totals.steps += done.steps
  totals.busySteps += done.busySteps
  totals.seconds += done.seconds
  addCounts(totals.counts, done.counts)
  if (done.rules.length > 0) totals.failed += 1
  if (done.sameTwice === false) totals.differed += 1
}

/** What people read about one run that broke a rule. */
export function reportOf(told: Told, options: ReportOptions): string {
  const { seed, violations, shrunk } = told
  const lines = [`seed ${seed} broke ${violations.length === 1 ? 'a rule' : `${violations.length} rules`}:`]
  for (const { rule, what } of violations.slice(0, violationsShown)) lines.push(`  ${rule}: ${what}`)
  if (shrunk) {
    const { acts, decisions, runs } = shrunk
    lines.push(`shrunk in ${runs} runs to ${acts.length + decisions.length} events:`)
    for (const act of acts) lines.push(`  ${act}`)
    for (const decision of decisions) lines.push(`  ${decision}`)
    lines.push(...shrunk.what.split('\n').map((line) => `  = ${line}`))
  }
  const log = lastLogLines(told.log)
  if (log.length > 0) lines.push('the gateways logged:', ...log.map((line) => `  ${line}`))
  lines.push(`replay: npm run simulate -- ${replayArguments(seed, options).join(' ')}`)
  if (options.saved !== undefined)
    lines.push(`${shrunk ? 'the shrunk run' : 'this run'}: npm run simulate -- --only ${options.saved}`)
  return lines.join('\n')
}

function replayArguments(seed: number, { events, planted, shrinks }: ReportOptions): string[] {
  return [
    ...['--seed', String(seed), '--runs', '1', '--events', String(events), '--trace'],
    ...(planted === undefined ? [] : ['--planted', planted]),
    ...(shrinks ? [] : ['--no-shrink']),
  ]
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

/** What people read of runs that a file says were done before. */
export function reportOfStored(stored: readonly DoneSeed[]): string[] {
  const lines = [`${stored.length} seeds were run before`]
  for (const { seed, rules, sameTwice } of stored) {
    if (rules.length > 0) lines.push(`  seed ${seed} broke ${[...new Set(rules)].join(', ')}`)
    if (sameTwice === false) lines.push(`  seed ${seed} was another run when it was repeated`)
  }
  return lines
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
