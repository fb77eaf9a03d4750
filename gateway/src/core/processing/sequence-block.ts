import type { Database } from '../platform/database/database.ts'
import { takeSequenceBlock } from './store/routes.ts'

/** Order numbers per block: one round trip per thousand orders. A restart leaves at most this many unused. */
const blockSize = 1_000n

/** Returns order numbers that are unique in the deployment, from blocks reserved by this process. */
export function sequenceBlock(database: Database): () => Promise<bigint> {
  let next = 0n
  let end = 0n
  let loading: Promise<void> | undefined
  const load = async () => {
    const first = await takeSequenceBlock(database.engine)
    next = first
    end = first + blockSize
  }
  return async () => {
    while (next >= end) {
      loading ??= load().finally(() => {
        loading = undefined
      })
      await loading
    }
    return next++
  }
}
