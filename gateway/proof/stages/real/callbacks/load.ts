import { setTimeout as sleep } from 'node:timers/promises'
import { webhookId } from '../../../../src/core/callbacks/rules/callback-signature.ts'
import { uuidV7 } from '../../../../src/core/platform/ids.ts'
import type { Status } from '../../../../src/core/values/status.ts'
import { insertChange, insertPayin } from '../../../../test/support/callback-world.ts'
import type { Random } from '../random.ts'
import type { Merchants } from './merchants.ts'
import type { Scene } from './scene.ts'

export interface Load {
  /** Events whose commit was answered, by transaction, in their order. */
  told: ReadonlyMap<string, readonly string[]>
  /** 0 to 1; 1 as well when it failed. */
  progress(): number
  /** Writes everything; resolves when the last change is committed. */
  run(): Promise<void>
}

interface Payment {
  pointId: string
  statuses: readonly Status[]
  /** Before each change; `on_its_way` = as soon as the merchant is asked about the change before. */
  gaps: readonly (number | 'on_its_way')[]
}

/** What happens to a pay-in: most are paid, some too late, some of those go back. */
const stories: readonly (readonly Status[])[] = [
  ['COMPLETED'],
  ['EXPIRED'],
  ['EXPIRED', 'COMPLETED'],
  ['COMPLETED', 'ERROR'],
  ['EXPIRED', 'COMPLETED', 'ERROR'],
]

/** Between two changes: at once, so that the older one is never sent; while that is on its way; or at any moment. */
const gapKinds = ['none', 'on_its_way', 'on_its_way', 'some'] as const
const gapMaxMs = 1_500

/** A database that is away comes back within this. */
const triesMax = 120
const againMs = 250

/** Changes of pay-ins at a steady rate, until there are `events` of them. */
export function createLoad(
  deps: Scene['deps'],
  given: { random: Random; merchants: Merchants; events: number; eventsPerS: number },
): Load {
  const payments = plan({ ...given, pointIds: given.merchants.pointIds })
  const told = new Map<string, string[]>()
  let written = 0
  let over = false
  const play = async ({ pointId, statuses, gaps }: Payment) => {
    const transactionId = await untilItWorks(async () => await insertPayin(deps, pointId))
    const ids: string[] = []
    told.set(transactionId, ids)
    for (const [index, status] of statuses.entries()) {
      const gap = gaps[index] ?? 0
      const before = ids.at(-1)
      if (gap !== 'on_its_way') await sleep(gap)
      else if (before !== undefined) await given.merchants.arrival(webhookId(before), gapMaxMs)
      const id = uuidV7(deps.clock.now())
      await untilItWorks(async (again) => {
        // The connection may break after the commit and before its answer.
        if (again && (await isWritten(deps, id))) return
        await insertChange(deps, { pointId, transactionId, status, id })
      })
      ids.push(id)
      written++
    }
  }
  return {
    told,
    progress: () => (over ? 1 : Math.min(1, written / given.events)),
    run: async () => {
      const startedMs = performance.now()
      const playing: Promise<void>[] = []
      let events = 0
      for (const payment of payments) {
        const dueMs = startedMs + (events / given.eventsPerS) * 1_000
        if (dueMs > performance.now()) await sleep(dueMs - performance.now())
        playing.push(play(payment))
        events += payment.statuses.length
      }
      await Promise.all(playing).finally(() => {
        over = true
      })
    },
  }
}

function plan(given: { random: Random; pointIds: readonly string[]; events: number }): Payment[] {
  const { random, pointIds } = given
  const payments: Payment[] = []
  for (let events = 0; events < given.events; ) {
    const statuses = random.pick(stories)
    const gap = () => {
      const kind = random.pick(gapKinds)
      if (kind === 'on_its_way') return kind
      return kind === 'none' ? 0 : random.whole(0, gapMaxMs)
    }
    payments.push({ pointId: random.pick(pointIds), statuses, gaps: statuses.map(gap) })
    events += statuses.length
  }
  return payments
}

async function untilItWorks<T>(work: (again: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries > 1)
    } catch (error) {
      if (tries >= triesMax) throw error
      await sleep(againMs)
    }
  }
}

async function isWritten({ database }: Scene['deps'], id: string): Promise<boolean> {
  return (await database.engine.query('select from callback_events where id = $1', [id])).rowCount === 1
}
