import type { OpenedPath } from './contender.ts'
import type { PathName } from './parts.ts'
import { figureOf } from './results.ts'

/** How often the database is measured while it fills. */
const stageCount = 5

/** Runs of each contender at a stage that count. */
const roundCount = 3

/** What a line took at one size of the database, in milliseconds an item with 64 in flight: the median of its rounds. */
export interface GrowthPoint {
  name: PathName
  rows: number
  gatewayMs: number
  driverMs: number
}

/** From none to `rows` in equal steps. */
export function stagesOf(rows: number): number[] {
  return Array.from({ length: stageCount }, (_, stage) => Math.round((rows * stage) / (stageCount - 1)))
}

type Times = Pick<GrowthPoint, 'gatewayMs' | 'driverMs'>

/** Measures a line at the size that the database has; each contender's first run warms for `warmSeconds`. */
export async function measurePoint({ contenders }: OpenedPath, seconds: number, warmSeconds: number): Promise<Times> {
  const tookMs: Record<'gateway' | 'driver', number[]> = { gateway: [], driver: [] }
  for (let round = 0; round <= roundCount; round++) {
    for (const name of ['gateway', 'driver'] as const) {
      const measured = await contenders[name]?.busy(round === 0 ? warmSeconds : seconds)
      if (round > 0 && measured) tookMs[name].push(1_000 / measured.perSecond)
    }
  }
  const median = (values: readonly number[]) => figureOf(values)?.median ?? 0
  return { gatewayMs: median(tookMs.gateway), driverMs: median(tookMs.driver) }
}

/** Milliseconds more for each million rows: the median of the slopes between all pairs of points, which no outlier moves. */
export function slopeOf(points: readonly { rows: number; ms: number }[]): number {
  const slopes = points.flatMap((from) =>
    points.filter(({ rows }) => rows > from.rows).map(({ rows, ms }) => ((ms - from.ms) / (rows - from.rows)) * 1e6),
  )
  return figureOf(slopes)?.median ?? 0
}

/** Each line's points and its slope as lines of text. */
export function growthLines(points: readonly GrowthPoint[]): string[] {
  return [...new Set(points.map(({ name }) => name))].flatMap((line) => {
    const own = points.filter(({ name }) => name === line)
    const slope = slopeOf(own.map(({ rows, gatewayMs }) => ({ rows, ms: gatewayMs })))
    const limit = slopeOf(own.map(({ rows, driverMs }) => ({ rows, ms: driverMs })))
    return [
      '',
      `${line}: ${signed(slope)} ms an item for each million rows (driver ${signed(limit)})`,
      ...own.map(
        ({ rows, gatewayMs, driverMs }) =>
          `${rows.toLocaleString('en').padStart(12)} rows ${gatewayMs.toFixed(3).padStart(9)} ms  driver ${driverMs.toFixed(3)} ms`,
      ),
    ]
  })
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(3)}`
}
