import { isNumericReference, isTextReference } from '../../connectors/own-account/references.ts'
import { daysBetween } from './business-days.ts'
import { type CandidateIndex, similarTo, transferNumber } from './match-index.ts'
import type { LineToMatch, MatchCandidate, MatchReason, MatchReasonCode, MatchRule } from './match-types.ts'
import { plainReference, type Token, tokensIn, wordsOf } from './reference-tokens.ts'
import { type Agreement, documentsAgree, namesAgree, phoneAgrees } from './sender.ts'

/** What points from a line at one order. `isSure`: strong enough for a match without a person. */
export interface Hit {
  order: MatchCandidate
  rule: MatchRule
  score: number
  isSure: boolean
  reasons: readonly MatchReason[]
}

/** How a line and an order compare beyond references. */
export interface Comparison {
  amountAgrees: boolean
  document: Agreement
  name: Agreement
  phoneAgrees: boolean
}

export interface Evidence {
  hits: readonly Hit[]
  /** Right references of no candidate: the money may be that order's. */
  unclaimed: readonly string[]
}

/** Scores. Hits up to `similar` never stand against a reference with its right check character. */
export const scores = {
  ownNumber: 100,
  reference: 98,
  joinedReference: 96,
  uncheckedReference: 95,
  payerReference: 95,
  uncheckedWithAmount: 84,
  doubtful: 80,
  similar: 60,
  faint: 55,
  /** Digits that may be anything. They are not proposed, but nothing else is sure beside them. */
  digits: 30,
} as const

/** Days in which a late or second payment of an order that ended still is its own. */
const daysAfterEnd = 30
/** The day begins at different times at the bank and at the gateway. */
const daysBefore = 1
/** From this length on a word of a text is a number of a deposit account. */
const ownNumberInText = 16

export function compare(line: LineToMatch, order: MatchCandidate): Comparison {
  const { expectedMinor: expected, receivedMinor: received, hasUnlinkedManualMoney } = order
  const amounts = [expected, expected - received, ...(hasUnlinkedManualMoney ? [received] : [])]
  return {
    amountAgrees: amounts.includes(line.amountMinor),
    document: documentsAgree(line.partyDocument, order.payerDocument),
    name: namesAgree(line.partyName, order.payerName),
    phoneAgrees: phoneAgrees(order.payerPhone, [line.partyAccount, line.text]),
  }
}

/** A document decides before a phone number, and that before a name. */
export function senderOf({ document, name, phoneAgrees: hasPhone }: Comparison): Agreement {
  if (document !== 'unknown') return document
  return hasPhone ? 'agrees' : name
}

export function comparisonReasons(line: LineToMatch, order: MatchCandidate, comparison: Comparison): MatchReason[] {
  const { amountAgrees, document, name, phoneAgrees: hasPhone } = comparison
  const reasons: MatchReason[] = [
    reason(amountAgrees ? 'amount_agrees' : 'amount_differs', String(line.amountMinor), String(order.expectedMinor)),
  ]
  if (document !== 'unknown') reasons.push(reason(`document_${document}`, line.partyDocument, order.payerDocument))
  if (hasPhone) reasons.push(reason('phone_agrees', line.partyAccount, order.payerPhone))
  if (name !== 'unknown') reasons.push(reason(`name_${name}`, line.partyName, order.payerName))
  return reasons
}

/** Why a person must decide, whatever points at the order. */
export function doubtsOf(line: LineToMatch, order: MatchCandidate): MatchReason[] {
  const doubts: MatchReason[] = []
  if (line.isHint) doubts.push({ code: 'hint' })
  if (line.isLump) doubts.push({ code: 'lump' })
  if (line.reversal) doubts.push({ code: 'reversal' })
  if (line.connectorAccountId !== order.connectorAccountId) {
    doubts.push(reason('other_account', line.connectorAccountId, order.connectorAccountId))
  }
  if (order.hasUnlinkedManualMoney) doubts.push({ code: 'manual_money' })
  if (isLaterThan(line, order)) doubts.push(reason('created_later', line.bookingDay, order.createdDay))
  if (order.endedDay !== undefined && daysBetween(order.endedDay, line.bookingDay) > daysAfterEnd) {
    doubts.push(reason('ended_earlier', line.bookingDay, order.endedDay))
  }
  return doubts
}

export function isLaterThan(line: LineToMatch, order: MatchCandidate): boolean {
  return daysBetween(line.bookingDay, order.createdDay) > daysBefore
}

/** Everything that points from a line at orders by a number or a reference: the rules M1, M2 and M3. */
export function evidenceOf(line: LineToMatch, index: CandidateIndex): Evidence {
  const tokens = tokensOf(line)
  const hits = [...ownNumberHits(line, index), ...payerReferenceHits(line, index)]
  const unclaimed: string[] = []
  for (const { token, isMachine, isField } of tokens) {
    const orders = sameCurrency(line, index.byReference.get(token.token))
    if (orders.length === 0 && token.standing === 'whole') unclaimed.push(token.token)
    hits.push(...orders.map((order) => referenceHit(line, order, { token, isMachine, isField, index })))
    if (orders.length > 0 || token.standing !== 'near' || (token.form === 'numeric' && !isField)) continue
    for (const order of sameCurrency(line, similarTo(index, token.token))) hits.push(similarHit(line, order, token))
  }
  return { hits: bestPerOrder(hits), unclaimed: [...new Set(unclaimed)] }
}

interface FoundToken {
  token: Token
  /** A field that the payer's bank fills from the instructions. */
  isMachine: boolean
  /** The field holds the reference and nothing else. */
  isField: boolean
}

