import { setTimeout as sleep } from 'node:timers/promises'
import { webhookId } from '../../../../src/core/callbacks/rules/callback-signature.ts'
import type { OwnDatabase } from '../own-database.ts'

/** One change of status with what became of its delivery. */
export interface TruthEvent {
  webhookId: string
  status: string
  state: string
  attempts: readonly { number: number; error: string | null }[]
}

/** What the gateway's tables say. */
export interface Truth {
  /** By transaction, the events in their order. */
  transactions: ReadonlyMap<string, readonly TruthEvent[]>
}

interface Row {
  id: string
  transaction_id: string
  status: string
  state: string
  attempts: { number: number; error: string | null }[] | null
}

/** Everything that was written about these points. */
export async function readTruth(server: OwnDatabase, pointIds: readonly string[]): Promise<Truth> {
  const rows = await server.query<Row>(
    `select e.id, e.transaction_id, e.status, d.state,
       (select json_agg(json_build_object('number', a.number, 'error', a.error) order by a.started_at)
         from callback_attempts a where a.delivery_id = d.id) as attempts
     from callback_events e join callback_deliveries d on d.event_id = e.id
     where e.point_id = any ($1::uuid[]) order by e.transaction_id, e.seq`,
    [pointIds],
  )
  const transactions = new Map<string, TruthEvent[]>()
  for (const { id, transaction_id: transactionId, status, state, attempts } of rows) {
    const event = { webhookId: webhookId(id), status, state, attempts: attempts ?? [] }
    const known = transactions.get(transactionId)
    if (known) known.push(event)
    else transactions.set(transactionId, [event])
  }
  return { transactions }
}

const lookEveryMs = 250

/** Waits until nothing is on its way to these points any more; false after `maxMs`. */
export async function atRest(server: OwnDatabase, pointIds: readonly string[], maxMs: number): Promise<boolean> {
  const endMs = performance.now() + maxMs
  for (;;) {
    const open = await server.query(
      `select from callback_deliveries where point_id = any ($1::uuid[]) and state in ('pending', 'sending', 'held')
       limit 1`,
      [pointIds],
    )
    if (open.length === 0) return true
    if (performance.now() > endMs) return false
    await sleep(lookEveryMs)
  }
}
