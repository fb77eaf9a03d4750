import { say } from '../../texts/messages/say.ts'
import { Problem } from '../../values/problem.ts'
import { processLimits } from '../limits/process-limits.ts'
import type { Metrics } from '../log/metrics.ts'
import { isConnectionAway } from './database-away.ts'

/** Items per statement. A larger group gains little and costs more when it fails (measured at 8, 32, 64). */
const groupItemsMax = 32

/** Concurrent groups: while one is flushed to disk, the next one is sent. A third has no benefit on two cores. */
const groupsInFlightMax = 2

/** How long an item waits to be sent. A caller waits 20 s, and a statement without an answer takes 18 s of them. */
const waitMaxUsualMs = 10_000

/** Queued items. Beyond it the caller gets `unavailable`. */
const queueMax = processLimits.group_create.max

/** Writes one item. The promise settles when its group is committed. */
export interface GroupWriter<Item, Result> {
  write(item: Item): Promise<Result>
  /** Resolves when no item is queued or in flight. */
  drain(): Promise<void>
}

export interface GroupOptions<Item, Result> {
  /**
   * Items with the same key are never in the same group. Groups are sorted by key, so that all groups lock in the same
   * order.
   */
  keyOf(item: Item): string
  /**
   * Writes all items in one commit. Results are in the items' order. Must be safe to repeat for a single item after an
   * error.
   */
  writeGroup(items: readonly Item[]): Promise<readonly Result[]>
  /** For tests. Default: 10 s. */
  waitMaxMs?: number
  /** Records sizes, queue and refusals as `group_<name>`. Undefined: no metrics. */
  watched?: { metrics: Metrics; name: 'create' | 'reserve' | 'apply' }
}

interface Waiting<Item, Result> {
  item: Item
  key: string
  resolve(result: Result): void
  reject(error: unknown): void
  atMs: number
}

/**
 * Group commit without delay. Items that arrive while statements are in flight go with the next one, so a group has one
 * item on an idle gateway and grows with the load. If a group fails, its items are written one by one, so that one bad
 * item does not fail the others; not if the database is away, because each would only wait as long again.
 */
export function groupWriter<Item, Result>(options: GroupOptions<Item, Result>): GroupWriter<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  let inFlight = 0
  let scheduled = false
  const idle: (() => void)[] = []
  const { watched, waitMaxMs = waitMaxUsualMs } = options
  watched?.metrics.queues.watch(`group_${watched.name}`, { max: queueMax, length: () => queue.length })

  const watchAges = refuseLate(() => queue, waitMaxMs)

  function kick(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      while (inFlight < groupsInFlightMax && queue.length > 0) {
        const taken = takeGroup(queue)
        queue = taken.rest
        inFlight++
        void flush(options, taken.group).finally(() => {
          inFlight--
          if (queue.length > 0) kick()
          else if (inFlight === 0) for (const done of idle.splice(0)) done()
        })
      }
      watchAges()
    })
  }

  return {
    write: (item) =>
      new Promise<Result>((resolve, reject) => {
        if (queue.length >= queueMax) {
          watched?.metrics.refused.inc({ why: `group_${watched.name}` })
          reject(unavailable())
          return
        }
        queue.push({ item, key: options.keyOf(item), resolve, reject, atMs: performance.now() })
        kick()
      }),
    drain: () =>
      new Promise<void>((resolve) => {
        if (queue.length === 0 && inFlight === 0) resolve()
        else idle.push(resolve)
      }),
  }
}

/** Refuses what waits too long for the groups before it. The queue is in the order of arrival. Call it after each change. */
function refuseLate<Item, Result>(queueOf: () => Waiting<Item, Result>[], waitMaxMs: number): () => void {
  let timer: NodeJS.Timeout | undefined
  const expire = () => {
    timer = undefined
    const dueMs = performance.now() - waitMaxMs
    const queue = queueOf()
    const onTime = queue.findIndex(({ atMs }) => atMs > dueMs)
    for (const { reject } of queue.splice(0, onTime < 0 ? queue.length : onTime)) reject(unavailable())
    watch()
  }
  const watch = () => {
    const [first] = queueOf()
    if (first) timer ??= setTimeout(expire, Math.max(first.atMs + waitMaxMs - performance.now(), 0) + 1)
    else if (timer) {
      clearTimeout(timer)
      timer = undefined
    }
  }
  return watch
}

function unavailable(): Problem {
  return new Problem('unavailable', { message: say('gateway.full'), retryAfterSeconds: 1 })
}

function takeGroup<Item, Result>(queue: readonly Waiting<Item, Result>[]) {
  const group: Waiting<Item, Result>[] = []
  const rest: Waiting<Item, Result>[] = []
  const keys = new Set<string>()
  for (const waiting of queue) {
    if (group.length < groupItemsMax && !keys.has(waiting.key)) {
      keys.add(waiting.key)
      group.push(waiting)
    } else {
      rest.push(waiting)
    }
  }
  group.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return { group, rest }
}

async function flush<Item, Result>(options: GroupOptions<Item, Result>, group: readonly Waiting<Item, Result>[]) {
  options.watched?.metrics.groupSize.observe({ group: options.watched.name }, group.length)
  try {
    const results = await options.writeGroup(group.map((waiting) => waiting.item))
    group.forEach((waiting, index) => {
      const result = results[index]
      if (result === undefined) waiting.reject(new Error('Bug! a group returned fewer results than items'))
      else waiting.resolve(result)
    })
  } catch (error) {
    if (group.length === 1 || isConnectionAway(error)) for (const { reject } of group) reject(error)
    else await flushSingly(options, group)
  }
}

/**
 * Writes the items one by one. Without a connection all remaining items fail at once, because each would only wait as
 * long again.
 */
async function flushSingly<Item, Result>(options: GroupOptions<Item, Result>, group: readonly Waiting<Item, Result>[]) {
  for (const [index, waiting] of group.entries()) {
    try {
      const [result] = await options.writeGroup([waiting.item])
      if (result === undefined) throw new Error('Bug! a group returned no result')
      waiting.resolve(result)
    } catch (error) {
      waiting.reject(error)
      if (!isConnectionAway(error)) continue
      for (const other of group.slice(index + 1)) other.reject(error)
      return
    }
  }
}
