import { registry } from '../../core/payment-methods/index.ts'
import { findForbiddenNames } from '../../core/payment-methods/json-object.ts'
import type { PaymentMethod } from '../../core/payment-methods/payment-method.ts'
import { readAmount, readReference } from '../../core/payment-methods/read-basics.ts'
import { chooseMethod } from '../../core/payment-methods/registry.ts'
import { collectSent, type KnownNames, type Notes } from '../../core/payment-methods/sent-fields.ts'
import { present } from '../../core/values/assert.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { withdrawalReferenceLengthMax } from './rules/withdrawal-reference.ts'

export interface WithdrawalRequest {
  method: PaymentMethod
  reference: string
  /** Minor units; undefined for all that is available, less the fee. */
  amountMinor: bigint | undefined
}

const known: KnownNames = { fieldNames: new Set(['service_code', 'reference', 'amount']), aliases: new Map() }

/** Reads the body of a withdrawal. Throws `validation_failed` with every wrong field. */
export function readWithdrawalBody(body: Record<string, unknown>): {
  request: WithdrawalRequest
  warnings: readonly FieldProblem[]
} {
  const notes: Notes = { problems: findForbiddenNames(body), warnings: [] }
  const choice = chooseMethod(body, 'payout', registry)
  if ('problem' in choice) throw new Problem('validation_failed', { fields: [choice.problem, ...notes.problems] })
  const sent = present(collectSent(body, 'plain', { registry: known, notes }), 'the fields of a flat body')
  const reference = readReference(sent, 'plain', notes)
  if (reference !== undefined && reference.length > withdrawalReferenceLengthMax) {
    const values = { field: 'reference', length: reference.length, max: withdrawalReferenceLengthMax }
    notes.problems.push({ code: 'too_long', param: 'reference', message: say('field.too_long', values) })
  }
  const amountMinor = sent.fields.has('amount') ? readAmount(sent, choice.method, notes) : all(body, notes)
  if (notes.problems.length > 0 || reference === undefined) {
    throw new Problem('validation_failed', { fields: notes.problems })
  }
  return { request: { method: choice.method, reference, amountMinor }, warnings: notes.warnings }
}

/** Without an amount everything leaves, so it is left out on purpose or not at all, as of a refund. */
function all(body: Record<string, unknown>, { problems, warnings }: Notes): undefined {
  if (Object.hasOwn(body, 'amount')) {
    problems.push({ code: 'required', param: 'amount', message: say('withdrawal.blank_amount', { field: 'amount' }) })
  }
  for (const { code, param } of warnings) {
    if (code !== 'unknown_field') continue
    problems.push({ code, param, message: say('withdrawal.unknown_field', { field: param }) })
  }
}
