/**
 * Remembers which callbacks were handled. Give one that keeps its keys in your database where several processes receive
 * callbacks, or where a restart must not forget. A key is a webhook-id, or `transaction_id:status`.
 */
export interface Deduplication {
  /** Whether `remember` was called with this key. */
  seen(key: string): Promise<boolean>
  /** Called after your function succeeded. */
  remember(key: string): Promise<void>
}

/** Keys that the memory of a process keeps: far more than a gateway repeats within its 70 hours for a small shop. */
const keysMaxDefault = 10_000

/** Remembers in the memory of this process; the oldest keys are forgotten first. The default of all handlers. */
export function memoryDeduplication(keysMax: number = keysMaxDefault): Deduplication {
  const keys = new Set<string>()
  return {
    seen: async (key) => keys.has(key),
    remember: async (key) => {
      keys.delete(key)
      keys.add(key)
      for (const oldest of keys) {
        if (keys.size <= keysMax) break
        keys.delete(oldest)
      }
    },
  }
}
