import { businessDaysBetween } from './business-days.ts'
import { reason } from './match-evidence.ts'
import { add, amountKey } from './match-index.ts'
import type { LineToMatch, MatchReason, MatchSettings } from './match-types.ts'
import { plainReference, wordsOf } from './reference-tokens.ts'
import { documentsAgree } from './sender.ts'

/** A payout that the account's bank was told to make. Amounts are minor units, days `2030-06-14`. */
export interface PayoutCandidate {
  transactionId: string
  connectorAccountId: string
  currency: string
  amountMinor: bigint
  sentDay: string
  /** The instruction key of its payment file, and its end-to-end id. */
  keys: readonly string[]
  /** What the bank named it in its status file or in the debit. */
  bankRef?: string | undefined
  beneficiaryAccount?: string | undefined
  beneficiaryDocument?: string | undefined
}

export interface MatchedPayout {
  transactionId: string
  score: number
  /** P1: our key. P2: the bank's reference. P3: amount and beneficiary. */
  rule: 'P1' | 'P2' | 'P3'
  reasons: readonly MatchReason[]
}

/** `paid`: the debit of a payout. `returned`: its money came back. */
export type PayoutDecision =
  | { kind: 'apply'; as: 'paid' | 'returned'; transactionId: string; matched: MatchedPayout }
  | { kind: 'propose'; as: 'paid' | 'returned'; matched: readonly MatchedPayout[] }
  | { kind: 'none' }

/** Beginnings of the words with which banks call a return, upper case without accents; `DEV` stands alone. */
const returnWords = /^(DEV|DEVOL\w*|DEVUEL\w*|RECHAZ\w*|RECHACO|REJEIT\w*|ESTORN\w*|REVERS\w*|RETURN\w*|REINTEG\w*)$/
/** Business days in which banks send money back. */
const returnDays = 10
const keyLengthMin = 8
const namedMax = 10
const scores = { key: 100, bankRef: 98, other: 60, beneficiary: 85 } as const

/**
 * Debits against payouts, and credits that return one. A credit is a return only where the bank says so, by its mark or
 * by a word: `moreReturnWords` are those of the bank's profile, upper case. A decision for each line, in their order.
 * `otherLines`: lines of the same accounts that nothing has claimed yet. Two lines with one payout's key are proposed.
 */
export function matchPayouts(
  lines: readonly LineToMatch[],
  payouts: readonly PayoutCandidate[],
  settings: MatchSettings,
  {
    otherLines = [],
    moreReturnWords = [],
  }: { otherLines?: readonly LineToMatch[]; moreReturnWords?: readonly string[] } = {},
): PayoutDecision[] {
  const index = indexPayouts(payouts)
  const words = new Set(moreReturnWords)
  const found = [...lines, ...otherLines].map((line) => ({ line, as: meaningOf(line, words) }))
  const matches = found.map(({ line, as }) => (as ? matchesOf(line, as, { index, settings }) : []))
  const claims = new Map<string, number>()
  for (const [at, { as }] of found.entries()) {
    for (const { transactionId } of matches[at] ?? []) {
      claims.set(`${as} ${transactionId}`, (claims.get(`${as} ${transactionId}`) ?? 0) + 1)
    }
  }
  return lines.map((_, at) => {
    const as = found[at]?.as
    if (!as) return { kind: 'none' }
    return decide({ as, matches: matches[at] ?? [], settings, claimsOn: (id) => claims.get(`${as} ${id}`) ?? 0 })
  })
}

function meaningOf(line: LineToMatch, more: ReadonlySet<string>): 'paid' | 'returned' | undefined {
  if (line.sign === 'D') return line.reversal ? undefined : 'paid'
  if (line.reversal) return 'returned'
  const plain = line.text.normalize('NFKD').replace(/\p{M}/gu, '')
  const isReturn = wordsOf(plain).some(({ letters }) => returnWords.test(letters) || more.has(letters))
  return isReturn ? 'returned' : undefined
}

interface PayoutMatch extends MatchedPayout {
  isSure: boolean
}

interface PayoutIndex {
  byKey: ReadonlyMap<string, readonly PayoutCandidate[]>
  byBankRef: ReadonlyMap<string, readonly PayoutCandidate[]>
  byAmount: ReadonlyMap<string, readonly PayoutCandidate[]>
}

function matchesOf(
  line: LineToMatch,
  as: 'paid' | 'returned',
  { index, settings }: { index: PayoutIndex; settings: MatchSettings },
): PayoutMatch[] {
  const isPossible = (payout: PayoutCandidate) => payout.currency === line.currency && payout.sentDay <= line.bookingDay
  const byNumber = (rule: 'P1' | 'P2', numbers: readonly string[]) =>
    numbers.flatMap((number) =>
      ((rule === 'P1' ? index.byKey : index.byBankRef).get(number) ?? [])
        .filter(isPossible)
        .map((payout) => matchedByNumber(line, payout, { rule, number })),
    )
  const fields = [line.endToEndId, line.txId, line.structuredReference, line.bankRef].map((text) =>
    plainReference(text ?? ''),
  )
  const words = wordsOf(line.text).map(({ letters }) => letters)
  const sure = [
    ...byNumber('P1', [...new Set([...fields, ...words])]),
    ...byNumber('P2', [plainReference(line.bankRef ?? '')]),
  ]
  if (sure.length > 0) return [...new Map(sure.reverse().map((match) => [match.transactionId, match])).values()]
  return (index.byAmount.get(amountKey(line.currency, line.amountMinor)) ?? [])
    .filter(isPossible)
    .filter(
      ({ sentDay }) => as === 'paid' || businessDaysBetween(sentDay, line.bookingDay, settings.holidays) <= returnDays,
    )
    .flatMap((payout) => matchedByBeneficiary(line, payout))
}

