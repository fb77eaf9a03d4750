import type { LineToMatch, MatchCandidate, MatchSettings } from '../../src/bank-accounts/rules/match.ts'
import { textReference } from '../../src/connectors/own-account/references.ts'

export const key = 'a key of a test'
export const settings: MatchSettings = {
  automatic: true,
  autoFrom: 95,
  proposeFrom: 50,
  amountAndDocumentIsAutomatic: false,
}

export function order(sequence: bigint, change: Partial<MatchCandidate> = {}): MatchCandidate {
  return {
    transactionId: `order-${sequence}`,
    connectorAccountId: 'account',
    currency: 'ARS',
    state: 'PENDING',
    expectedMinor: 150_000n,
    receivedMinor: 0n,
    createdDay: '2030-06-13',
    targetReference: textReference(key, sequence),
    isNumericReference: false,
    ownNumbers: [],
    payerName: 'María José Núñez',
    payerDocument: '28.456.789',
    hasUnlinkedManualMoney: false,
    ...change,
  }
}

export function line(change: Partial<LineToMatch> = {}): LineToMatch {
  return {
    connectorAccountId: 'account',
    sign: 'C',
    amountMinor: 150_000n,
    currency: 'ARS',
    bookingDay: '2030-06-14',
    reversal: false,
    isHint: false,
    text: 'TRANSFERENCIA RECIBIDA',
    ...change,
  }
}
