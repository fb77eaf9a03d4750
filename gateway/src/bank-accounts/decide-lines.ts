import type { Db } from '../platform/database/database.ts'
import { type Candidates, findCandidates, lineToMatch } from './find-candidates.ts'
import { matchLines } from './rules/match.ts'
import { type MatchedPayout, matchPayouts, type PayoutDecision } from './rules/match-payouts.ts'
import type { LineToMatch, MatchDecision, MatchedCandidate, MatchSettings } from './rules/match-types.ts'
import { plainReference } from './rules/reference-tokens.ts'
import { documentsAgree } from './rules/sender.ts'
import { listStatements } from './store/bank-statements.ts'
import type { LineCandidate } from './store/line-candidates.ts'
import { type LineRow, readRivals, readSightings } from './store/line-states.ts'

export interface MatchEvidence {
  rule: string
  score: number
  /** Codes of `match-types.ts`. */
  reasons: readonly string[]
}

/** What becomes of a line. */
export type Verdict =
  | { kind: 'close'; row: LineRow }
  | {
      kind: 'apply'
      row: LineRow
      as: LineCandidate['class']
      transactionId: string
      /** What the order says of its payer where the line's document is the same in another form. */
      senderDocument: string | undefined
      evidence: MatchEvidence
    }
  | {
      kind: 'link'
      row: LineRow
      as: 'payin' | 'payout'
      transactionId: string
      orderAccountId: string
      transferId: bigint
      evidence: MatchEvidence
    }
  | { kind: 'wait'; row: LineRow; candidates: readonly LineCandidate[] }

/** Lines of the same amounts that a round compares with. More cannot be told apart by the amount. */
const rivalsMax = 2_000

/**
 * Judges lines of one bank account. A match is applied by itself only where the account says so and a statement that
 * holds the line adds up, joins the one before, and has no doubt. A line that an operator confirmed money by is linked to
 * that money.
 */
export async function decideLines(db: Db, rows: readonly LineRow[]): Promise<readonly Verdict[]> {
  const closed = rows.filter((row) => row.is_before || row.amount_minor === 0n)
  const open = rows.filter((row) => !closed.includes(row))
  const closing = closed.map((row): Verdict => ({ kind: 'close', row }))
  const [first] = open
  if (!first) return closing
  const ids = open.map(({ id }) => id)
  const amounts = [...new Set(open.map((row) => row.amount_minor))]
  const found = await findCandidates(db, open)
  const rivals = await readRivals(db, {
    ...{ bankAccountId: first.bank_account_id, amounts, without: ids, limit: rivalsMax },
  })
  const sound = await soundLines(db, ids)
  // Lines of one bank account have its settings. A round takes those of sound statements apart from the others.
  const judged = [true, false].flatMap((isSound) => {
    const some = open.filter(({ id }) => sound.has(id) === isSound)
    const others = [...rivals, ...open.filter(({ id }) => sound.has(id) !== isSound)].filter((row) => !row.is_before)
    const settings = { ...settingsOf(first), automatic: first.automatic && isSound }
    return decideAlike(some, { found, settings, others: others.map(lineToMatch) })
  })
  return [...closing, ...judged]
}

function settingsOf(row: LineRow): MatchSettings {
  return {
    automatic: row.automatic,
    autoFrom: row.auto_from,
    proposeFrom: row.propose_from,
    amountAndDocumentIsAutomatic: false,
  }
}

interface Surroundings {
  found: Candidates
  settings: MatchSettings
  others: readonly LineToMatch[]
}

function decideAlike(rows: readonly LineRow[], { found, settings, others }: Surroundings): Verdict[] {
  const lines = rows.map(lineToMatch)
  const payins = matchLines(lines, found.payins, settings, others)
  const credits = lines.map((line) => line.sign === 'C')
  const paid = matchPayouts(lines, found.unpaid, settings, { otherLines: others })
  const returned = matchPayouts(lines, found.paid, settings, { otherLines: others })
  const taken = new Set<bigint>()
  return rows.map((row, at): Verdict => {
    const linked = linkOf(row, found, taken)
    if (linked) {
      taken.add(linked.transferId)
      return linked
    }
    const payin = payins[at]
    const payout = credits[at] ? returned[at] : paid[at]
    if (payout?.kind === 'apply' && isOpenPayout(payout.transactionId, found)) {
      const as = payout.as === 'paid' ? 'payout' : 'payout_return'
      return apply(row, { as, matched: payout.matched })
    }
    if (payin?.kind === 'apply' && payout?.kind !== 'propose') {
      return apply(row, { as: 'payin', matched: payin.matched, senderDocument: documentOf(row, payin.matched, found) })
    }
    const candidates = [
      ...candidatesOf(row, 'payin', proposedBy(payin)),
      ...candidatesOf(row, credits[at] ? 'payout_return' : 'payout', proposedBy(payout)),
    ]
    return { kind: 'wait', row, candidates }
  })
}

