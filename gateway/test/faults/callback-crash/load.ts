import { setTimeout as sleep } from 'node:timers/promises'
import type { Status } from '../../../src/domain/status.ts'
import { uuidV7 } from '../../../src/lib/ids.ts'
import { insertChange, insertPayin } from '../../support/callback-world.ts'
import type { Random } from '../soak/random.ts'
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
  /** Before each change. */
  gapsMs: readonly number[]
}

/** What happens to a pay-in: most are paid, some too late, some of those go back. */
const stories: readonly (readonly Status[])[] = [
  ['COMPLETED'],
  ['EXPIRED'],
  ['EXPIRED', 'COMPLETED'],
  ['COMPLETED', 'ERROR'],
  ['EXPIRED', 'COMPLETED', 'ERROR'],
]

/** Between two changes: at once, so that the older one is never sent; while that is on its way; or after its end. */
const gapsMs = [
  { min: 0, max: 0 },
  { min: 100, max: 400 },
  { min: 100, max: 400 },
  { min: 400, max: 1_500 },
] as const

/** A database that is away comes back within this. */
const triesMax = 120
const againMs = 250

/** Changes of pay-ins at a steady rate, until there are `events` of them. */
export function createLoad(
  deps: Scene['deps'],
  given: { random: Random; pointIds: readonly string[]; events: number; eventsPerS: number },
): Load {
  const payments = plan(given)
  const told = new Map<string, string[]>()
  let written = 0
  let over = false
  const play = async ({ pointId, statuses, gapsMs }: Payment) => {
    const transactionId = await untilItWorks(async () => await insertPayin(deps, pointId))
    const ids: string[] = []
    told.set(transactionId, ids)
    for (const [index, status] of statuses.entries()) {
      await sleep(gapsMs[index] ?? 0)
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
      const { min, max } = random.pick(gapsMs)
      return random.whole(min, max)
    }
    payments.push({ pointId: random.pick(pointIds), statuses, gapsMs: statuses.map(gap) })
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
