import type { Bank } from '../identifiers/banks.ts'
import { bankOf } from '../payment-methods/account-fields.ts'
import { amountMaxOf } from '../payment-methods/payment-method.ts'
import { type ReadOptions, type Refusal, readPayin, readPayout } from '../payment-methods/read-request.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { say } from '../texts/messages/say.ts'
import type { Caller } from '../values/caller.ts'
import type { CurrencyCode } from '../values/currency.ts'
import { type FieldProblem, Problem } from '../values/problem.ts'

/** The result of checking a request by the rules of a live point. Nothing is created. */
export type Validation = ValidRequest | { valid: false; refusal: Refusal }

export interface ValidRequest {
  valid: true
  operation: 'payin' | 'payout'
  serviceCode: string
  amountMinor: bigint
  currency: CurrencyCode
  /** The largest amount of the service code. */
  amountMinorMax: bigint
  reference: string
  /** When the pay-in would expire; null for payouts. */
  expiresAt: Date | null
  /** Normalised values in the spec's names; never a card number, security code or expiry date. */
  details: Readonly<Record<string, string>>
  /** The bank in the account number, if the number has one and the bank is in the list. */
  bank: Bank | null
  /** Findings that do not refuse the request. */
  warnings: readonly FieldProblem[]
}

/**
 * Validates the body of a pay-in or payout that also has `operation`, always by the strict rules (contract section 5).
 * Throws `validation_failed` where `operation` itself is missing or wrong.
 */
export function validateRequest(
  deps: Pick<PlatformDeps, 'clock'>,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Validation {
  const { operation, ...request } = body
  const { requireHttpsRedirect } = caller.point
  const options: ReadOptions = { checks: 'strict', now: deps.clock.now(), requireHttpsRedirect }
  const result = read(operation, request, options)
  if (!result.ok) return { valid: false, refusal: result }
  const wanted = result.request
  if (wanted.operation === 'payin') wanted.card?.secret.forget()
  return {
    valid: true,
    operation: wanted.operation,
    serviceCode: wanted.serviceCode,
    amountMinor: wanted.amountMinor,
    currency: wanted.currency,
    amountMinorMax: amountMaxOf(wanted.method),
    reference: wanted.reference,
    expiresAt: wanted.operation === 'payin' ? wanted.expiresAt : null,
    details: wanted.details,
    bank: bankOf(wanted.method.country, wanted.details),
    warnings: result.warnings,
  }
}

function read(operation: unknown, request: Readonly<Record<string, unknown>>, options: ReadOptions) {
  if (operation === 'payin') return readPayin(request, options)
  if (operation === 'payout') return readPayout(request, options)
  const code = operation === undefined ? 'required' : 'not_allowed'
  const message = say('payment.operation')
  throw new Problem('validation_failed', { fields: [{ code, param: 'operation', message }] })
}