function tokensOf(line: LineToMatch): FoundToken[] {
  const machine = [line.endToEndId, line.txId].flatMap((text) => tokensIn(text ?? '', 'structured'))
  const column = tokensIn(line.structuredReference ?? '', 'structured')
  return [
    ...machine.map((token) => ({ token, isMachine: true, isField: true })),
    ...column.map((token) => ({ token, isMachine: false, isField: true })),
    ...tokensIn(line.text).map((token) => ({ token, isMachine: false, isField: false })),
  ]
}

function ownNumberHits(line: LineToMatch, index: CandidateIndex): Hit[] {
  const fields = [line.endToEndId, line.txId, line.structuredReference].map((text) => plainReference(text ?? ''))
  const words = wordsOf(line.text).map(({ letters }) => letters)
  const numbers = [...fields, ...words.filter(({ length }) => length >= ownNumberInText)]
  return [...new Set(numbers)].flatMap((number) =>
    sameCurrency(line, index.byOwnNumber.get(number)).map((order) =>
      hit(line, order, {
        rule: 'M1',
        score: scores.ownNumber,
        isSure: true,
        because: reason('own_number', number, number),
      }),
    ),
  )
}

function payerReferenceHits(line: LineToMatch, index: CandidateIndex): Hit[] {
  const numbers = new Set([line.bankRef, line.endToEndId, line.txId].map(transferNumber))
  return [...numbers].flatMap((number) => {
    const orders = sameCurrency(line, index.byPayerReference.get(number))
    return orders.map((order) => {
      const { amountAgrees, document, phoneAgrees: hasPhone } = compare(line, order)
      // The payer typed the number: an absent document proves nothing.
      const isSender = document === 'agrees' || (document === 'unknown' && hasPhone)
      const isSure = amountAgrees && isSender && orders.length === 1
      const score = isSure ? scores.payerReference : amountAgrees ? scores.doubtful : scores.faint
      return hit(line, order, {
        rule: 'M3',
        score,
        isSure,
        because: reason('payer_reference', number, order.payerReference),
      })
    })
  })
}

function referenceHit(
  line: LineToMatch,
  order: MatchCandidate,
  { token: { token, form, standing }, isMachine, isField, index }: FoundToken & { index: CandidateIndex },
): Hit {
  const comparison = compare(line, order)
  const { amountAgrees, document } = comparison
  const found = (code: MatchReasonCode, score: number, isSure: boolean, rule: MatchRule = 'M2') =>
    hit(line, order, { rule, score, isSure, because: reason(code, token, order.targetReference) })

  const isChecked = form === 'numeric' ? isNumericReference(token) : isTextReference(token)
  if (!isChecked) {
    if (form === 'numeric' && !isField)
      return found('unchecked_reference', amountAgrees ? scores.similar : scores.digits, false)
    return found('unchecked_reference', ...uncheckedScore(line, order, { comparison, index }))
  }
  if (standing === 'whole') {
    // Only a text reference is long enough that no other payment's id is the same.
    const isOwn = isMachine && form === 'text'
    return found('reference', isOwn ? scores.ownNumber : scores.reference, true, isOwn ? 'M1' : 'M2')
  }
  if (standing === 'loose') {
    const unsure = form === 'numeric' ? scores.digits : scores.faint
    return found('similar_reference', amountAgrees ? scores.similar : unsure, false)
  }
  if (form === 'numeric') {
    const isSure = amountAgrees && senderOf(comparison) !== 'differs'
    const unsure = amountAgrees ? scores.similar : scores.faint
    return found('numeric_reference', isSure ? scores.joinedReference : unsure, isSure)
  }
  const isSure = amountAgrees || document === 'agrees'
  return found('joined_reference', isSure ? scores.joinedReference : scores.doubtful, isSure)
}

/**
 * References from before they had a check character. The next order's differs in one character, so that the amount and
 * the sender must agree, and no other order may agree in both.
 */
function uncheckedScore(
  line: LineToMatch,
  order: MatchCandidate,
  { comparison, index }: { comparison: Comparison; index: CandidateIndex },
): [score: number, isSure: boolean] {
  const { amountAgrees, document, phoneAgrees: hasPhone } = comparison
  if (!amountAgrees) return [scores.similar, false]
  const isSender = document === 'agrees' || (document === 'unknown' && hasPhone)
  const isAlone = !sameCurrency(line, similarTo(index, plainReference(order.targetReference ?? ''))).some((other) => {
    const against = compare(line, other)
    return against.amountAgrees && senderOf(against) !== 'differs'
  })
  return isSender && isAlone ? [scores.uncheckedReference, true] : [scores.uncheckedWithAmount, false]
}

function similarHit(line: LineToMatch, order: MatchCandidate, { token }: Token): Hit {
  const score = compare(line, order).amountAgrees ? scores.similar : scores.faint
  const because = reason('similar_reference', token, order.targetReference)
  return hit(line, order, { rule: 'M2', score, isSure: false, because })
}

function hit(
  line: LineToMatch,
  order: MatchCandidate,
  { rule, score, isSure, because }: { rule: MatchRule; score: number; isSure: boolean; because: MatchReason },
): Hit {
  return { order, rule, score, isSure, reasons: [because, ...comparisonReasons(line, order, compare(line, order))] }
}

function bestPerOrder(hits: readonly Hit[]): Hit[] {
  const best = new Map<string, Hit>()
  for (const each of hits) {
    const known = best.get(each.order.transactionId)
    if (!known || each.score > known.score) best.set(each.order.transactionId, each)
  }
  return [...best.values()]
}

function sameCurrency(line: LineToMatch, orders: readonly MatchCandidate[] | undefined): MatchCandidate[] {
  return (orders ?? []).filter(({ currency }) => currency === line.currency)
}

export function reason(code: MatchReasonCode, line?: string, order?: string): MatchReason {
  return { code, line, order }
}
