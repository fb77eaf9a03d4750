import { readFileSync } from 'node:fs'
import { ArgumentError } from './arguments.ts'
import type { ContenderName } from './contender.ts'
import { type Figure, figure, type Loop, type PathResult, type Results, ratio } from './results.ts'

/** Changes below this share of the earlier figure are noise on every machine. */
const noiseMin = 0.05

/** How a figure differs from that of an earlier run. */
export interface Change {
  path: string
  what: string
  before: number
  now: number
  verdict: 'better' | 'worse' | 'noise'
}

/**
 * What both runs measured. Noise: a change no larger than the rounds of either run lie apart, or 5 %. Everything else is
 * better or worse.
 */
export function changesOf(before: Results, now: Results): Change[] {
  return now.paths.flatMap((path) => {
    const earlier = before.paths.find(({ name }) => name === path.name)
    return earlier ? compared.flatMap((each) => changeOf(earlier, path, each)) : []
  })
}

/** A saved result. Throws ArgumentError. */
export function readResults(file: string): Results {
  try {
    const read: Partial<Results> | null = JSON.parse(readFileSync(file, 'utf8'))
    if (read && Array.isArray(read.paths) && read.machine) return read as Results
  } catch {
    // Said below.
  }
  throw new ArgumentError(`${file} is no saved result: save one with --save.`)
}

/** The comparison as lines of text. Ratios say it for any machine, rates and times for the same one only. */
export function changeLines(before: Results, now: Results): string[] {
  const changes = changesOf(before, now)
  const named = (change: Change) =>
    `  ${marks[change.verdict]} ${text(change.before)} → ${text(change.now)}  ${percent(change)}  ${change.path}: ${change.what}`
  const same = sameMachine(before, now)
    ? ''
    : '; ANOTHER MACHINE, VERSION, SIZE OR LENGTH: only the ratios say anything'
  return ['', `Compared with the run of ${before.takenAt}${same}`, ...changes.map(named)]
}

const marks: Readonly<Record<Change['verdict'], string>> = { worse: 'WORSE ', better: 'better', noise: '      ' }

interface Compared {
  what: string
  of(path: PathResult): Figure | undefined
  /** Times are better when they are smaller. */
  smallerIsBetter?: boolean
}

const ratioTo = (limit: ContenderName, loop: 'busy' | 'alone', what: string): Compared => ({
  what,
  of: (path) => ratio(path, limit, loop),
})

const gateway = (loop: Loop, what: 'perSecond' | 'p99Ms', title: string): Compared => ({
  what: title,
  of: (path) => figure(path, { contender: 'gateway', loop, what }),
  smallerIsBetter: what === 'p99Ms',
})

const compared: readonly Compared[] = [
  ratioTo('driver', 'busy', 'ratio to the driver, many in flight'),
  ratioTo('groups', 'busy', 'ratio to groups'),
  ratioTo('driver', 'alone', 'ratio to the driver, 1 in flight'),
  gateway('busy', 'perSecond', 'a second, many in flight'),
  gateway('busy', 'p99Ms', 'p99 in ms, many in flight'),
  gateway('alone', 'perSecond', 'a second, 1 in flight'),
  gateway('open', 'p99Ms', 'p99 in ms, open loop'),
]

function changeOf(before: PathResult, now: PathResult, { what, of, smallerIsBetter }: Compared): Change[] {
  const [earlier, later] = [of(before), of(now)]
  if (!earlier || !later || earlier.median === 0) return []
  const apart = Math.max(earlier.max - earlier.min, later.max - later.min, earlier.median * noiseMin)
  const change = later.median - earlier.median
  const gain = smallerIsBetter ? -change : change
  const verdict = Math.abs(change) <= apart ? 'noise' : gain > 0 ? 'better' : 'worse'
  return [{ path: now.name, what, before: earlier.median, now: later.median, verdict }]
}

function sameMachine(before: Results, now: Results): boolean {
  const { machine: a } = before
  const { machine: b } = now
  return (
    before.rows === now.rows &&
    before.seconds === now.seconds &&
    a.processor === b.processor &&
    a.cores === b.cores &&
    a.node === b.node &&
    a.postgres === b.postgres
  )
}

function text(value: number): string {
  return (value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en')).padStart(8)
}

function percent({ before, now }: Change): string {
  const change = (now / before - 1) * 100
  return `${change >= 0 ? '+' : ''}${change.toFixed(0)} %`.padStart(7)
}
