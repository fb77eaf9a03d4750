import { addDays } from '../../../core/values/days.ts'
import type { Status, TransactionType } from '../../../core/values/status.ts'
import { type FoundReference, ownReferencesIn, readCharacters } from './own-references.ts'
import { documentsAgree } from './sender.ts'

/** What matching needs of one line of a bank statement. Amounts are minor units, days `2030-06-14`. */
export interface LineToMatch {
  connectorAccountId: string
  currency: string
  sign: 'C' | 'D'
  amountMinor: bigint
  bookingDay: string
  /** When the gateway read it first. */
  seenAt: Date
  /** The bank calls it a reversal. */
  reversal: boolean
  /** The bank marks it as money that comes back: a reversal, a code of a return, or the family of returns. */
  isReturn: boolean
  /** False: the entry holds several payments that cannot be told apart, or can be read in two ways. */
  isSingle: boolean
  /** Fields that hold an id and nothing else. */
  fields: readonly string[]
  text: string
  /** As the bank names the other party. */
  partyDocument?: string | undefined
}

/** A pay-in or a payout that a line names. */
export interface OrderOfLine {
  transactionId: string
  payType: TransactionType
  connectorAccountId: string
  currency: string
  status: Status
  amountMinor: bigint
  /** Of a pay-in: arrived so far. */
  receivedMinor: bigint
  /** Of a payout: came back so far. */
  returnedMinor: bigint
  createdAt: Date
  /** Days in the zone of the line's account. */
  createdDay: string
  /** The day of its final status. */
  endedDay: string | undefined
  /** Of a pay-in's instructions; of a payout or refund the short one that whoever makes it writes. */
  reference: string | undefined
  /** The payer's document, or the beneficiary's. */
  partyDocument: string | undefined
  /** An operator confirmed money that no line proves yet. */
  hasManualMoney: boolean
}

/**
 * Our reference in a credit; our payout's id or short reference in a debit, and in a credit that the bank marks as a return.
 */
export type SureRule = 'reference' | 'payout_id' | 'return'

export type LineMatch = { kind: 'sure'; rule: SureRule; order: OrderOfLine } | { kind: 'wait' }

/** Days in which a late payment of an order that expired still is its own. */
const daysAfterEnd = 30
/** The day begins at different times at the bank and at the gateway. */
const daysBefore = 1

const wait: LineMatch = { kind: 'wait' }

/** What of a line names orders of ours. */
export interface Names {
  references: readonly FoundReference[]
  payoutIds: readonly string[]
}

/**
 * Whether a line moves an order's money without a person. Only what neither merchants nor payers can make is sure: our
 * reference with its check character, or our payout's id or short reference, in the instructed account and currency. An order
 * from after the line is not its order. Names, typed numbers and amounts alone are for people to judge, so no other order makes a line
 * sure or takes it.
 */
export function matchLine(
  line: LineToMatch,
  { references, payoutIds }: Names,
  orders: readonly OrderOfLine[],
): LineMatch {
  if (!line.isSingle) return wait
  const own = orders.filter(
    (order) =>
      order.connectorAccountId === line.connectorAccountId &&
      order.currency === line.currency &&
      !order.hasManualMoney &&
      order.createdAt <= line.seenAt &&
      order.createdDay <= addDays(line.bookingDay, daysBefore),
  )
  if (line.sign === 'C' && !line.isReturn) return matchDeposit(line, referencesOf(references, orders), own)
  const written = new Set(references.map(({ reference }) => reference))
  const isHere = ({ connectorAccountId }: OrderOfLine) => connectorAccountId === line.connectorAccountId
  const byReference = orders.filter(
    (order) => isHere(order) && order.payType !== 'payin' && written.has(order.reference ?? ''),
  )
  const [id, other] = new Set([...payoutIds, ...byReference.map(({ transactionId }) => transactionId)])
  const payout = own.find(({ transactionId, payType }) => payType !== 'payin' && transactionId === id)
  if (!payout || other !== undefined) return wait
  if (line.sign === 'D') return matchDebit(line, payout)
  const isNamedByBank = namesIn({ fields: line.fields, text: '' }).payoutIds.includes(payout.transactionId)
  return matchReturn(line, payout, { isWhole: !isNamedByBank })
}

/** A number is a reference where an order has it; any text with the right check character is one. */
function referencesOf(found: readonly FoundReference[], orders: readonly OrderOfLine[]): readonly FoundReference[] {
  const known = new Set(orders.map(({ reference }) => reference))
  return found.filter(({ reference, form }) => form === 'text' || known.has(reference))
}

function matchDeposit(
  line: LineToMatch,
  references: readonly FoundReference[],
  own: readonly OrderOfLine[],
): LineMatch {
  const [found, other] = references
  if (!found || other) return wait
  const order = own.find(({ payType, reference }) => payType === 'payin' && reference === found.reference)
  if (!order || !isOpen(line, order)) return wait
  const isDue = line.amountMinor === order.amountMinor - order.receivedMinor
  const isSender = documentsAgree(line.partyDocument, order.partyDocument) === 'agrees'
  const isSure = isDue || (isSender && (found.form === 'text' || found.isField))
  return isSure ? { kind: 'sure', rule: 'reference', order } : wait
}

function isOpen(line: LineToMatch, { status, endedDay }: OrderOfLine): boolean {
  if (status === 'PENDING') return true
  return status === 'EXPIRED' && endedDay !== undefined && line.bookingDay <= addDays(endedDay, daysAfterEnd)
}

function matchDebit(line: LineToMatch, payout: OrderOfLine): LineMatch {
  const isSure = !line.reversal && payout.status === 'PENDING' && line.amountMinor === payout.amountMinor
  return isSure ? { kind: 'sure', rule: 'payout_id', order: payout } : wait
}

/**
 * `isWhole`: somebody may have typed what names the payout, in a text or as its short reference. Then it comes back whole or
 * not at all.
 */
function matchReturn(line: LineToMatch, payout: OrderOfLine, { isWhole }: { isWhole: boolean }): LineMatch {
  const { status, amountMinor, returnedMinor } = payout
  const restMinor = amountMinor - returnedMinor
  const fits = isWhole ? line.amountMinor === amountMinor && returnedMinor === 0n : line.amountMinor <= restMinor
  const isSure = status === 'COMPLETED' && fits
  return isSure ? { kind: 'sure', rule: 'return', order: payout } : wait
}

/** Ids of payouts of one line that are looked at. Only one can be sure. */
const payoutIdsMax = 10
const payoutId = /(?<![0-9a-z])[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}(?![0-9a-z])/gi

/** What names orders in a line. Linear in the text. */
export function namesIn(line: Pick<LineToMatch, 'fields' | 'text'>): Names {
  const found = [...line.fields, line.text].flatMap((text) => text.slice(0, readCharacters).match(payoutId) ?? [])
  const ids = found.map((id) =>
    id
      .toLowerCase()
      .replace(/-/g, '')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  )
  return { references: ownReferencesIn(line), payoutIds: [...new Set(ids)].slice(0, payoutIdsMax) }
}
