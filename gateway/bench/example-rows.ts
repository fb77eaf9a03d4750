import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { newCallbackNumber } from '../src/core/callbacks/rules/callback-signature.ts'
import { systemClock } from '../src/core/platform/clock/clock.ts'
import { uuidV7 } from '../src/core/platform/ids.ts'
import { type Bench, driverPool, shopOf } from './bench-world.ts'
import type { Row } from './limit-statements.ts'

const clock = systemClock()

/** How long a process holds the attempt that it calls with, as the gateway does. */
const leaseMs = 15_000

/** Greater than every number that the gateway gives. */
let sequence = 10n ** 15n

const run = randomBytes(4).toString('hex')
let references = 0

/** A merchant's reference that was not used before. */
export function newReference(): string {
  return `${run}-${references++}`
}

/**
 * The transaction of a reply of the gateway, as the flat row that the limit's statements take: as it was written, and what
 * became of it.
 */
export async function readExample(bench: Bench, reply: string): Promise<Row> {
  const transactionId: string = JSON.parse(reply).data.transaction_id
  const pool = driverPool(bench.world.databaseUrl)
  try {
    const made = await firstRow(pool, 'select * from transactions where id = $1', transactionId)
    const attempts = await pool.query(
      'select kind, outcome_detail, execute_before from attempts where transaction_id = $1',
      [transactionId],
    )
    const attempt = attempts.rows[0] ?? { kind: null, outcome_detail: null, execute_before: null }
    const event = await pool.query('select body_template from callback_events where transaction_id = $1', [
      transactionId,
    ])
    return {
      ...made,
      instructions: JSON.stringify(made['instructions']),
      details: JSON.stringify(made['details']),
      status: 'PENDING',
      reason: attempt.kind === 'submit' ? 'submitted' : made['reason'],
      attempt_kind: attempt.kind,
      execute_before: attempt.execute_before,
      new_status: made['status'],
      new_reason: made['reason'],
      outcome_detail: JSON.stringify(attempt.outcome_detail),
      template: event.rows[0]?.body_template ?? null,
    }
  } finally {
    await pool.end()
  }
}

async function firstRow(pool: pg.Pool, text: string, id: string): Promise<Record<string, unknown>> {
  const found = await pool.query<Record<string, unknown>>(text, [id])
  const row = found.rows[0]
  if (!row) throw new Error(`nothing was found: ${text}`)
  return row
}

/** The same for another request: everything that must be unique is new. */
export function anotherRow(bench: Pick<Bench, 'shops'>, example: Row): Row {
  const now = clock.now()
  const id = uuidV7(now)
  sequence++
  const isCalled = example['attempt_kind'] === 'submit'
  const leaseUntil = isCalled ? new Date(now.getTime() + leaseMs) : null
  return {
    ...example,
    id,
    sequence,
    point_id: shopOf(bench, Number(sequence % 1_000n)).pointId,
    reference: id,
    target_reference: example['target_reference'] === null ? null : `B${sequence}`,
    content_hash: randomBytes(32),
    pay_token: example['pay_token'] === null ? null : randomBytes(16).toString('base64url'),
    attempt_id: uuidV7(now),
    attempt_key: id,
    attempt_state: isCalled ? 'calling' : 'waiting',
    lease_owner: isCalled ? 'driver' : null,
    lease_until: leaseUntil,
    calls: isCalled ? 1 : 0,
    sent_at: isCalled ? now : null,
    next_action_at: leaseUntil ?? now,
    event_id: uuidV7(now),
    api_key: newCallbackNumber(),
  }
}
