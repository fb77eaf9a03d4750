export interface ExpiringCache<T> {
  /**
   * The value of `name`: the cached one while it is fresh, else the result of `load`. Concurrent requests for a name
   * share one load. A failed load is not cached.
   */
  get(name: string, load: () => Promise<T | undefined>): Promise<T | undefined>
}

export interface CacheLimits {
  /** Milliseconds for which a found value is fresh, counted from the start of the load. */
  hitMs: number
  /** The same for a missing value. */
  missMs: number
  /** Limit for found values and, separately, for misses, so that invented names cannot evict real ones. */
  entriesMax: number
  /** A monotonic clock in milliseconds. The gateway's own clock can be moved on a test deployment. */
  monotonicMs?: () => number
}

interface Entry<T> {
  value: T
  freshUntilMs: number
}

export function expiringCache<T>(limits: CacheLimits): ExpiringCache<T> {
  const { hitMs, missMs, entriesMax, monotonicMs = () => performance.now() } = limits
  const hits = new Map<string, Entry<T>>()
  const misses = new Map<string, Entry<undefined>>()
  const loading = new Map<string, Promise<T | undefined>>()

  /** All entries of a map have the same lifetime, so the first entry is the oldest. It is evicted. */
  function remember<V>(entries: Map<string, V>, name: string, entry: V): void {
    const oldest = entries.size >= entriesMax ? entries.keys().next().value : undefined
    if (oldest !== undefined) entries.delete(oldest)
    entries.set(name, entry)
  }

  async function loadOnce(name: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const startedMs = monotonicMs()
    try {
      const value = await load()
      hits.delete(name)
      misses.delete(name)
      if (value === undefined) remember(misses, name, { value, freshUntilMs: startedMs + missMs })
      else remember(hits, name, { value, freshUntilMs: startedMs + hitMs })
      return value
    } finally {
      loading.delete(name)
    }
  }

  return {
    async get(name, load) {
      const known = hits.get(name) ?? misses.get(name)
      if (known && monotonicMs() < known.freshUntilMs) return known.value
      const running = loading.get(name)
      if (running !== undefined) return await running
      const started = loadOnce(name, load)
      loading.set(name, started)
      return await started
    },
  }
}

/** Answers that are kept: more addresses than send requests at the same time. */
const answersMax = 1_000

/** Longer texts are no addresses, and are not kept. */
const textLengthMax = 64

/**
 * The same function, which keeps its answers for short texts: one caller sends many requests from one address. When it
 * is full it forgets all. `answerOf` must always answer the same for the same text, and never undefined.
 */
export function remembered<Answer extends string | boolean>(
  answerOf: (text: string) => Answer,
): (text: string) => Answer {
  const answers = new Map<string, Answer>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = answerOf(text)
    if (text.length > textLengthMax) return answer
    if (answers.size >= answersMax) answers.clear()
    answers.set(text, answer)
    return answer
  }
}
