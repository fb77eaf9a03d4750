import type { Db } from '../platform/database/database.ts'
import type { PayoutCandidate } from './rules/match-payouts.ts'
import type { LineToMatch, MatchCandidate } from './rules/match-types.ts'
import { searchOf } from './rules/reference-search.ts'
import type { LineRow } from './store/line-states.ts'
import {
  findPayins,
  findPayouts,
  type ManualMoney,
  type PayinCandidateRow,
  type PayoutCandidateRow,
} from './store/match-candidates.ts'

/** What a line may belong to, and the money of each that an operator confirmed and no line proves. */
export interface Candidates {
  payins: readonly MatchCandidate[]
  /** Payouts whose debit is missing, and those whose money may come back. */
  unpaid: readonly PayoutCandidate[]
  paid: readonly PayoutCandidate[]
  manual: ReadonlyMap<string, readonly ManualMoney[]>
  /** Transactions of no bank account: a line of any own account may prove their money. */
  anywhere: ReadonlySet<string>
}

/** A line of the database as the rules read it. */
export function lineToMatch(row: LineRow): LineToMatch {
  const { refs } = row
  const reference = refs.customerRef ?? refs.instructionId
  // Banks put numbers of their own into these fields. A number there counts as in the text: its amount must agree.
  const isNumber = reference !== undefined && /^\d+$/.test(reference)
  return {
    connectorAccountId: row.connector_account_id,
    sign: row.sign,
    amountMinor: row.amount_minor,
    currency: row.currency,
    bookingDay: row.booking_day,
    reversal: row.reversal,
    isHint: false,
    isLump: !row.is_single,
    bankRef: refs.bankRef,
    endToEndId: refs.endToEndId,
    txId: refs.txId ?? refs.clearingRef,
    structuredReference: isNumber ? undefined : reference,
    text: isNumber ? `${row.text} / ${reference}` : row.text,
    partyName: row.party_name ?? undefined,
    partyDocument: row.party_document ?? undefined,
    partyAccount: row.party_account ?? undefined,
  }
}

/** The candidates of lines of one bank account. */
export async function findCandidates(db: Db, rows: readonly LineRow[]): Promise<Candidates> {
  const [first] = rows
  if (!first) return { payins: [], unpaid: [], paid: [], manual: new Map(), anywhere: new Set() }
  const searches = rows.map((row) => searchOf(lineToMatch(row)))
  const common = {
    environment: first.environment,
    currency: first.currency,
    timeZone: first.time_zone,
    amounts: [...new Set(rows.map((row) => row.amount_minor))],
  }
  const payins = await findPayins(db, {
    ...common,
    references: [...new Set(searches.flatMap(({ references }) => references))],
    transferNumbers: [...new Set(searches.flatMap(({ transferNumbers }) => transferNumbers))],
  })
  const payouts = await findPayouts(db, common)
  return {
    payins: payins.map(payinCandidate),
    unpaid: payouts.filter(({ status, manual }) => status === 'PENDING' || manual.length > 0).map(payoutCandidate),
    paid: payouts
      .filter((row) => row.status === 'COMPLETED' && row.reversed_minor < row.amount_minor)
      .map(payoutCandidate),
    manual: new Map([...payins, ...payouts].map(({ id, manual }) => [id, manual])),
    anywhere: new Set([...payins, ...payouts].flatMap((row) => (row.of_no_bank_account ? [row.id] : []))),
  }
}

function payinCandidate(row: PayinCandidateRow): MatchCandidate {
  const { details } = row
  const name = [details['payer_name'], details['payer_lastname']].filter(Boolean).join(' ')
  return {
    transactionId: row.id,
    connectorAccountId: row.connector_account_id,
    currency: row.currency,
    state: row.status,
    expectedMinor: row.expected_minor,
    receivedMinor: row.received_minor,
    createdDay: row.created_day,
    endedDay: row.ended_day ?? undefined,
    targetReference: row.target_reference ?? undefined,
    isNumericReference: /^\d+$/.test(row.target_reference ?? ''),
    // Deposit accounts of own bank accounts are those of many orders.
    ownNumbers: [],
    payerReference: row.payer_reference ?? undefined,
    payerName: name || undefined,
    payerDocument: details['payer_doc_id'],
    payerPhone: details['payer_phone'],
    hasUnlinkedManualMoney: row.manual.length > 0,
  }
}

function payoutCandidate(row: PayoutCandidateRow): PayoutCandidate {
  const { details } = row
  return {
    transactionId: row.id,
    connectorAccountId: row.connector_account_id,
    currency: row.currency,
    amountMinor: row.amount_minor,
    sentDay: row.created_day,
    keys: [row.id],
    beneficiaryAccount: details['account'] ?? details['account_inter_bank_code'],
    beneficiaryDocument: details['account_doc_id'],
  }
}
