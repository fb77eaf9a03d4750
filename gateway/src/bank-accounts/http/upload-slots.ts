import { Problem } from '../../values/problem.ts'

/** An upload of 10 MB takes a few seconds on most connections. */
const retrySeconds = 5

/** How many files may come at a time. `hold` throws `unavailable` beyond. */
export function uploadSlots(max: number) {
  let inProgress = 0
  return {
    hold: async <T>(work: () => Promise<T>): Promise<T> => {
      if (inProgress >= max) {
        const message = 'Other files are being uploaded: wait a moment.'
        throw new Problem('unavailable', { message, retryAfterSeconds: retrySeconds })
      }
      inProgress += 1
      try {
        return await work()
      } finally {
        inProgress -= 1
      }
    },
  }
}
