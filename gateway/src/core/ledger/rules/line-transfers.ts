import type { Environment } from '../../values/environment.ts'
import {
  type AccountKey,
  type AccountKind,
  accountOwners,
  accountsOf,
  type BankLineTransferKind,
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
}

/** Kinds that take a line's place in the ledger of its own account. */
const arrivals: ReadonlySet<TransferKind> = new Set(['payin', 'suspense', 'payout', 'late_payout', 'refund'])

/** One transfer of a line, between accounts of its own bank account or of another one. */
function lineTransfer(
  line: BookedLine,
  kind: TransferKind,
  about: { transactionId?: string | undefined; connectorAccountId?: string; pointId?: string | undefined } = {},
): NewTransfer {
  const owners = {
    point: about.pointId ?? '',
    'connector account': about.connectorAccountId ?? line.connectorAccountId,
    nobody: '',
  }
  const key = (account: AccountKind): AccountKey => ({
    environment: line.environment,
    currency: line.currency,
    kind: account,
    ownerId: owners[accountOwners[account]],
  })
  const { debit, credit } = accountsOf(kind, 'available')
  return {
    transactionId: about.transactionId ?? null,
    pointId: null,
    kind,
    debit: key(debit),
    credit: key(credit),
    amountMinor: line.amountMinor,
    note: null,
    bankLineId: line.id,
  }
}

/** The entry of a line that nobody has claimed. */
export function unknownTransfer(line: BookedLine): NewTransfer {
  return lineTransfer(line, line.sign === 'C' ? 'unknown_in' : 'unknown_out')
}

/** Takes back the entry of a line that nobody had claimed. */
export function claimedTransfers(line: BookedLine, transactionId?: string): NewTransfer[] {
  if (!line.isInSuspense) return []
  const kind = line.sign === 'C' ? 'unknown_used' : 'unknown_out_used'
  return [lineTransfer(line, kind, { transactionId })]
}

/**
 * What a person says that a line was, where it moved no order's money; it leaves suspense. `pointId`: whose prefunding it is
 * of.
 */
export function explainedTransfers(line: BookedLine, kind: BankLineTransferKind, pointId?: string): NewTransfer[] {
  return [...claimedTransfers(line), lineTransfer(line, kind, { pointId })]
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
    ...transfers.map((transfer) => (isOfLine(transfer) ? { ...transfer, bankLineId: line.id } : transfer)),
  ]
}
