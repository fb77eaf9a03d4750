import { businessDaysBetween } from './business-days.ts'
import {
  compare,
  comparisonReasons,
  doubtsOf,
  type Evidence,
  evidenceOf,
  type Hit,
  isLaterThan,
  reason,
  scores,
  senderOf,
} from './match-evidence.ts'
import { amountKey, type CandidateIndex, indexCandidates } from './match-index.ts'
import type {
  LineToMatch,
  MatchCandidate,
  MatchDecision,
  MatchedCandidate,
  MatchReason,
  MatchRule,
  MatchSettings,
} from './match-types.ts'
import { documentsAgree, namesAgree } from './sender.ts'

export type {
  LineToMatch,
  MatchCandidate,
  MatchDecision,
  MatchedCandidate,
  MatchReason,
  MatchReasonCode,
  MatchRule,
  MatchSettings,
} from './match-types.ts'

/** Orders that a decision names at most. */
const namedMax = 10
/** Rule M5: business days between the order and the line. */
const nameDays = 3
const weakScores = { M4: 85, M5: 70, M6: 50, several: 60, many: 40 } as const

type WeakRule = 'M4' | 'M5' | 'M6'

interface Batch {
  index: CandidateIndex
  settings: MatchSettings
  /** Credits without a number or reference of an order, and those whose reference points at one, by amount. */
  linesByAmount: ReadonlyMap<string, readonly { line: LineToMatch; pointsAt: ReadonlySet<string> }[]>
}

/** One line. `otherLines`: lines of the same accounts that no order has yet; the rules M4 to M6 need one line alone. */
export function matchLine(
  line: LineToMatch,
  candidates: readonly MatchCandidate[],
  settings: MatchSettings,
  otherLines: readonly LineToMatch[] = [],
): MatchDecision {
  return matchLines([line], candidates, settings, otherLines)[0] ?? { kind: 'none', nearest: [] }
}

/**
 * A decision for each line, in the order of the lines. The rules M1 to M3 look at one line; two lines with one order's
 * reference are both applied, as a second payment. The rules M4 to M6 need one order and one line: all given lines
 * and `otherLines` count. Nothing but what is given decides, and the order of lines and candidates changes nothing.
 */
export function matchLines(
  lines: readonly LineToMatch[],
  candidates: readonly MatchCandidate[],
  settings: MatchSettings,
  otherLines: readonly LineToMatch[] = [],
): MatchDecision[] {
  const index = indexCandidates(candidates)
  const found = lines.map((line) => ({ line, evidence: evidenceOf(line, index) }))
  const others = otherLines.map((line) => ({ line, evidence: evidenceOf(line, index) }))
  const batch: Batch = { index, settings, linesByAmount: linesByAmount([...found, ...others]) }
  return found.map(({ line, evidence }) => decide(line, evidence, batch))
}

function linesByAmount(found: readonly { line: LineToMatch; evidence: Evidence }[]): Batch['linesByAmount'] {
  const byAmount = new Map<string, { line: LineToMatch; pointsAt: ReadonlySet<string> }[]>()
  for (const { line, evidence } of found) {
    if (line.sign !== 'C') continue
    const pointsAt = new Set(strongOf(evidence).map(({ order }) => order.transactionId))
    const key = amountKey(line.currency, line.amountMinor)
    const list = byAmount.get(key)
    if (list) list.push({ line, pointsAt })
    else byAmount.set(key, [{ line, pointsAt }])
  }
  return byAmount
}

function strongOf({ hits }: Evidence): Hit[] {
  return hits.filter(({ score }) => score > scores.similar)
}

