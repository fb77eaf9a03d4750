import { z } from 'zod'
import { upperAscii } from '../../identifiers/digits.ts'
import { methodFor, registry } from '../../payment-methods/index.ts'
import { metadataLimits } from '../../payment-methods/metadata.ts'
import { type ReadResult, readPayin, readPayout } from '../../payment-methods/read-request.ts'
import { hintOfCodes } from '../../payment-methods/registry.ts'
import { isUuid } from '../../platform/ids.ts'
import { type Key, type Message, say } from '../../texts/messages/say.ts'
import type { Caller } from '../../values/caller.ts'
import { Problem } from '../../values/problem.ts'
import { payTypes, statuses } from '../../values/status.ts'
import { parseInstant } from '../../values/timestamps.ts'
import { cursorField, instant, limitField, startOf } from '../../web/list-query.ts'
import { issueSaying } from '../../web/query-problems.ts'
import { payerReferenceLengthMax } from '../give-payer-reference.ts'
import type { ListFilters } from '../list-transactions.ts'

/** References have no control characters, and the database refuses some of them. */
const plainText = /^[^\p{Cc}\p{Cs}]*$/u

/** The longest reference of the contract. */
const referenceLengthMax = 255

type ReadRequest<Request> = { request: Request; warnings: Extract<ReadResult<Request>, { ok: true }>['warnings'] }

/** Reads the body of a pay-in under the rules of the caller's point; throws with every wrong field. */
export function payinOf(body: unknown, caller: Caller, now: Date) {
  return accepted(readPayin(body, rulesOf(caller, now)))
}

/** Reads the body of a payout under the rules of the caller's point; throws with every wrong field. */
export function payoutOf(body: unknown, caller: Caller, now: Date) {
  return accepted(readPayout(body, rulesOf(caller, now)))
}

/**
 * The refusal with all wrong fields. `unknown_service_code` is the only field problem then: no other field can be
 * checked without the code.
 */
export function problemOfRefusal(refusal: Extract<ReadResult<never>, { ok: false }>): Problem {
  const [first] = refusal.problems
  if (first?.code === 'unknown_service_code') {
    return new Problem('unknown_service_code', { message: first.message, param: first.param, fields: refusal.problems })
  }
  const hints = refusal.warnings.length > 0 ? { facts: { warnings: refusal.warnings } } : {}
  return new Problem('validation_failed', { fields: refusal.problems, ...hints })
}

/** Query of `GET /api/v1/payments`. */
export const listQuery = z.object({
  reference: z.string().min(1).max(referenceLengthMax).regex(plainText).optional().describe('Exactly this reference'),
  status: z.enum(statuses).optional().describe('Only transactions in this status'),
  pay_type: z.enum(payTypes).optional().describe('Only pay-ins or only payouts'),
  service_code: z
    .string()
    .superRefine((code, context) => {
      if (methodFor(plainCode(code)) === undefined) context.addIssue(issueSaying(unknownCode(code)))
    })
    .optional()
    .describe('Only this method'),
  payer_reference: z
    .string()
    .min(1)
    .max(payerReferenceLengthMax)
    .regex(plainText)
    .optional()
    .describe('Only pay-ins whose payer gave exactly this bank reference'),
  payment_link_id: z
    .string()
    .refine(isUuid, { message: 'query.link_id' satisfies Key })
    .optional()
    .describe('Only pay-ins of this payment link'),
  metadata_key: z
    .string()
    .min(1)
    .max(metadataLimits.keyLength)
    .regex(plainText)
    .optional()
    .describe('Only transactions with a note of this key and the value of metadata_value'),
  metadata_value: z.string().max(metadataLimits.valueLength).regex(plainText).optional().describe('With metadata_key'),
  text: z
    .string()
    .trim()
    .min(1)
    .max(referenceLengthMax)
    .regex(plainText)
    .optional()
    .describe(
      'Only transactions with this text: words of a name in any order, without case and accents, each whole or its beginning; a document; a reference or its beginning; an id, or its first eight characters or more; an amount as people write it, such as 1.234,56 or 1,234.56',
    ),
  created_from: instant.optional().describe('Created at or after this instant, ISO 8601; UTC where no zone is given'),
  created_to: instant.optional().describe('Created before this instant; a date alone means the end of that day'),
  limit: limitField().describe('Items a page'),
  cursor: cursorField.describe('next_cursor of the page before'),
})

function plainCode(code: string): string {
  return upperAscii(code.trim())
}

/** The sent code is not repeated. */
function unknownCode(code: string): Message {
  const codes = registry.methods.map((method) => method.code)
  return say('service.none', { hint: hintOfCodes(code, codes) })
}

export type ListQuery = z.output<typeof listQuery>

/** Maps wire names to the operation's names. Throws Problem `validation_failed` for half a note. */
export function filtersOf(query: ListQuery): ListFilters {
  const metadata = noteOf(query)
  const createdFrom = query.created_from === undefined ? undefined : startOf(query.created_from)
  const createdTo = query.created_to === undefined ? undefined : parseInstant(query.created_to)
  return {
    limit: query.limit,
    ...(query.reference !== undefined && { reference: query.reference }),
    ...(query.status !== undefined && { status: query.status }),
    ...(query.pay_type !== undefined && { payType: query.pay_type }),
    ...(query.service_code !== undefined && { serviceCode: plainCode(query.service_code) }),
    ...(query.payer_reference !== undefined && { payerReference: query.payer_reference }),
    ...(query.payment_link_id !== undefined && { paymentLinkId: query.payment_link_id }),
    ...(metadata && { metadata }),
    ...(query.text !== undefined && { text: query.text }),
    ...(createdFrom && { createdFrom }),
    ...(createdTo && { createdTo }),
    ...(query.cursor !== undefined && { cursor: query.cursor }),
  }
}

function noteOf({ metadata_key: key, metadata_value: value }: ListQuery): ListFilters['metadata'] {
  if (key !== undefined && value !== undefined) return { key, value }
  if (key === undefined && value === undefined) return undefined
  const param = key === undefined ? 'metadata_key' : 'metadata_value'
  const message = say('metadata.both', { field: param })
  throw new Problem('validation_failed', { message, fields: [{ code: 'required', param, message }] })
}

function rulesOf(caller: Caller, now: Date) {
  return { checks: caller.point.identifierChecks, now, requireHttpsRedirect: caller.point.requireHttpsRedirect }
}

function accepted<Request>(result: ReadResult<Request>): ReadRequest<Request> {
  if (result.ok) return result
  throw problemOfRefusal(result)
}
