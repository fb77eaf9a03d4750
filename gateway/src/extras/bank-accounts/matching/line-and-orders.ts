import type { BankField } from '@pasarela/bank-statements'
import type { BookedLine } from '../../../core/ledger/rules/line-transfers.ts'
import type { LineToMatch, OrderOfLine } from '../rules/match-line.ts'
import type { LineRow } from '../store/line-states.ts'
import type { AccountOfLine, OrderRow } from '../store/orders-of-lines.ts'

/** Families of money that comes back (ISO 20022), and the type of a returned item (SWIFT). */
const returnFamily = /(^|\/)(ARET|RRTN|NRTI)(\/|$)/

/** Whether the bank alone can have written a field of the line. */
export function isOfBank({ bank_fields: fields }: Pick<LineRow, 'bank_fields'>, field: BankField): boolean {
  return fields.includes(field)
}

/** A line of the database as the rules read it: what a payer may have typed is text and nothing else. */
export function lineToMatch(row: LineRow): LineToMatch {
  const { refs } = row
  const reference = refs.customerRef ?? refs.instructionId
  // Banks put numbers of their own into these fields. A number there counts as in the text: its amount must agree.
  const isNumber = reference !== undefined && /^\d+$/.test(reference)
  const ids = [refs.endToEndId, refs.txId, refs.clearingRef, isNumber ? undefined : reference].filter(
    (id) => id !== undefined,
  )
  const [fields, texts] = isOfBank(row, 'ids') ? [ids, []] : [[], ids]
  return {
    connectorAccountId: row.connector_account_id,
    currency: row.currency,
    sign: row.sign,
    amountMinor: row.amount_minor,
    bookingDay: row.booking_day,
    seenAt: row.seen_at,
    reversal: row.reversal,
    isReturn:
      row.reversal ||
      (row.return_code !== null && isOfBank(row, 'return_code')) ||
      returnFamily.test(row.bank_code ?? ''),
    isSingle: row.is_single && !row.in_doubt,
    fields,
    text: [row.text, ...texts, ...(isNumber ? [reference] : [])].join(' / '),
    partyDocument: isOfBank(row, 'document') ? (row.party_document ?? undefined) : undefined,
  }
}

/** The account for which orders of a line are looked up. */
export function accountOfLine(row: LineRow): AccountOfLine {
  const { environment, currency, time_zone: timeZone, connector_account_id: connectorAccountId } = row
  return { environment, currency, timeZone, connectorAccountId }
}

/** A line as the ledger books it. */
export function bookedLine(row: LineRow): BookedLine {
  return {
    id: row.id,
    environment: row.environment,
    currency: row.currency,
    connectorAccountId: row.connector_account_id,
    sign: row.sign,
    amountMinor: row.amount_minor,
    isInSuspense: row.state === 'in_suspense' || row.state === 'to_return',
  }
}

/**
 * What an operator may confirm a line by, as the database compares receipts: its id first, then the bank's numbers,
 * without separators and zeros in front. Too short ones name nothing.
 */
export function numbersOf({ id, refs }: Pick<LineRow, 'id' | 'refs'>): readonly string[] {
  const { bankRef, endToEndId, txId, clearingRef, customerRef } = refs
  const keys = [id, bankRef, endToEndId, txId, clearingRef, customerRef].map((text) => referenceKey(text ?? ''))
  return [...new Set(keys.filter(({ length }) => length >= 4))]
}

export function toOrder(row: OrderRow): OrderOfLine {
  const { details } = row
  return {
    transactionId: row.id,
    payType: row.pay_type,
    connectorAccountId: row.connector_account_id,
    currency: row.currency,
    status: row.status,
    amountMinor: row.amount_minor,
    receivedMinor: row.received_minor,
    returnedMinor: row.reversed_minor,
    createdAt: row.created_at,
    createdDay: row.created_day,
    endedDay: row.ended_day ?? undefined,
    reference: row.target_reference ?? undefined,
    partyDocument: details[row.pay_type === 'payin' ? 'payer_doc_id' : 'account_doc_id'],
    hasManualMoney: row.manual.length > 0,
  }
}

/** The database's function of this name. */
export function referenceKey(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')
}
