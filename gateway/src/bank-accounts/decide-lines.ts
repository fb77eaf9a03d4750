import type { Db } from '../platform/database/database.ts'
import { addDays } from '../values/days.ts'
import { type Candidates, findCandidates, lineToMatch } from './find-candidates.ts'
import { type LineRule, ruleFor } from './rules/judge-by-rules.ts'
import { likelyFrom } from './rules/likely-candidate.ts'
import { matchLines } from './rules/match.ts'
import { type MatchedPayout, matchPayouts, type PayoutDecision } from './rules/match-payouts.ts'
import type { LineToMatch, MatchDecision, MatchedCandidate, MatchSettings } from './rules/match-types.ts'
import { plainReference } from './rules/reference-tokens.ts'
import { documentsAgree } from './rules/sender.ts'
import { type StatementWait, statementWaits, waitOf } from './rules/statement-soundness.ts'
import { findBankAccount } from './store/bank-accounts.ts'
import { readHolidays } from './store/bank-holidays.ts'
import { listStatements, type StatementRow } from './store/bank-statements.ts'
import { readAwaitedDebits } from './store/batch-debits.ts'
import { type LineCandidate, readRefusals, refusalKey } from './store/line-candidates.ts'
import { type LineRuleRow, readLineRules } from './store/line-rules.ts'
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
  | { kind: 'explain'; row: LineRow; rule: LineRule }
  | { kind: 'wait'; row: LineRow; candidates: readonly LineCandidate[] }

/** Lines of the same amounts that a round compares with. More cannot be told apart by the amount. */
const rivalsMax = 2_000

/**
 * Judges lines of one bank account. A match is applied by itself only where the account says so and a statement that
 * holds the line takes effect by itself: see `waitOf`. So is a rule that an operator wrote, where no order is
 * likely. A line that an operator confirmed money by is linked to that money. A line that only a report or a notice holds
 * completes an order at most, see `announcedVerdict`. Nothing is applied by itself to a line that is `doubtful`.
 */
export async function decideLines(
  db: Db,
  rows: readonly LineRow[],
  doubtful: ReadonlySet<string> = new Set(),
): Promise<readonly Verdict[]> {
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
  const relied = await soundLines(db, ids)
  const sound = new Set([...relied].filter((id) => !doubtful.has(id)))
  const holidays = await readHolidaysOfLines(db, open)
  const refusals = await readRefusals(db, ids)
  const rules = (await readLineRules(db, { bankAccountId: first.bank_account_id, inForce: true })).map(ruleOf)
  const awaitedDebits = await readAwaitedDebits(db, { bankAccountId: first.bank_account_id, amounts })
  const taken = new Set<bigint>()
  // Lines of one bank account have its settings. A round takes those of sound statements apart from the others.
  const judged = [true, false].flatMap((isSound) => {
    const some = open.filter(({ id }) => sound.has(id) === isSound)
    const others = [...rivals, ...open.filter(({ id }) => sound.has(id) !== isSound)].filter((row) => !row.is_before)
    const settings = { ...settingsOf(first), holidays, automatic: first.automatic && isSound }
    const around = {
      ...{
        found,
        settings,
        others: others.map((row) => lineToMatch(row)),
        rules: isSound ? rules : [],
        refusals,
        taken,
      },
      awaitedDebits,
    }
    return decideAlike(some, around).map((verdict) =>
      verdict.row.standing === 'announced' ? announcedVerdict(verdict, around) : byRule(verdict, around),
    )
  })
  return [...closing, ...judged]
}

/**
 * A report or a notice completes an order that has no money yet, by its whole amount, where it would be applied by itself
 * and has a number of the bank. Everything else waits for the statement, outside the ledger.
 */
function announcedVerdict(verdict: Verdict, { found }: Surroundings): Verdict {
  const { row } = verdict
  if (verdict.kind !== 'apply') return verdict.kind === 'wait' ? verdict : { kind: 'wait', row, candidates: [] }
  const { as, transactionId, evidence } = verdict
  const order = found.payins.find((each) => each.transactionId === transactionId)
  const isFirst = order?.receivedMinor === 0n && order.expectedMinor === row.amount_minor
  if (as === 'payin' && isFirst && row.refs.bankRef !== undefined) return verdict
  return { kind: 'wait', row, candidates: [{ lineId: row.id, transactionId, class: as, ...evidence }] }
}

/**
 * A line that waits is what a rule says, unless it is likely somebody's. A debit of an amount that the bank was told to
 * pay, or will be, may be that payment: no rule calls it a cost.
 */
function byRule(verdict: Verdict, { rules, awaitedDebits }: Surroundings): Verdict {
  if (verdict.kind !== 'wait' || verdict.candidates.some(({ score }) => score >= likelyFrom)) return verdict
  const { row } = verdict
  const awaited = row.sign === 'D' ? awaitedDebits : new Set<bigint>()
  const line = { sign: row.sign, amountMinor: row.amount_minor, text: row.text, bankCode: row.bank_code }
  // What a person took back is no rule's any more.
  const rule = row.judgement > 0 ? undefined : ruleFor(line, rules)
  return rule && !awaited.has(row.amount_minor) ? { kind: 'explain', row, rule } : verdict
}

