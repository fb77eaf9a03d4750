import { Problem } from '../../core/values/problem.ts'
import type { TimeBucket } from './rules/time-buckets.ts'
import type { BucketCountRow } from './store/reads/overview.ts'

/** Maximum age of the count of the current bucket, and of buckets of the last hour, whose payments still change. */
const livelyFreshMs = 5_000
const livelyForMs = 3_600_000

/** Older buckets change rarely. An older count is returned once more while a new one is read. */
const settledFreshMs = 60_000

/** A count that was not requested for this long is read again before it is returned. */
const settledKeptMs = 600_000

/** Cached buckets: 30 points with a month and the month before. A bucket has a row per service code, status and reason, 1 to 10 kB. */
const slotsMax = 2_000

/** Counting a month of a busy point takes half a second. More waiting requests than this are refused. */
const waitingMax = 10
const retryAfterSeconds = 2

export type Counted = Omit<BucketCountRow, 'slot'>

interface Entry {
  rows: readonly Counted[]
  readAtMs: number
  lively: boolean
}

interface BucketRequest {
  pointId: string
  slots: readonly TimeBucket[]
  /** The gateway's time. */
  now: Date
}

/** Counts buckets of one point. Rows of other points must never be included. */
export type CountBuckets = (slots: readonly TimeBucket[]) => Promise<readonly BucketCountRow[]>

/**
 * Caches counts, so that frequent polling costs little. One statement at a time counts for a point; concurrent requests
 * wait for its result. Throws Problem `rate_limited` if too many wait.
 */
export function bucketCounts(
  clockMs: () => number,
): (request: BucketRequest, count: CountBuckets) => Promise<readonly Counted[][]> {
  const entries = new Map<string, Entry>()
  const inTurn = turns()
  const isYounger = (entry: Entry, ms: number) => clockMs() - entry.readAtMs < ms
  const isFresh: IsGood = (entry): entry is Entry =>
    entry !== undefined && isYounger(entry, entry.lively ? livelyFreshMs : settledFreshMs)
  const isUsable: IsGood = (entry): entry is Entry =>
    entry !== undefined && isYounger(entry, entry.lively ? livelyFreshMs : settledKeptMs)
  const heldOf = ({ pointId, slots }: BucketRequest) => slots.map((slot) => entries.get(keyOf(pointId, slot)))

  /**
   * Returns valid cached entries and counts the others. Both in one step, because cached entries may be removed
   * meanwhile.
   */
  const complete = async (request: BucketRequest, count: CountBuckets, isGood: IsGood): Promise<readonly Entry[]> => {
    const held = heldOf(request)
    const missing = request.slots.filter((_, index) => !isGood(held[index]))
    const readAtMs = clockMs()
    const rows = missing.length === 0 ? [] : await count(missing)
    const counted = new Map(
      missing.map((slot, place) => {
        const lively = slot.until.getTime() > request.now.getTime() - livelyForMs
        const own = rows.filter((row) => row.slot === place).map(({ slot: _, ...row }) => row)
        return [slot, { rows: own, readAtMs, lively }] as const
      }),
    )
    for (const [slot, entry] of counted) remember(entries, keyOf(request.pointId, slot), entry)
    return request.slots.flatMap((slot, index) => counted.get(slot) ?? held[index] ?? [])
  }

  return async (request, count) => {
    const held = heldOf(request).filter(isUsable)
    const isComplete = held.length === request.slots.length
    const shown = isComplete ? held : await inTurn(request.pointId, async () => complete(request, count, isUsable))
    if (!shown.every(isFresh)) {
      // Runs in the background. If it fails, the next request tries again and reports the error.
      inTurn(request.pointId, async () => complete(request, count, isFresh)).catch(() => undefined)
    }
    return shown.map(({ rows }) => [...rows])
  }
}

type IsGood = (entry: Entry | undefined) => entry is Entry

function remember(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.delete(key)
  entries.set(key, entry)
  for (const oldest of entries.keys()) {
    if (entries.size <= slotsMax) return
    entries.delete(oldest)
  }
}

function keyOf(pointId: string, { since, until }: TimeBucket): string {
  return `${pointId} ${since.getTime()} ${until.getTime()}`
}

type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Serialises the work on one key, first come, first served. */
function turns(): InTurn {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 }
    if (queue.waiting > waitingMax) throw new Problem('rate_limited', { retryAfterSeconds })
    queues.set(key, queue)
    queue.waiting++
    const mine = queue.last.then(work)
    queue.last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      queue.waiting--
      if (queue.waiting === 0) queues.delete(key)
    }
  }
}
