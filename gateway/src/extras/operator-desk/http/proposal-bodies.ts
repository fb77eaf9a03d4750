import { z } from 'zod'
import { velocityKinds } from '../../../core/cards/rules/card-velocity.ts'
import { present } from '../../../core/values/assert.ts'
import { type CurrencyCode, currencyDecimals } from '../../../core/values/currency.ts'
import { Problem } from '../../../core/values/problem.ts'
import { payTypes } from '../../../core/values/status.ts'
import { plainField, uuidField } from '../../../core/web/operator-query.ts'
import { fieldsOfIssues } from '../../../core/web/query-problems.ts'
import type { BankAction } from '../../bank-accounts/bank-actions.ts'
import type { LoweringChanges } from '../../point-settings/set-point-settings.ts'
import type { ActionName, ProposedAction } from '../proposed-action.ts'

/** Decimal text. The use case checks the currency's decimals. */
const amount = z.string().regex(/^\d{1,15}(\.\d{1,2})?$/, 'must be a plain decimal number such as 1250.50')
const signedAmount = z.string().regex(/^-?\d{1,15}(\.\d{1,2})?$/, 'must be a decimal number such as 20.50 or -20.50')
const currency = z.enum(Object.keys(currencyDecimals) as [CurrencyCode, ...CurrencyCode[]])
const limit = amount.nullable()
const count = z.number().int().min(0).max(999_999).nullable()
const code = z.string().min(1).max(60)

const about = { transaction: z.object({ transaction_id: uuidField }), point: z.object({ point_id: uuidField }) }

const confirm = about.transaction.extend({
  amount,
  bank_reference: plainField(100).optional(),
  sender_document: plainField(64).optional(),
})
const fund = about.point.extend({ currency, amount: signedAmount })
const overdraft = about.point.extend({ currency, amount })
const limits = about.point.extend({ currency, single: limit, daily: limit, approval_above: limit })
const terms = about.point.extend({
  pay_type: z.enum(payTypes),
  service_code: code,
  percent: z.string().regex(/^\d{1,3}(\.\d{1,4})?$/, 'must be a number such as 1.25, up to 4 decimals'),
  fixed: amount.default('0'),
  release_days: z.number().int().min(0).max(365).nullable().default(null),
})
const policies = about.point.extend({
  late: z.enum(['accept_late', 'hold']).optional(),
  overpaid: z.enum(['accept', 'hold']).optional(),
  payer_mismatch: z.enum(['accept_flagged', 'hold']).optional(),
  reversal: z.enum(['keep_completed', 'error']).optional(),
  returned_fee: z.enum(['keep', 'give_back']).optional(),
})
const cardLimits = about.point.extend({
  kind: z.enum(velocityKinds),
  attempts_hour: count,
  declines_hour: count,
  attempts_day: count,
  declines_day: count,
})
const lowered = about.point.extend({
  identifier_checks: z.literal('lenient').optional(),
  require_signed_payouts: z.literal(false).optional(),
  require_https_redirect: z.literal(false).optional(),
  rate_limit_per_second: z.number().int().min(1).max(100_000).nullable().optional(),
  failed_payout_reply: z.literal('success').optional(),
})
const person = z.object({ email: plainField(254) })
const deposit = z.object({
  service_code: code,
  beneficiary: plainField(200),
  number: plainField(100).optional(),
  bank: plainField(200).optional(),
  type: plainField(60).optional(),
  doc_id: plainField(60).optional(),
  pix_key: plainField(100).optional(),
  city: plainField(15).optional(),
  phone: plainField(30).optional(),
})

type Reader = (fields: unknown) => ProposedAction

/** Files and folders lie at the machine, so what concerns them is proposed there. */
type ReadAction = Exclude<ActionName, BankAction['action']>

