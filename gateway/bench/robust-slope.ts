export interface Point {
  x: number
  y: number
}

export interface Growth {
  /** Median of the first and of the last stretch. */
  first: number
  last: number
  /** Units of y per 60 units of x over all points: the median of the slopes of all pairs, which no spike moves (Theil and Sen). */
  perHour: number
  highest: number
}

/** How much something grew. Stretches are `stretch` units of x long, shorter where the points do not reach so far. */
export function growthOf(points: readonly Point[], stretch: number): Growth {
  const begin = points[0]?.x ?? 0
  const end = points.at(-1)?.x ?? 0
  const length = Math.min(stretch, (end - begin) / 2)
  return {
    first: median(points.filter(({ x }) => x <= begin + length).map(({ y }) => y)),
    last: median(points.filter(({ x }) => x >= end - length).map(({ y }) => y)),
    perHour: slopeOf(points) * 60,
    highest: Math.max(...points.map(({ y }) => y)),
  }
}

function slopeOf(points: readonly Point[]): number {
  const slopes: number[] = []
  points.forEach((from, index) => {
    for (const to of points.slice(index + 1)) if (to.x > from.x) slopes.push((to.y - from.y) / (to.x - from.x))
  })
  return median(slopes)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
