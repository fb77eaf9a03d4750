import { randomBytes } from 'node:crypto'
import { newCallbackNumber } from '../../src/core/callbacks/rules/callback-signature.ts'
import { systemClock } from '../../src/core/platform/clock/clock.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { type Bench, shopOf } from './bench-world.ts'
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
  const found = await bench.db.query<Record<string, unknown>>(
    `select t.*, a.kind as attempt_kind, a.execute_before, a.outcome_detail, e.body_template as template
      from transactions t left join attempts a on a.transaction_id = t.id
        left join callback_events e on e.transaction_id = t.id
      where t.id = $1`,
    [JSON.parse(reply).data.transaction_id],
  )
  const made = found.rows[0] ?? {}
  return {
    ...made,
    instructions: JSON.stringify(made['instructions']),
    details: JSON.stringify(made['details']),
    outcome_detail: JSON.stringify(made['outcome_detail']),
    status: 'PENDING',
    reason: made['attempt_kind'] === 'submit' ? 'submitted' : made['reason'],
    new_status: made['status'],
    new_reason: made['reason'],
  }
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
