import { setTimeout as sleep } from 'node:timers/promises'

/** Far above any wait of the tests: only a broken bank gets here. */
const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 25

type Falsy = false | undefined | null | '' | 0

/** Looks again and again until the result is truthy, and returns it. */
export async function eventually<T>(what: string, look: () => Promise<T> | T): Promise<Exclude<T, Falsy>> {
  const deadlineAt = performance.now() + PATIENCE_MS
  for (;;) {
    const result = await look()
    if (result) return result as Exclude<T, Falsy>
    if (performance.now() > deadlineAt) throw new Error(`it never happened: ${what}`)
    await sleep(LOOK_AGAIN_MS)
  }
}
