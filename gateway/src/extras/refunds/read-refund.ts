import { methodFor } from '../../core/payment-methods/index.ts'
import { findForbiddenNames, mustBe } from '../../core/payment-methods/json-object.ts'
import { type Metadata, readMetadata } from '../../core/payment-methods/metadata.ts'
import { readAmount, readReference } from '../../core/payment-methods/read-basics.ts'
import { collectSent, type KnownNames, type Notes, type Sent } from '../../core/payment-methods/sent-fields.ts'
import type { TransactionRow } from '../../core/processing/rules/transaction.ts'
import { present } from '../../core/values/assert.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { refuseCardNumber } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'

/** The merchant's own words for a refund, in characters. */
export const refundReasonLengthMax = 140

export interface RefundRequest {
  reference: string
  /** Minor units; undefined for all that is left. */
  amountMinor: bigint | undefined
  reason: string | undefined
  metadata: Metadata | undefined
}

const known: KnownNames = { fieldNames: new Set(['reference', 'amount', 'reason', 'metadata']), aliases: new Map() }

/** Reads the body of a refund of this pay-in. Throws `validation_failed` with every wrong field. */
export function readRefund(
  body: Record<string, unknown>,
  payin: TransactionRow,
): { request: RefundRequest; warnings: readonly FieldProblem[] } {
  const notes: Notes = { problems: findForbiddenNames(body), warnings: [] }
  const sent = present(collectSent(body, 'plain', { registry: known, notes }), 'the fields of a flat body')
  const method = present(methodFor(payin.service_code), 'the payment method of a pay-in')
  const reference = readReference(sent, 'plain', notes)
  const amountMinor = sent.fields.has('amount') ? readAmount(sent, method, notes) : allThatIsLeft(body, notes)
  const reason = readReason(sent, notes)
  const metadata = readMetadata(sent, undefined, notes)
  if (notes.problems.length > 0 || reference === undefined) {
    throw new Problem('validation_failed', { fields: notes.problems })
  }
  return { request: { reference, amountMinor, reason, metadata }, warnings: notes.warnings }
}

/**
 * Without an amount everything goes back, so it is left out on purpose or not at all: neither null nor blank, nor under
 * another name, which only warns elsewhere.
 */
function allThatIsLeft(body: Record<string, unknown>, { problems, warnings }: Notes): undefined {
  if (Object.hasOwn(body, 'amount')) {
    problems.push({ code: 'required', param: 'amount', message: say('refund.blank_amount', { field: 'amount' }) })
  }
  for (const { code, param } of warnings) {
    if (code === 'unknown_field') problems.push({ code, param, message: say('refund.unknown_field', { field: param }) })
  }
}

function readReason(sent: Sent, notes: Notes): string | undefined {
  const found = sent.fields.get('reason')
  if (!found) return undefined
  const { value, path: param } = found
  const report = (code: FieldProblem['code'], message: FieldProblem['message']) => {
    notes.problems.push({ code, param, message })
    return undefined
  }
  if (typeof value !== 'string') return report('invalid_type', mustBe('reason', say('json.string'), value))
  const length = [...value].length
  if (length > refundReasonLengthMax) {
    const values = { field: 'reason', length, max: refundReasonLengthMax }
    return report('too_long', say('field.too_long', values))
  }
  if (/[\p{Cc}\p{Cs}]/u.test(value))
    return report('invalid_format', say('field.control_characters', { field: 'reason' }))
  refuseCardNumber(value, 'reason')
  return value
}
