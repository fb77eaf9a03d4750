import type { PagePosition } from '../platform/page-cursor.ts'

/** What a row is sorted by. */
interface Positioned {
  id: string
  created_at: Date
}

export interface PointsToRead<Row> {
  pointIds: readonly string[]
  /** Rows of a batch, and of one read. */
  batchRows: number
  /** Rows in memory over all points together, besides the batch that is given. */
  heldRows: number
  /** Up to `limit` rows of a point after a position, newest first. Fewer than that: there are no more. */
  read(pointId: string, page: { after: PagePosition | undefined; limit: number }): Promise<readonly Row[]>
}

/** A point whose rows are read on as they are taken. */
interface Source<Row> {
  pointId: string
  held: readonly Row[]
  /** Rows of `held` that were taken. */
  taken: number
  /** Rows that the last read asked for; 0: none was read. */
  asked: number
  after: PagePosition | undefined
  hasEnded: boolean
}

/**
 * The rows of several points in one order, newest first, in batches of 1 to `batchRows`. Each row is read once. A batch
 * is read when it is asked for. The rows in memory are divided over the points: each begins with a small part, and is
 * read in larger parts while others are taken from less often.
 */
export async function* newestOfPoints<Row extends Positioned>(points: PointsToRead<Row>): AsyncGenerator<Row[]> {
  const sources = points.pointIds.map(
    (pointId): Source<Row> => ({ pointId, held: [], taken: 0, asked: 0, after: undefined, hasEnded: false }),
  )
  for (;;) {
    await fill(sources, points)
    const batch = takeNewest(sources, points.batchRows)
    if (batch.length === 0) return
    yield batch
  }
}

/** Reads on at every point that holds no row. */
async function fill<Row extends Positioned>(
  sources: readonly Source<Row>[],
  { batchRows, heldRows, read }: PointsToRead<Row>,
): Promise<void> {
  const least = sources.length === 1 ? batchRows : Math.min(batchRows, Math.ceil(heldRows / 2 / sources.length))
  for (const source of sources) {
    if (source.hasEnded || source.taken < source.held.length) continue
    const held = sources.reduce((sum, each) => sum + each.held.length - each.taken, 0)
    const limit = Math.max(least, Math.min(2 * source.asked, heldRows - held, batchRows))
    source.asked = limit
    source.held = await read(source.pointId, { after: source.after, limit })
    source.taken = 0
    source.hasEnded = source.held.length < limit
    const last = source.held.at(-1)
    if (last) source.after = { createdAt: last.created_at, id: last.id }
  }
}

/** Until a point must be read on. */
function takeNewest<Row extends Positioned>(sources: readonly Source<Row>[], rowsMax: number): Row[] {
  const batch: Row[] = []
  while (batch.length < rowsMax) {
    let newest: { source: Source<Row>; row: Row } | undefined
    for (const source of sources) {
      const row = source.held[source.taken]
      if (row && (!newest || isNewer(row, newest.row))) newest = { source, row }
      if (!row && !source.hasEnded) return batch
    }
    if (!newest) return batch
    batch.push(newest.row)
    newest.source.taken++
  }
  return batch
}

function isNewer(one: Positioned, other: Positioned): boolean {
  const later = one.created_at.getTime() - other.created_at.getTime()
  return later === 0 ? one.id > other.id : later > 0
}