function decide(line: LineToMatch, evidence: Evidence, batch: Batch): MatchDecision {
  const { settings } = batch
  // A debit pays no pay-in. Reversed deposits and payouts have rules of their own.
  if (line.sign === 'D') return { kind: 'none', nearest: named(evidence.hits.map((hit) => matchedBy(hit))) }
  const strong = strongOf(evidence)
  const [first] = strong
  if (!first) return weakDecision(line, evidence, batch)
  if (evidence.hits.length > 1) return proposal(several(line, evidence.hits), settings)
  const open = evidence.unclaimed.map((token) => reason('several_references', token, first.order.targetReference))
  const differs = differsInBoth(line, first)
  const doubts = [...doubtsOf(line, first.order), ...open, ...(differs ? [reason('amount_and_sender_differ')] : [])]
  const score = open.length > 0 ? Math.min(first.score, scores.similar) : first.score
  const matched = { ...matchedBy(first), score, reasons: [...first.reasons, ...doubts] }
  const isApplied = settings.automatic && first.isSure && doubts.length === 0 && score >= settings.autoFrom
  return isApplied ? applied(matched) : proposal([matched], settings)
}

/** A reference alone is not enough where neither the amount nor the sender is the order's. */
function differsInBoth(line: LineToMatch, { rule, order }: Hit): boolean {
  if (rule !== 'M2') return false
  const comparison = compare(line, order)
  return !comparison.amountAgrees && senderOf(comparison) === 'differs'
}

/** Rules M4 to M6, together with words that are almost a reference. */
function weakDecision(line: LineToMatch, evidence: Evidence, batch: Batch): MatchDecision {
  const { settings } = batch
  const weak = weakMatch(line, batch)
  const pointed = evidence.hits.filter(({ order }) => !weak.orders.includes(order))
  const [only] = weak.orders
  const isAlone = weak.isOneToOne && pointed.length === 0 && evidence.unclaimed.length === 0
  if (weak.rule && only && isAlone) {
    const doubts = [...doubtsOf(line, only), ...weak.doubts]
    const score = weakScores[weak.rule]
    const matched = withHit(weakMatched(line, only, { rule: weak.rule, score, more: doubts }), evidence)
    const isAllowed = weak.rule === 'M4' && settings.automatic && settings.amountAndDocumentIsAutomatic
    return isAllowed && doubts.length === 0 ? applied(matched) : proposal([matched], settings)
  }
  const cap = weak.orders.length > namedMax ? weakScores.many : weakScores.several
  const why = [...evidence.unclaimed.map((token) => reason('several_references', token)), ...weak.doubts]
  const named = weak.orders.map((order) => {
    const rule = weak.rule ?? 'M6'
    const score = Math.min(weakScores[rule], cap)
    return withHit(weakMatched(line, order, { rule, score, more: [...why, ...doubtsOf(line, order)] }), evidence)
  })
  if (pointed.length === 0) return proposal(named, settings)
  const isSeveral = named.length + pointed.length > 1
  const hits = isSeveral ? several(line, pointed) : pointed.map((hit) => withDoubts(line, hit))
  return proposal([...hits, ...named], settings)
}

interface WeakMatch {
  rule?: WeakRule
  orders: readonly MatchCandidate[]
  isOneToOne: boolean
  doubts: readonly MatchReason[]
}

/** The orders of the strongest of the rules M4, M5 and M6 that any order fits. */
function weakMatch(line: LineToMatch, { index, settings, linesByAmount: lines }: Batch): WeakMatch {
  const key = amountKey(line.currency, line.amountMinor)
  const due = (index.byAmount.get(key) ?? []).filter((order) => !isLaterThan(line, order))
  for (const rule of ['M4', 'M5', 'M6'] as const) {
    const orders = due.filter((order) => fits(rule, { line, order, settings }))
    const [order] = orders
    if (!order) continue
    const rivals = (lines.get(key) ?? []).filter(
      (other) =>
        other.pointsAt.has(order.transactionId) ||
        (other.pointsAt.size === 0 && fits(rule, { line: other.line, order, settings })),
    )
    const doubts = [
      ...(orders.length > 1 ? [reason('several_orders', undefined, String(orders.length))] : []),
      ...(rivals.length > 1 ? [reason('several_lines', String(rivals.length))] : []),
    ]
    if (doubts.length > 0) return { rule, orders, isOneToOne: false, doubts }
    return { rule, orders, isOneToOne: true, doubts: rule === 'M4' ? paidBefore(line, order, index) : [] }
  }
  return { orders: [], isOneToOne: false, doubts: [] }
}

