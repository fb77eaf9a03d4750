import type { Order } from '../connectors/connector.ts'
import type { Database } from '../platform/database/database.ts'
import { say } from '../texts/messages/say.ts'
import type { Caller } from '../values/caller.ts'
import { Problem } from '../values/problem.ts'
import { newOrder, nextRoute, type Routed, routeFor, type Wanted } from './create-transaction.ts'
import type { ProcessingDeps } from './deps.ts'
import { takeSequenceBlock } from './store/routes.ts'

/** Further draws where another process has written the same reference in between. */
const drawsMax = 5

/** An order, the account that takes it, and the reference by which statements name it; `refused`: there is none. */
export interface Placed {
  routed: Routed
  order: Order
  reference: string | undefined
  refused: Problem | undefined
}

/**
 * A new order of a request on its only account, or on the first account by route that has a free reference. Throws what
 * `routeFor` throws.
 */
export async function placeOrder(deps: ProcessingDeps, caller: Caller, wanted: Wanted): Promise<Placed> {
  const { request, only } = wanted
  const full: string[] = []
  let routed = only ?? (await routeFor(deps, caller, request))
  for (;;) {
    const order = await newOrder(deps, caller, { routed, ...wanted })
    const isOfLink = wanted.columns?.payment_link_id != null
    const drawn = await drawReference(deps, { routed, order, isOfLink })
    if (!drawn.isFull) return { routed, order, ...drawn }
    full.push(routed.account.id)
    const next = only ? undefined : await nextRoute(deps, caller, request, full)
    if (!next) return { routed, order, ...drawn }
    routed = next
  }
}

/** A free reference of the account, where its connector draws them. */
async function drawReference(
  { database }: Pick<ProcessingDeps, 'database'>,
  { routed: { account, connector }, order, isOfLink }: { routed: Routed; order: Order; isOfLink: boolean },
): Promise<Pick<Placed, 'reference' | 'refused'> & { isFull: boolean }> {
  const drawn = await connector.drawReference?.(order, { account, db: database.engine, isOfLink })
  const none = { reference: undefined, refused: undefined, isFull: false }
  switch (drawn?.kind) {
    case undefined:
      return none
    case 'drawn':
      return { ...none, reference: drawn.reference }
    case 'over_share': {
      const message = say('reference.share_held', { max: drawn.max })
      return { ...none, refused: new Problem('too_many_open', { message }) }
    }
    case 'full':
      return { ...none, refused: noReference(), isFull: true }
  }
}

/** Creates with a drawn reference, and again with another one where somebody else has written it since. */
export async function againWhereTaken<T>(create: () => Promise<T>): Promise<T> {
  for (let draws = 1; ; draws++) {
    try {
      return await create()
    } catch (error) {
      if (!isTakenReference(error)) throw error
      if (draws > drawsMax) throw noReference()
    }
  }
}

function noReference(): Problem {
  return new Problem('unavailable', { message: say('reference.none_free'), retryAfterSeconds: 60 })
}

function isTakenReference(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'transactions_target_reference'
}

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