function matchedByNumber(
  line: LineToMatch,
  payout: PayoutCandidate,
  { rule, number }: { rule: 'P1' | 'P2'; number: string },
): PayoutMatch {
  const amountAgrees = line.amountMinor === payout.amountMinor
  const isHome = line.connectorAccountId === payout.connectorAccountId
  const score = !amountAgrees ? scores.other : rule === 'P1' ? scores.key : scores.bankRef
  const reasons = [
    reason('own_number', number, rule === 'P1' ? number : payout.bankRef),
    amountReason(line, payout),
    ...doubtsOf(line, payout),
  ]
  const isSure = amountAgrees && isHome && doubtsOf(line, payout).length === 0
  return { transactionId: payout.transactionId, score, rule, reasons, isSure }
}

function matchedByBeneficiary(line: LineToMatch, payout: PayoutCandidate): PayoutMatch[] {
  const account = plainReference(line.partyAccount ?? '')
  const isAccount = account !== '' && account === plainReference(payout.beneficiaryAccount ?? '')
  const isDocument = documentsAgree(line.partyDocument, payout.beneficiaryDocument) === 'agrees'
  if (!isAccount && !isDocument) return []
  const reasons = [
    amountReason(line, payout),
    ...(isAccount ? [reason('own_number', line.partyAccount, payout.beneficiaryAccount)] : []),
    ...(isDocument ? [reason('document_agrees', line.partyDocument, payout.beneficiaryDocument)] : []),
    ...doubtsOf(line, payout),
  ]
  return [{ transactionId: payout.transactionId, score: scores.beneficiary, rule: 'P3', reasons, isSure: false }]
}

function amountReason(line: LineToMatch, payout: PayoutCandidate): MatchReason {
  const code = line.amountMinor === payout.amountMinor ? 'amount_agrees' : 'amount_differs'
  return reason(code, String(line.amountMinor), String(payout.amountMinor))
}

function doubtsOf(line: LineToMatch, payout: PayoutCandidate): MatchReason[] {
  return [
    ...(line.isHint ? [reason('hint')] : []),
    ...(line.isLump ? [reason('lump')] : []),
    ...(line.connectorAccountId === payout.connectorAccountId
      ? []
      : [reason('other_account', line.connectorAccountId, payout.connectorAccountId)]),
  ]
}

function decide({
  as,
  matches,
  settings,
  claimsOn,
}: {
  as: 'paid' | 'returned'
  matches: readonly PayoutMatch[]
  settings: MatchSettings
  claimsOn: (id: string) => number
}): PayoutDecision {
  const [first] = matches
  if (!first) return { kind: 'none' }
  const isAlone = matches.length === 1 && claimsOn(first.transactionId) === 1
  // A return by the bank's reference alone may be the return of another payment of its batch.
  const isSure = first.isSure && isAlone && (as === 'paid' || first.rule === 'P1')
  if (isSure && settings.automatic && first.score >= settings.autoFrom) {
    return { kind: 'apply', as, transactionId: first.transactionId, matched: publicPart(first) }
  }
  const proposed = matches
    .map((match) =>
      isAlone ? publicPart(match) : severalOf(match, { matches, claims: claimsOn(match.transactionId) }),
    )
    .filter(({ score }) => score >= settings.proposeFrom)
    .sort((one, other) => other.score - one.score || (one.transactionId < other.transactionId ? -1 : 1))
  return proposed.length > 0 ? { kind: 'propose', as, matched: proposed.slice(0, namedMax) } : { kind: 'none' }
}

function severalOf(
  match: PayoutMatch,
  { matches, claims }: { matches: readonly PayoutMatch[]; claims: number },
): MatchedPayout {
  const more = [
    ...(matches.length > 1 ? [reason('several_orders', undefined, String(matches.length))] : []),
    ...(claims > 1 ? [reason('several_lines', String(claims))] : []),
  ]
  return { ...publicPart(match), score: Math.min(match.score, scores.other), reasons: [...match.reasons, ...more] }
}

function publicPart({ transactionId, score, rule, reasons }: PayoutMatch): MatchedPayout {
  return { transactionId, score, rule, reasons }
}

function indexPayouts(payouts: readonly PayoutCandidate[]): PayoutIndex {
  const byKey = new Map<string, PayoutCandidate[]>()
  const byBankRef = new Map<string, PayoutCandidate[]>()
  const byAmount = new Map<string, PayoutCandidate[]>()
  for (const payout of payouts) {
    const keys = new Set(payout.keys.map(plainReference).filter(({ length }) => length >= keyLengthMin))
    for (const key of keys) add(byKey, key, payout)
    add(byBankRef, plainReference(payout.bankRef ?? ''), payout)
    add(byAmount, amountKey(payout.currency, payout.amountMinor), payout)
  }
  return { byKey, byBankRef, byAmount }
}
