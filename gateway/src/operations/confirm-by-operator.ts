import { formatAmount } from '../domain/money.ts'
import { Problem } from '../domain/problem.ts'
import type { Transaction } from '../domain/transaction.ts'
import { isUuid } from '../lib/ids.ts'
import { writeAudit } from '../store/audit.ts'
import { readAnyTransaction } from '../store/reads/operator.ts'
import { applyOutcomes } from './apply-outcome.ts'
import type { Deps } from './deps.ts'

export interface Confirmation {
  transactionId: string
  /** What arrived in total, or was paid out, in minor units; the ordered amount where omitted. */
  amountMinor?: bigint
  /** What the operator saw: the statement line, the bank's receipt. */
  evidence: string
  operator: string
  senderDocument?: string
}

/**
 * An operator saw at the bank that the money of a live transaction moved. Goes through the same table as every other
 * news, and into the audit log with who and why.
 */
export async function confirmByOperator(
  deps: Pick<Deps, 'database' | 'metrics' | 'log' | 'wake' | 'clock'>,
  confirmation: Confirmation,
): Promise<Transaction> {
  const { transactionId } = confirmation
  const row = isUuid(transactionId) ? await readAnyTransaction(deps.database.engine, transactionId) : undefined
  if (!row) throw new Problem('not_found', { message: 'There is no such transaction.' })
  if (row.environment !== 'live') {
    throw new Problem('not_in_this_state', {
      message: 'Test transactions are decided by the simulated bank, not by an operator.',
    })
  }
  const amountMinor = confirmation.amountMinor ?? row.amount_minor
  if (row.pay_type === 'payout' && amountMinor !== row.amount_minor) {
    throw new Problem('not_in_this_state', {
      message: `This payout is of ${formatAmount(row.amount_minor, row.currency)} ${row.currency}: it is confirmed whole, or not at all.`,
    })
  }
  const [applied] = await applyOutcomes(deps, [
    {
      transactionId,
      news: {
        kind: 'completed',
        creditedMinor: amountMinor,
        ...(confirmation.senderDocument ? { sender: { document: confirmation.senderDocument } } : {}),
      },
      source: 'operator',
      detail: confirmation.evidence,
    },
  ])
  if (!applied?.transaction) throw new Problem('not_found', { message: 'There is no such transaction.' })
  const entry = {
    actor: confirmation.operator,
    action: 'transaction.confirm',
    pointId: row.point_id,
    objectId: row.id,
    detail: { evidence: confirmation.evidence, amountMinor: amountMinor.toString(), result: applied.kind },
  }
  await writeAudit(deps.database.engine, entry, deps.clock.now())
  if (applied.kind === 'moved' || applied.kind === 'noted') return applied.transaction
  const { status, creditedMinor, currency } = applied.transaction
  throw new Problem('not_in_this_state', {
    message: `Nothing was changed: the transaction is ${status}, ${formatAmount(creditedMinor ?? 0n, currency)} ${currency} credited so far. The amount is the total that arrived; money beyond a completed one waits for a person.`,
  })
}