const readers: Readonly<Record<ReadAction, Reader>> = {
  confirm: (fields) => {
    const read = parsed(confirm, fields)
    return {
      action: 'confirm',
      transactionId: read.transaction_id,
      amount: read.amount,
      ...(read.bank_reference === undefined ? {} : { bankReference: read.bank_reference }),
      ...(read.sender_document === undefined ? {} : { senderDocument: read.sender_document }),
    }
  },
  fail: aboutTransaction('fail'),
  suspense_accept: aboutTransaction('suspense_accept'),
  suspense_return: aboutTransaction('suspense_return'),
  close_attention: aboutTransaction('close_attention'),
  fund: funding('fund'),
  correction: funding('correction'),
  overdraft: (fields) => {
    const read = parsed(overdraft, fields)
    return { action: 'overdraft', pointId: read.point_id, currency: read.currency, amount: read.amount }
  },
  payout_limits: (fields) => {
    const { point_id: pointId, approval_above: approvalAbove, ...read } = parsed(limits, fields)
    return { action: 'payout_limits', pointId, approvalAbove, ...read }
  },
  terms: (fields) => {
    const read = parsed(terms, fields)
    return {
      action: 'terms',
      pointId: read.point_id,
      payType: read.pay_type,
      serviceCode: read.service_code,
      percent: read.percent,
      fixed: read.fixed,
      releaseDays: read.release_days,
    }
  },
  policies: policiesOf,
  card_limits: (fields) => {
    const read = parsed(cardLimits, fields)
    return {
      action: 'card_limits',
      pointId: read.point_id,
      kind: read.kind,
      limits: {
        attemptsHour: read.attempts_hour,
        declinesHour: read.declines_hour,
        attemptsDay: read.attempts_day,
        declinesDay: read.declines_day,
      },
    }
  },
  point_settings: (fields) => {
    const { point_id: pointId, ...read } = parsed(lowered, fields)
    const changes: LoweringChanges = {
      ...(read.identifier_checks === undefined ? {} : { identifierChecks: read.identifier_checks }),
      ...(read.require_signed_payouts === undefined ? {} : { requireSignedPayouts: read.require_signed_payouts }),
      ...(read.require_https_redirect === undefined ? {} : { requireHttpsRedirect: read.require_https_redirect }),
      ...(read.rate_limit_per_second === undefined ? {} : { rateLimitPerSecond: read.rate_limit_per_second }),
      ...(read.failed_payout_reply === undefined ? {} : { failedPayoutReply: read.failed_payout_reply }),
    }
    return { action: 'point_settings', pointId, changes }
  },
  second_factor_reset: (fields) => ({ action: 'second_factor_reset', email: parsed(person, fields).email }),
  deposit_account: (fields) => {
    const { service_code: serviceCode, doc_id: docId, pix_key: pixKey, ...read } = parsed(deposit, fields)
    return { action: 'deposit_account', serviceCode, docId, pixKey, ...read }
  },
}

export const proposalBody = z.object({
  action: z.enum(Object.keys(readers) as [ReadAction, ...ReadAction[]]),
  transaction_id: uuidField.optional(),
  point_id: uuidField.optional(),
  input: z.record(z.string().max(40), z.unknown()).default({}),
  evidence: z.string().max(2_000).default(''),
  operation_id: uuidField.optional(),
})

/** Reads a proposal from a body. Throws `validation_failed` with every wrong field. */
export function proposedOf({ action, input, transaction_id, point_id }: z.output<typeof proposalBody>): ProposedAction {
  return present(readers[action], 'a reader')({ ...input, transaction_id, point_id })
}

function parsed<Schema extends z.ZodObject>(schema: Schema, fields: unknown): z.output<Schema> {
  const read = schema.safeParse(fields)
  if (read.success) return read.data
  throw new Problem('validation_failed', { fields: fieldsOfIssues(read.error.issues) })
}

function aboutTransaction(action: 'fail' | 'suspense_accept' | 'suspense_return' | 'close_attention'): Reader {
  return (fields) => ({ action, transactionId: parsed(about.transaction, fields).transaction_id })
}

function funding(action: 'fund' | 'correction'): Reader {
  return (fields) => {
    const read = parsed(fund, fields)
    return { action, pointId: read.point_id, currency: read.currency, amount: read.amount }
  }
}

function policiesOf(fields: unknown): ProposedAction {
  const {
    point_id: pointId,
    payer_mismatch: payerMismatch,
    returned_fee: returnedFee,
    ...read
  } = parsed(policies, fields)
  const given = Object.entries({ ...read, payerMismatch, returnedFee }).filter(([, value]) => value !== undefined)
  if (given.length > 0) return { action: 'policies', pointId, policies: Object.fromEntries(given) }
  const message = 'name at least one policy'
  throw new Problem('validation_failed', { fields: [{ code: 'required', param: 'late', message }] })
}
