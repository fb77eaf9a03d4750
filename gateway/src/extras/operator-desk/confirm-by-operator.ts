import type { DualApproval } from '../../core/audit/dual-approval.ts'
import { moneyText } from '../../core/audit/rules/audit-money.ts'
import type { Db } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { ApplyDeps } from '../../core/processing/apply-outcome.ts'
import type { StatusUpdate } from '../../core/processing/rules/state.ts'
import type { Transaction, TransactionRow } from '../../core/processing/rules/transaction.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import { formatAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseWhileLive } from '../bank-accounts/batches/make-batch.ts'
import { linkConfirmedLine } from '../bank-accounts/match-lines.ts'
import { applyManually } from './apply-manually.ts'
import { requireRow } from './list-for-operator.ts'
import { say } from './messages/en.ts'

export interface Confirmation extends DualApproval {
  transactionId: string
  /** Total received or paid out, in minor units. Default: the ordered amount. */
  amountMinor?: bigint
  /** The operator's evidence: the statement line, the bank's receipt. */
  evidence: string
  /**
   * The bank's own id of the statement line. Required for pay-ins: two orders may have the same payer reference, but
   * not the same line.
   */
  bankReference?: string
  senderDocument?: string
}

/**
 * An operator confirms with evidence from the bank that the money of a live transaction moved. Goes through the state
 * table and writes an audit entry. More money after COMPLETED goes to suspense. A statement line confirms one
 * transaction of its connector account, and is linked to it. Throws `validation_failed`, `not_found` or `not_in_this_state`.
 */
export async function confirmByOperator(
  deps: ApplyDeps & Pick<PlatformDeps, 'clock'>,
  confirmation: Confirmation,
): Promise<Transaction> {
  const row = await requireLive(deps, confirmation.transactionId)
  const amountMinor = confirmation.amountMinor ?? row.amount_minor
  const blocked = wholeOnly(row, amountMinor)
  if (blocked) throw new Problem('not_in_this_state', { message: blocked })
  const { senderDocument } = confirmation
  const bankReference = bankReferenceOf(row, confirmation.bankReference)
  const update: StatusUpdate =
    row.status === 'ERROR'
      ? { kind: 'operator_completed', creditedMinor: amountMinor }
      : {
          kind: 'completed',
          creditedMinor: amountMinor,
          ...(senderDocument ? { sender: { document: senderDocument } } : {}),
        }
  const detail = { amount: moneyText(amountMinor, row.currency) }
  const action = 'transaction.confirm'
  const confirmed = await applyManually(deps, { row, update, by: confirmation, action, detail, bankReference })
  if (bankReference !== undefined) await linkConfirmedLine(deps, bankReference)
  return confirmed
}

/** Why this amount of a payout or refund cannot be confirmed. */
export function wholeOnly(
  { pay_type, amount_minor, currency }: TransactionRow,
  amountMinor: bigint,
): Message | undefined {
  if (pay_type === 'payin' || amountMinor === amount_minor) return undefined
  return say('confirm.whole', { amount: formatAmount(amount_minor, currency), currency })
}

/** Banks print at most 35 characters. The operator may add bank and day. */
const bankReferenceLengthMax = 100

/** The normalised id of the statement line; undefined only for payouts and refunds. Throws `validation_failed`. */
export function bankReferenceOf(row: TransactionRow, text: string | undefined): string | undefined {
  const bankReference = text?.trim().replace(/\s+/g, ' ') ?? ''
  if (bankReference === '' && row.pay_type !== 'payin') return undefined
  const plain = bankReference.length <= bankReferenceLengthMax && !/\p{Cc}|\p{Cs}/u.test(bankReference)
  // Lines are compared without separators and leading zeros, so another character must remain.
  if (plain && /[A-Za-z1-9]/.test(bankReference)) return bankReference
  const message = say('confirm.bank_reference', { field: 'bank_reference', max: bankReferenceLengthMax })
  const code = bankReference === '' ? 'required' : 'invalid_format'
  throw new Problem('validation_failed', { fields: [{ code, param: 'bank_reference', message }] })
}

export interface Failure extends DualApproval {
  transactionId: string
  evidence: string
}

/**
 * Two operators are certain that a live transaction with unknown outcome was not executed: ERROR `not_executed`. Refused while it
 * stands in a payment batch, because the bank may pay it.
 */
export async function failByOperator(deps: ApplyDeps, failure: Failure): Promise<Transaction> {
  const row = await requireLive(deps, failure.transactionId)
  const update = { kind: 'rejected', reason: 'not_executed' } as const
  const guard = async (tx: Db) => await refuseWhileLive(tx, row.id)
  return await applyManually(deps, { row, update, by: failure, action: 'transaction.fail', guard })
}

async function requireLive(deps: ApplyDeps, transactionId: string): Promise<TransactionRow> {
  const row = await requireRow(deps.database.engine, transactionId)
  if (row.environment === 'live') return row
  throw new Problem('not_in_this_state', {
    message: say('operator.test_transaction'),
  })
}
