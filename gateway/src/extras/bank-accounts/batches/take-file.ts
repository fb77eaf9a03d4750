import { createHash } from 'node:crypto'
import { auditOf, writeAudit } from '../../../core/audit/write-audit.ts'
import { inTransaction } from '../../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import type { SecretPlace } from '../../../core/platform/secret-box.ts'
import type { OperatorActor } from '../../../core/values/actor.ts'
import { assert } from '../../../core/values/assert.ts'
import { Problem } from '../../../core/values/problem.ts'
import { say } from '../messages/en.ts'
import { type BatchRow, lockEndedOf, markHandedOver, readBatchBox } from '../store/batches.ts'

/** Where the bytes of a file are sealed. */
export function boxPlace(batchId: string): SecretPlace {
  return { table: 'payment_batches', column: 'content_box', rowId: batchId }
}

/** The bytes of a file, or undefined where they were removed. Throws where they are not those that were agreed to. */
export function openFile(
  { secretBox }: Pick<PlatformDeps, 'secretBox'>,
  { id, sha256, content_box: box }: { id: string; sha256: Buffer; content_box: Buffer | null },
): Buffer | undefined {
  if (box === null) return undefined
  const bytes = Buffer.from(secretBox.open(box, boxPlace(id)), 'base64')
  assert(createHash('sha256').update(bytes).digest().equals(sha256), 'a payment file is the one that was agreed to')
  return bytes
}

/**
 * Hands a file out. The commit that says so, with its audit entry, is done before this returns: whoever reads the state knows
 * that the bank may have it. Throws `not_in_this_state` where it is cancelled, a payout was released from it, one of them ended
 * before the first time, or its bytes were removed.
 */
export async function takeFile(
  deps: Pick<PlatformDeps, 'database' | 'clock' | 'secretBox'>,
  { id, number, sha256 }: Pick<BatchRow, 'id' | 'number' | 'sha256'>,
  by: OperatorActor,
): Promise<Buffer> {
  const { engine } = deps.database
  const bytes = openFile(deps, { id, sha256, content_box: await readBatchBox(engine, id) })
  if (!bytes) throw new Problem('not_in_this_state', { message: say('batch.bytes_removed') })
  await inTransaction(engine, async (tx) => {
    const ended = await lockEndedOf(tx, id)
    const taken = await markHandedOver(tx, { id, by: by.name, now: deps.clock.now() })
    if (!taken) throw new Problem('not_in_this_state', { message: say('batch.is_cancelled') })
    if (taken === 'first' && ended > 0) throw new Problem('not_in_this_state', { message: say('batch.paid_besides') })
    const detail = { number, sha256: sha256.toString('hex'), ...(taken === 'first' && { handed_over: true }) }
    await writeAudit(
      tx,
      auditOf(by, 'payment_batch.download', { objectId: id, merchantId: null, detail }),
      deps.clock.now(),
    )
  })
  return bytes
}