function ruleOf(row: LineRuleRow): LineRule {
  const { id, sign, text_contains: textContains, bank_code: bankCode, amount_max_minor: amountMaxMinor } = row
  return { id, sign, textContains, bankCode, amountMaxMinor, class: row.class }
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
  rules: readonly LineRule[]
  /** Amounts that the account's bank is still to pay out. */
  awaitedDebits: ReadonlySet<bigint>
  /** What a person said that lines are not. */
  refusals: ReadonlySet<string>
  /** Transfers that lines of the round prove, of sound statements and others: each is proven once. */
  taken: Set<bigint>
}

function decideAlike(rows: readonly LineRow[], around: Surroundings): Verdict[] {
  const { found, settings, others, refusals, taken } = around
  const lines = rows.map((row) => lineToMatch(row, found.crowded))
  const payins = matchLines(lines, found.payins, settings, others)
  const credits = lines.map((line) => line.sign === 'C')
  const paid = matchPayouts(lines, found.unpaid, settings, { otherLines: others })
  const returned = matchPayouts(lines, found.paid, settings, { otherLines: others })
  return rows.map((row, at): Verdict => {
    const linked = row.standing === 'announced' ? undefined : linkOf(row, found, taken)
    if (linked) {
      taken.add(linked.transferId)
      return linked
    }
    const payin = payins[at]
    const payout = credits[at] ? returned[at] : paid[at]
    const isRefused = ({ transactionId }: { transactionId: string }) => refusals.has(refusalKey(row.id, transactionId))
    if (payout?.kind === 'apply' && isOpenPayout(payout.transactionId, found) && !isRefused(payout)) {
      const as = payout.as === 'paid' ? 'payout' : 'payout_return'
      return apply(row, { as, matched: payout.matched })
    }
    if (payin?.kind === 'apply' && payout?.kind !== 'propose' && !isRefused(payin)) {
      return apply(row, { as: 'payin', matched: payin.matched, senderDocument: documentOf(row, payin.matched, found) })
    }
    const candidates = [
      ...candidatesOf(row, 'payin', proposedBy(payin)),
      ...candidatesOf(row, credits[at] ? 'payout_return' : 'payout', proposedBy(payout)),
    ]
    return { kind: 'wait', row, candidates: candidates.filter((each) => !isRefused(each)) }
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
      .filter(({ announced }) => !announced)
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

/** Lines of which a statement that holds them takes effect by itself. */
export async function soundLines(db: Db, lineIds: readonly string[]): Promise<ReadonlySet<string>> {
  const waits = await waitsOfLines(db, lineIds)
  return new Set(lineIds.filter((id) => waits.get(id) === null))
}

/**
 * By line: why no statement that holds it takes effect by itself, or null where one does. Of several reasons the one that
 * needs least. The first statement gave the line its text and sender, which later ones do not change: where a person
 * uploaded it, its reason stays, whatever other statements hold the line.
 */
export async function waitsOfLines(
  db: Db,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, StatementWait | null>> {
  const sightings = await readSightings(db, lineIds)
  const statementIds = [...new Set(sightings.map((each) => each.bank_statement_id))]
  const statements = await listStatements(db, { bankAccountId: null, statementIds, limit: statementIds.length })
  const known = new Map(statements.map((each) => [each.id, { ...each, wait: waitOf(each) }]))
  const found = new Map<string, StatementWait | null>()
  const firsts = new Map<string, StatementRow & { wait: StatementWait | null }>()
  for (const { bank_line_id: id, bank_statement_id: statementId } of sightings) {
    const statement = known.get(statementId)
    if (!statement) continue
    const [best, first] = [found.get(id), firsts.get(id)]
    if (best === undefined || weightOf(statement.wait) > weightOf(best)) found.set(id, statement.wait)
    if (!first || statement.received_at < first.received_at) firsts.set(id, statement)
  }
  for (const [id, { uploaded_by: uploader, wait }] of firsts) if (uploader !== null) found.set(id, wait)
  return found
}

function weightOf(wait: StatementWait | null): number {
  return wait === null ? statementWaits.length : statementWaits.indexOf(wait)
}

/** Days around lines on which their bank may have been closed: business days are counted over at most so many. */
const holidaysWithinDays = 62

async function readHolidaysOfLines(db: Db, rows: readonly LineRow[]): Promise<ReadonlySet<string>> {
  const [row] = rows
  const days = rows.map(({ booking_day: day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  const account = row && (await findBankAccount(db, row.bank_account_id))
  if (!account || first === undefined || last === undefined) return new Set()
  const { country } = account
  return await readHolidays(db, {
    country,
    from: addDays(first, -holidaysWithinDays),
    to: addDays(last, holidaysWithinDays),
  })
}
