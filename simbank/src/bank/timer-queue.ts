interface Waiting<T> {
  atMs: number
  /** Counts additions: what is due at the same time comes in the order in which it was added. */
  added: number
  item: T
}

/** Things that fall due, earliest first: a binary heap behind a single timer of the runtime. */
export class TimerQueue<T> {
  readonly #heap: Waiting<T>[] = []
  readonly #nowMs: () => number
  readonly #onDue: (item: T) => void
  #timer: NodeJS.Timeout | undefined
  #running: boolean = false
  #added = 0

  constructor(options: { nowMs: () => number; onDue: (item: T) => void }) {
    this.#nowMs = options.nowMs
    this.#onDue = options.onDue
  }

  /** Begins to hand over what is due; before that, items only gather. */
  start(): void {
    this.#running = true
    this.rearm()
  }

  stop(): void {
    this.#running = false
    clearTimeout(this.#timer)
  }

  /** Looks again when something is due: after the clock was shifted. */
  rearm(): void {
    clearTimeout(this.#timer)
    const next = this.#heap[0]
    if (!this.#running || !next) return
    const waitMs = Math.min(Math.max(next.atMs - this.#nowMs(), 0), WAIT_MS_MAX)
    this.#timer = setTimeout(() => this.#runDue(), waitMs)
  }

  size(): number {
    return this.#heap.length
  }

  add(atMs: number, item: T): void {
    const heap = this.#heap
    const waiting = { atMs, added: this.#added++, item }
    let index = heap.push(waiting) - 1
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (!parent || isBefore(parent, waiting)) break
      heap[index] = parent
      index = above
    }
    heap[index] = waiting
    if (index === 0) this.rearm()
  }

  #runDue(): void {
    const nowMs = this.#nowMs()
    for (let count = 0; count < DUE_PER_TURN_MAX; count++) {
      const first = this.#heap[0]
      if (!first || first.atMs > nowMs) break
      this.#removeFirst()
      this.#onDue(first.item)
    }
    this.rearm()
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let index = 0
    for (;;) {
      const left = heap[2 * index + 1]
      const right = heap[2 * index + 2]
      const smaller = right && left && isBefore(right, left) ? right : left
      if (!smaller || isBefore(last, smaller)) break
      heap[index] = smaller
      index = 2 * index + (smaller === right ? 2 : 1)
    }
    heap[index] = last
  }
}

function isBefore<T>(one: Waiting<T>, other: Waiting<T>): boolean {
  return one.atMs === other.atMs ? one.added < other.added : one.atMs < other.atMs
}

/** The runtime's timers overflow after 24 days: look again every hour instead. */
const WAIT_MS_MAX = 3_600_000
/** After a restart thousands may be due: this many a turn, so that requests are answered in between. */
const DUE_PER_TURN_MAX = 500
