import type { CurrencyCode } from '../../values/currency.ts'
import { formatTwoDecimals } from '../../values/money.ts'
import type { CallbackSettings } from '../../values/point-terms.ts'
import type { Reason, Status, TransactionType } from '../../values/status.ts'
import { isoMicroseconds, isoMicrosecondsWithoutZone } from '../../values/timestamps.ts'

/** The content of a callback about a transaction. Amounts are in minor units of `currency`. */
export interface CallbackFacts {
  transactionId: string
  status: Status
  reason: Reason
  reference: string
  payType: TransactionType
  /** A card pay-in: `updated_at` has no time zone suffix (spec, Events). */
  card: boolean
  /** `bookedAmountMinor` of the transaction; null where nothing is booked to the merchant or paid out. */
  bookedMinor: bigint | null
  currency: CurrencyCode
  updatedAt: Date
  /** The spec lists the service code among those with `amount` in the callback. */
  methodSendsAmount: boolean
  /** Of a refund: the pay-in whose money goes back. */
  refundedPayment?: string
  /** Of a payout to the merchant's own account. */
  purpose?: 'withdrawal'
  senderName?: string
  senderDocument?: string
  beneficiaryName?: string
  beneficiaryDocument?: string
  beneficiaryBank?: string
  endToEndId?: string
  /** The merchant's own notes. */
  metadata?: Readonly<Record<string, string>>
}

/** Replaces the hash where a body is displayed: hash and api_key together would allow forgeries. */
export const hiddenHash = '(hidden)'

/**
 * The frozen part of a callback: the JSON text of every field but `api_key` and `security_hash`, in the order of the
 * spec's table (Events). `amount` is the booked amount, a number with exactly two decimals in the bytes (`10.00`),
 * which JSON.stringify would not write. `amount` is absent where nothing is booked: a receiver that adds up `amount`
 * must not count money that the merchant does not have.
 */
export function callbackTemplate(facts: CallbackFacts, settings: CallbackSettings): string {
  const updatedAt = facts.card ? isoMicrosecondsWithoutZone(facts.updatedAt) : isoMicroseconds(facts.updatedAt)
  const members = [
    member('transaction_id', facts.transactionId),
    member('status', facts.status),
    ...amountMember(facts, settings),
    member('message', callbackMessage(facts.status, facts.reason, facts.payType)),
    member('reference', facts.reference),
    member('updated_at', updatedAt),
    member('pay_type', facts.payType),
    ...(facts.purpose === undefined ? [] : [member('purpose', facts.purpose)]),
    ...(facts.refundedPayment === undefined ? [] : [member('payment_id', facts.refundedPayment)]),
    ...(settings.extraFields ? extraMembers(facts) : []),
    ...(settings.sendMetadata && facts.metadata ? [`"metadata":${JSON.stringify(facts.metadata)}`] : []),
  ]
  return `{${members.join(',')}}`
}

/**
 * The bytes of one attempt: the frozen template with `api_key` (a JSON integer) and `security_hash` after
 * `transaction_id`. Quotes inside a JSON text are escaped, so the first `,"status":` is the member itself.
 */
export function renderCallback(template: string, apiKey: bigint, securityHash: string): string {
  const index = template.indexOf(',"status":')
  if (index < 0) throw new Error('Bug! the callback template has no status')
  const inserted = `,"api_key":${apiKey},${member('security_hash', securityHash)}`
  return template.slice(0, index) + inserted + template.slice(index)
}

/** `message` of a callback: the status in a short English sentence. Card approvals read like the spec's example. */
export function callbackMessage(status: Status, reason: Reason, payType: TransactionType): string {
  const subject = { payin: 'Payment', payout: 'Payout', refund: 'Refund' }[payType]
  switch (status) {
    case 'PENDING':
      return 'Transaction in progress'
    case 'COMPLETED':
      return `${subject} ${payType === 'payin' ? 'approved' : 'completed'}${completedNotes[reason] ?? ''}`
    case 'EXPIRED':
      return expiredMessages[reason] ?? `${subject} expired`
    case 'ERROR':
      return `${subject} failed: ${errorReasons[reason] ?? 'it could not be processed'}`
  }
}

const completedNotes: Partial<Record<Reason, string>> = {
  paid_late: ' after its expiry',
  overpaid: '; more than ordered was paid',
  partially_returned: '; a part was returned',
  reversed: '; later reversed',
}

const expiredMessages: Partial<Record<Reason, string>> = {
  underpaid: 'Payment expired: less than ordered was paid',
  cancelled: 'Payment cancelled',
}

const errorReasons: Partial<Record<Reason, string>> = {
  declined: 'declined',
  insufficient_funds: 'insufficient funds',
  invalid_account: 'the account is invalid',
  expired_card: 'the card has expired',
  authentication_failed: 'the payer was not authenticated',
  processing_error: 'processing error',
  limit_exceeded: 'a limit was exceeded',
  compliance: 'refused for compliance reasons',
  not_executed: 'it was not executed',
  cancelled: 'cancelled',
  returned: 'the money came back',
  reversed: 'it was reversed',
}

function amountMember(
  { bookedMinor, currency, methodSendsAmount, payType }: CallbackFacts,
  settings: CallbackSettings,
): string[] {
  // The specification knows no refunds: each names its amount.
  const wanted = methodSendsAmount || settings.amountAlways || payType === 'refund'
  return wanted && bookedMinor !== null ? [`"amount":${formatTwoDecimals(bookedMinor, currency)}`] : []
}

/** What a point may ask for besides: whose it is, and where it stands in the facts. */
const extras = {
  sender_name: ['payin', 'senderName'],
  sender_document_number: ['payin', 'senderDocument'],
  beneficiary_name: ['payout', 'beneficiaryName'],
  beneficiary_document_number: ['payout', 'beneficiaryDocument'],
  beneficiary_bank_name: ['payout', 'beneficiaryBank'],
  endToEndId: ['both', 'endToEndId'],
} as const

export const extraNames = Object.keys(extras) as (keyof typeof extras)[]

function extraMembers(facts: CallbackFacts): string[] {
  const other = facts.payType === 'payin' ? 'payout' : 'payin'
  return Object.entries(extras).flatMap(([name, [side, fact]]) => {
    const value = side === other ? undefined : facts[fact]
    return value === undefined ? [] : [member(name, value)]
  })
}

function member(name: string, value: string): string {
  return `"${name}":${JSON.stringify(value)}`
}
