import type { ContenderName } from './contender.ts'
import type { Measured } from './latencies.ts'
import type { Machine, Memory } from './machine.ts'

/** The rounds of one contender, in their order. */
export interface Rounds {
  busy: Measured[]
  alone: Measured[]
  open: Measured[]
}

/** What was measured of one path. */
export interface PathResult {
  name: string
  title: string
  rounds: Partial<Record<ContenderName, Rounds>>
}

/** One run of the bench, as it is saved. */
export interface Results {
  takenAt: string
  seconds: number
  /** Transactions that the gateway's database was filled with before. */
  rows: number
  machine: Machine
  paths: PathResult[]
  memory: Memory
}

/** A figure of a path: the median of its rounds, and how far they lie apart. */
export interface Figure {
  median: number
  min: number
  max: number
}

export function figureOf(values: readonly number[]): Figure | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (min === undefined || max === undefined) return undefined
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? max
  const lower = sorted.length % 2 === 0 ? (sorted[middle - 1] ?? min) : upper
  return { median: (lower + upper) / 2, min, max }
}

/** How far the rounds lie apart, as a share of the median. */
export function spreadOf({ median, min, max }: Figure): number {
  return median === 0 ? 0 : (max - min) / median
}

export type Loop = keyof Rounds

/** One kind of figure of the gateway's rounds or another contender's. */
export function figure(
  path: PathResult,
  of: { contender: ContenderName; loop: Loop; what: keyof Measured },
): Figure | undefined {
  const rounds = path.rounds[of.contender]?.[of.loop] ?? []
  return figureOf(rounds.map((round) => round[of.what]))
}

/** The gateway's rate as a share of a limit's, round by round: both ran within seconds of each other. */
export function ratio(path: PathResult, limit: ContenderName, loop: 'busy' | 'alone'): Figure | undefined {
  const own = path.rounds.gateway?.[loop] ?? []
  const others = path.rounds[limit]?.[loop] ?? []
  return figureOf(
    own.flatMap(({ perSecond }, round) => {
      const other = others[round]
      return other && other.perSecond > 0 ? [perSecond / other.perSecond] : []
    }),
  )
}