/** A match that may not be applied is proposed. */
function proposedBy(
  decision: MatchDecision | PayoutDecision | undefined,
): readonly (MatchedCandidate | MatchedPayout)[] {
  if (decision?.kind === 'apply') return [decision.matched]
  return decision?.kind === 'propose' ? decision.matched : []
}

/** An operator's confirmation may have paid it already: then a person decides whether the line proves that. */
function isOpenPayout(transactionId: string, { manual }: Candidates): boolean {
  return (manual.get(transactionId) ?? []).length === 0
}

function apply(
  row: LineRow,
  match: { as: LineCandidate['class']; matched: MatchedCandidate | MatchedPayout; senderDocument?: string | undefined },
): Verdict {
  const { as, matched, senderDocument } = match
  return { kind: 'apply', row, as, transactionId: matched.transactionId, senderDocument, evidence: evidenceOf(matched) }
}

/** Banks and merchants write one document in several forms. Where they agree, the order's form is kept. */
function documentOf(row: LineRow, { transactionId }: MatchedCandidate, { payins }: Candidates): string | undefined {
  const order = payins.find((each) => each.transactionId === transactionId)
  const document = row.party_document ?? undefined
  return documentsAgree(document, order?.payerDocument) === 'agrees' ? order?.payerDocument : document
}

function evidenceOf({ rule, score, reasons }: MatchedCandidate | MatchedPayout): MatchEvidence {
  return { rule, score, reasons: [...new Set(reasons.map(({ code }) => code))] }
}

function candidatesOf(
  row: LineRow,
  as: LineCandidate['class'],
  matched: readonly (MatchedCandidate | MatchedPayout)[],
): LineCandidate[] {
  return matched.map((each) => ({
    lineId: row.id,
    transactionId: each.transactionId,
    class: as,
    ...evidenceOf(each),
  }))
}

type Link = Extract<Verdict, { kind: 'link' }>

/**
 * The money that an operator confirmed with a number of exactly this line, of the same amount. Banks use short numbers
 * again, so an order of another own account needs the line's id. `taken`: transfers that other lines of the round prove.
 */
function linkOf(
  row: LineRow,
  { manual, payins, unpaid, anywhere }: Candidates,
  taken: ReadonlySet<bigint>,
): Link | undefined {
  const { bankRef, endToEndId, txId, clearingRef, customerRef } = row.refs
  const ofBank = [bankRef, endToEndId, txId, clearingRef, customerRef].map(receiptKey).filter(Boolean)
  const found = (row.sign === 'C' ? payins : unpaid).flatMap(({ transactionId, connectorAccountId }) => {
    const isHere = connectorAccountId === row.connector_account_id || anywhere.has(transactionId)
    // People may name a line without a number of the bank by its id.
    const numbers = new Set([receiptKey(row.id), ...(isHere ? ofBank : [])])
    return (manual.get(transactionId) ?? [])
      .filter((money) => BigInt(money.amount_minor) === row.amount_minor)
      .filter((money) => !taken.has(BigInt(money.transfer_id)))
      .filter(({ receipts }) => receipts.some((receipt) => numbers.has(receipt)))
      .map((money) => ({ transactionId, connectorAccountId, transferId: BigInt(money.transfer_id) }))
  })
  const [only, other] = found
  if (!only || other) return undefined
  return {
    kind: 'link',
    row,
    as: row.sign === 'C' ? 'payin' : 'payout',
    transactionId: only.transactionId,
    orderAccountId: only.connectorAccountId,
    transferId: only.transferId,
    evidence: { rule: 'receipt', score: 100, reasons: ['bank_reference', 'amount_agrees'] },
  }
}

/** As the database compares receipts: without separators and zeros in front. Too short ones name nothing. */
function receiptKey(text: string | undefined): string {
  const key = plainReference(text ?? '').replace(/^0+/, '')
  return key.length >= 4 ? key : ''
}

/** Lines that stand in a statement that its balances and its predecessor confirm. */
async function soundLines(db: Db, lineIds: readonly string[]): Promise<ReadonlySet<string>> {
  const sightings = await readSightings(db, lineIds)
  const statementIds = [...new Set(sightings.map((each) => each.bank_statement_id))]
  const statements = await listStatements(db, { bankAccountId: null, statementIds, limit: statementIds.length })
  const sound = new Set(
    statements
      .filter(({ adds_up: addsUp, doubts, surplus_minor: surplus }) => {
        return addsUp !== false && doubts.length === 0 && (surplus === null || BigInt(surplus) === 0n)
      })
      .filter(({ opening_minor: opening, expected_opening_minor: expected }) => {
        return opening === null || expected === null || BigInt(opening) === BigInt(expected)
      })
      .map(({ id }) => id),
  )
  return new Set(sightings.filter((each) => sound.has(each.bank_statement_id)).map((each) => each.bank_line_id))
}
