import { setTimeout as sleep } from 'node:timers/promises'

/** The pause between two looks grows: what is there at once is seen at once, and a long wait takes little of the processor. */
const lookAgainMs = { first: 20, factor: 1.25, max: 300 }

/** How long something may take before a test fails; long, because nobody waits for what comes on a machine that is busy. */
const patienceMs = 60_000

/** Asks again until `look` returns something, or throws its last error. */
export async function eventually<T>(
  look: () => Promise<T | undefined> | T | undefined,
  what: string,
  maxMs = patienceMs,
): Promise<T> {
  const deadline = performance.now() + maxMs
  let lastError: unknown
  let pauseMs = lookAgainMs.first
  while (performance.now() < deadline) {
    try {
      const found = await look()
      if (found !== undefined) return found
    } catch (error) {
      lastError = error
    }
    await sleep(pauseMs)
    pauseMs = Math.min(pauseMs * lookAgainMs.factor, lookAgainMs.max)
  }
  throw new Error(`this never came: ${what}`, { cause: lastError })
}

/** Takes `step` for as long as `isLeft` says so. Throws when that lasts too long. */
export async function repeatWhile(
  isLeft: () => Promise<boolean> | boolean,
  step: () => Promise<unknown>,
  what: string,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (await isLeft()) {
    if (performance.now() > deadline) throw new Error(`this never ended: ${what}`)
    await step()
  }
}

/** Does `work`, which says how much it did, until nothing is left. Throws when that lasts too long. */
export async function workOff(work: () => Promise<number>): Promise<void> {
  let done = 1
  await repeatWhile(
    () => done > 0,
    async () => {
      done = await work()
    },
    'work that is left',
  )
}
