import { unreachable } from '../../values/assert.ts'
import type { Environment } from '../../values/environment.ts'
import {
  type AccountKey,
  type AccountKind,
  accountOwners,
  accountsOf,
  type NewTransfer,
  type TransferKind,
} from './ledger.ts'

/** A line of a bank statement as the ledger books it. Minor units, above zero. */
export interface BookedLine {
  id: string
  environment: Environment
  currency: string
  /** Of the own bank account that the line is of. */
  connectorAccountId: string
  sign: 'C' | 'D'
  amountMinor: bigint
  /** Booked as `unknown_in` or `unknown_out` before. */
  isInSuspense: boolean
  /** 0, and 2 more for each correction of what the line is. */
  judgement: number
}

/** Kinds that take a line's place in the ledger of its own account. */
const arrivals: ReadonlySet<TransferKind> = new Set(['payin', 'suspense', 'payout', 'late_payout'])

/** What a transfer of a line is about, beside the line. */
interface About {
  transactionId?: string | undefined
  /** Of another own bank account than the line's. */
  connectorAccountId?: string
  pointId?: string
  /** Where it is not the line's whole amount. Minor units. */
  amountMinor?: bigint
}

/** One transfer of a line, between accounts of its own bank account, of another one, or of a point. */
function lineTransfer(line: BookedLine, kind: TransferKind, about: About = {}): NewTransfer {
  const { transactionId = null, connectorAccountId = line.connectorAccountId, pointId } = about
  const owners = { nobody: '', 'connector account': connectorAccountId, point: pointId ?? '' }
  const key = (account: AccountKind): AccountKey => ({
    environment: line.environment,
    currency: line.currency,
    kind: account,
    ownerId: owners[accountOwners[account]],
  })
  const { debit, credit } = accountsOf(kind, 'available')
  return {
    transactionId,
    pointId: pointId ?? null,
    kind,
    debit: key(debit),
    credit: key(credit),
    amountMinor: about.amountMinor ?? line.amountMinor,
    note: null,
    bankLineId: line.id,
    lineJudgement: line.judgement,
  }
}

/** The entry of a line that nobody has claimed. */
export function unknownTransfer(line: BookedLine): NewTransfer {
  return lineTransfer(line, line.sign === 'C' ? 'unknown_in' : 'unknown_out')
}

/** Takes back the entry of a line that nobody had claimed. `transactionId`: of the only order that the line is for. */
export function claimedTransfers(line: BookedLine, transactionId?: string): NewTransfer[] {
  if (!line.isInSuspense) return []
  const kind = line.sign === 'C' ? 'unknown_used' : 'unknown_out_used'
  return [lineTransfer(line, kind, { transactionId })]
}

/** What a line is that belongs to no order. */
export type Explanation =
  /** Cost or income of the bank. */
  | { as: 'bank' }
  /** From or to another own bank account. */
  | { as: 'own_transfer' }
  /** The money behind the prefunding of a point (a credit), or a point's money that left (a debit). */
  | { as: 'funding'; pointId: string }
  /** The owner takes fees out. The shares add up to the line; minor units. */
  | { as: 'owner_out'; shares: readonly { pointId: string; amountMinor: bigint }[] }
  /** Sends back, or brings back, what nobody had claimed. */
  | { as: 'unknown_return' }

/** The entries of a line that is explained, with the end of its entry as an unclaimed one. */
export function explainedTransfers(line: BookedLine, explanation: Explanation): NewTransfer[] {
  return [...claimedTransfers(line), ...meaningOf(line, explanation)]
}

function meaningOf(line: BookedLine, explanation: Explanation): NewTransfer[] {
  const isCredit = line.sign === 'C'
  switch (explanation.as) {
    case 'bank':
      return [lineTransfer(line, isCredit ? 'bank_income' : 'bank_cost')]
    case 'own_transfer':
      return [lineTransfer(line, isCredit ? 'transfer_in' : 'transfer_out')]
    case 'funding':
      return [lineTransfer(line, isCredit ? 'funding_seen' : 'withdrawal_seen', { pointId: explanation.pointId })]
    case 'owner_out':
      return explanation.shares.map((share) => lineTransfer(line, 'owner_out', share))
    case 'unknown_return':
      return [lineTransfer(line, isCredit ? 'unknown_out_returned' : 'unknown_returned')]
    default:
      return unreachable(explanation)
  }
}

/**
 * Takes back what an explained line was said to be: each of its entries the other way round, and the line's money is of
 * nobody again. They stand between the judgement that was wrong and the next one.
 */
export function reopenedTransfers(line: BookedLine, meaning: readonly NewTransfer[]): NewTransfer[] {
  const between = { ...line, judgement: line.judgement + 1 }
  const back = meaning.map((transfer) => ({
    ...transfer,
    debit: transfer.credit,
    credit: transfer.debit,
    lineJudgement: between.judgement,
  }))
  return [...back, unknownTransfer(between)]
}

/**
 * What an own bank account held before its ledger began: minor units, below zero for an overdrawn account. None for
 * zero. It belongs to no line.
 */
export function openingTransfers(
  account: { environment: Environment; currency: string; connectorAccountId: string },
  minor: bigint,
): NewTransfer[] {
  if (minor === 0n) return []
  const { debit, credit } = accountsOf('opening', 'available')
  const { environment, currency, connectorAccountId: ownerId } = account
  const key = (kind: AccountKind): AccountKey => ({ environment, currency, kind, ownerId })
  const [from, to] = minor > 0n ? [debit, credit] : [credit, debit]
  return [
    {
      ...{ transactionId: null, pointId: null, kind: 'opening', note: null },
      ...{ debit: key(from), credit: key(to), amountMinor: minor > 0n ? minor : -minor },
    },
  ]
}

/** What moves between two own bank accounts where the order belongs to another one than the line. */
export function movedTransfers(
  line: BookedLine,
  order: { transactionId: string; connectorAccountId: string },
): NewTransfer[] {
  const { transactionId, connectorAccountId } = order
  if (connectorAccountId === line.connectorAccountId) return []
  const [here, there] = line.sign === 'C' ? (['moved_in', 'moved_out'] as const) : (['moved_out', 'moved_in'] as const)
  return [lineTransfer(line, here, { transactionId }), lineTransfer(line, there, { transactionId, connectorAccountId })]
}

/**
 * An order's transfers of one update, with those that the line behind it needs. `isReturn`: the line brings back a
 * payout.
 */
export function transfersByLine(
  transfers: readonly NewTransfer[],
  line: BookedLine,
  order: { transactionId: string; connectorAccountId: string; isReturn: boolean },
): NewTransfer[] {
  const isOfLine = ({ kind }: NewTransfer) => (order.isReturn ? kind === 'return' : arrivals.has(kind))
  return [
    ...claimedTransfers(line, order.transactionId),
    ...movedTransfers(line, order),
    ...transfers.map((transfer) =>
      isOfLine(transfer) ? { ...transfer, bankLineId: line.id, lineJudgement: line.judgement } : transfer,
    ),
  ]
}
