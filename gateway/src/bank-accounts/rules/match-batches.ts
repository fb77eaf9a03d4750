import { businessDaysBetween } from './business-days.ts'
import type { LineToMatch } from './match-types.ts'
import { plainReference, wordsOf } from './reference-tokens.ts'

/** A payment file that the bank has. Amounts are minor units, days `2030-06-14`. */
export interface BatchCandidate {
  batchId: string
  messageId: string
  /** Payments whose outcome is not known, and their sum. */
  openCount: number
  openMinor: bigint
  handedOverDay: string
  executionDay: string
}

/** `B1`: the debit quotes the file. `B2`: it is the sum of what is open in one file, and of nothing else. */
export interface MatchedBatch {
  batchId: string
  rule: 'B1' | 'B2'
  score: number
  reasons: readonly string[]
}

/** A later debit with the sum of a file is another payment. */
const debitDays = 5
/** The sum of one payment says no more than its amount. */
const countMin = 2

/**
 * The file whose open payments a single debit pays. `elsewhere`: how many other payouts and unclaimed debits have the
 * line's amount; then the sum alone proves nothing.
 */
export function matchBatch(
  line: LineToMatch,
  batches: readonly BatchCandidate[],
  { elsewhere, holidays }: { elsewhere: number; holidays?: ReadonlySet<string> },
): MatchedBatch | undefined {
  if (line.sign !== 'D' || line.reversal) return undefined
  const quoted = quotedIn(line)
  const named = batches.filter(({ messageId }) => quoted.has(messageId))
  if (named.length > 0) {
    const [only, other] = named
    if (!only || other || only.openMinor !== line.amountMinor) return undefined
    return { batchId: only.batchId, rule: 'B1', score: 100, reasons: ['own_number', 'amount_agrees'] }
  }
  const alike = batches.filter(({ openMinor }) => openMinor === line.amountMinor)
  const [only, other] = alike
  if (!only || other || elsewhere > 0 || only.openCount < countMin) return undefined
  if (line.bookingDay < only.handedOverDay) return undefined
  const isLater = line.bookingDay > only.executionDay
  const days = isLater ? businessDaysBetween(only.executionDay, line.bookingDay, holidays) : 0
  if (days > debitDays) return undefined
  return { batchId: only.batchId, rule: 'B2', score: 95, reasons: ['amount_agrees'] }
}

function quotedIn(line: LineToMatch): ReadonlySet<string> {
  const fields = [line.endToEndId, line.txId, line.structuredReference, line.bankRef]
  return new Set([
    ...fields.map((text) => plainReference(text ?? '')),
    ...wordsOf(line.text).map(({ letters }) => letters),
  ])
}