/** An order of the same payer and amount that is paid already: the line may be its second payment. */
function paidBefore(line: LineToMatch, order: MatchCandidate, index: CandidateIndex): MatchReason[] {
  const alike = index.byWholeAmount.get(amountKey(line.currency, line.amountMinor)) ?? []
  const paid = alike.filter(
    (other) => other !== order && documentsAgree(line.partyDocument, other.payerDocument) === 'agrees',
  )
  return paid.length > 0 ? [reason('several_orders', undefined, String(paid.length + 1))] : []
}

/** Whether an order of the line's amount fits the line by a rule. */
function fits(
  rule: WeakRule,
  { line, order, settings }: { line: LineToMatch; order: MatchCandidate; settings: MatchSettings },
): boolean {
  if (rule === 'M6') return true
  const document = documentsAgree(line.partyDocument, order.payerDocument)
  if (rule === 'M4') return document === 'agrees'
  if (document === 'differs' || namesAgree(line.partyName, order.payerName) !== 'agrees') return false
  return businessDaysBetween(order.createdDay, line.bookingDay, settings.holidays) <= nameDays
}

function weakMatched(
  line: LineToMatch,
  order: MatchCandidate,
  { rule, score, more }: { rule: MatchRule; score: number; more: readonly MatchReason[] },
): MatchedCandidate {
  const near = rule === 'M5' ? [reason('near_in_time', line.bookingDay, order.createdDay)] : []
  const reasons = [...comparisonReasons(line, order, compare(line, order)), ...near, ...more]
  return { transactionId: order.transactionId, score, rule, reasons }
}

/** A word that is almost the order's reference adds its reason, and its score where that is higher. */
function withHit(matched: MatchedCandidate, { hits }: Evidence): MatchedCandidate {
  const hit = hits.find(({ order }) => order.transactionId === matched.transactionId)
  const [because] = hit?.reasons ?? []
  if (!hit || !because) return matched
  return { ...matched, score: Math.max(matched.score, hit.score), reasons: [because, ...matched.reasons] }
}

function several(line: LineToMatch, hits: readonly Hit[]): MatchedCandidate[] {
  return hits.map((hit) => {
    const matched = withDoubts(line, hit)
    const reasons = [...matched.reasons, reason('several_orders', undefined, String(hits.length))]
    return { ...matched, score: Math.min(matched.score, weakScores.several), reasons }
  })
}

function withDoubts(line: LineToMatch, hit: Hit): MatchedCandidate {
  const matched = matchedBy(hit)
  return { ...matched, reasons: [...matched.reasons, ...doubtsOf(line, hit.order)] }
}

function matchedBy({ order, score, rule, reasons }: Hit): MatchedCandidate {
  return { transactionId: order.transactionId, score, rule, reasons }
}

function applied(matched: MatchedCandidate): MatchDecision {
  return { kind: 'apply', transactionId: matched.transactionId, matched }
}

function proposal(all: readonly MatchedCandidate[], settings: MatchSettings): MatchDecision {
  const proposed = all.filter(({ score }) => score >= settings.proposeFrom)
  return proposed.length > 0 ? { kind: 'propose', matched: named(proposed) } : { kind: 'none', nearest: named(all) }
}

/** The best first; equal ones by their id, so that the order of candidates changes nothing. */
function named(all: readonly MatchedCandidate[]): MatchedCandidate[] {
  const byScore = (one: MatchedCandidate, other: MatchedCandidate) =>
    other.score - one.score || (one.transactionId < other.transactionId ? -1 : 1)
  return [...all].sort(byScore).slice(0, namedMax)
}
