import type { BookedLine } from '../ledger/rules/line-transfers.ts'
import type { LineRow, NewLineState } from './store/line-states.ts'

/** A line of the database as the ledger books it. */
export function bookedLine(row: LineRow): BookedLine {
  return {
    id: row.id,
    environment: row.environment,
    currency: row.currency,
    connectorAccountId: row.connector_account_id,
    sign: row.sign,
    amountMinor: row.amount_minor,
    isInSuspense: row.state === 'in_suspense' || row.state === 'returning',
    judgement: row.judgement,
  }
}

/** A state that a line takes, with nothing else known of it yet. */
export function stateOf(row: LineRow, state: NewLineState['state']): NewLineState {
  const nothing = { class: null, transactionId: null, transferId: null, evidence: null }
  return { lineId: row.id, from: row.state, state, atChange: row.statement_changes, ...nothing }
}
