import { wentBackOf } from '../../processing/rules/refund-sums.ts'
import type { Transaction } from '../../processing/rules/transaction.ts'
import {
  amountOf,
  cardMessage,
  notesOf,
  payerUrl,
  payinInstants,
  payinInstructions,
  transactionData,
} from '../../processing/rules/transaction-data.ts'
import { amountNumber } from '../../values/money.ts'
import { isoMicroseconds, payoutTimestamp } from '../../values/timestamps.ts'
import type { BookedTransaction, TransactionDetail } from '../store/reads/json-rows.ts'
import type { LocalPayin } from './creation-schemas.ts'

/** `data` of `payin_hth` for bank transfers and local methods (spec, Create pay-in; contract section 3). */
export function payinData(transaction: Transaction, publicUrl: string): LocalPayin {
  const data = {
    transaction_id: transaction.id,
    reference: transaction.reference,
    amount: amountOf(transaction),
    currency: transaction.currency,
    status: transaction.status,
    ...payinInstants(transaction),
    ...payinInstructions(transaction, publicUrl),
    ...notesOf(transaction),
  }
  // Which of the instructions are there follows from the kind of the service code. Tests check it for every code.
  return data as LocalPayin
}

/**
 * `data` of a card pay-in. The first reply says PENDING even if the card was declined; ERROR follows by callback. A
 * repeated request shows the current status (contract section 3, The same reference again).
 */
export function cardPayinData(
  transaction: Transaction,
  { publicUrl, replayed }: { publicUrl: string; replayed: boolean },
) {
  return {
    transaction_id: transaction.id,
    reference: transaction.reference,
    amount: amountOf(transaction),
    status: replayed ? transaction.status : ('PENDING' as const),
    message: cardMessage,
    redirect_url: payerUrl(transaction, publicUrl),
    ...notesOf(transaction),
  }
}

/** `data` of `payout_hth` (spec, Create payout). */
export function payoutData(transaction: Transaction) {
  return {
    transaction_id: transaction.id,
    amount: amountOf(transaction),
    reference: transaction.reference,
    created_at: payoutTimestamp(transaction.createdAt),
    status: transaction.status,
    ...notesOf(transaction),
  }
}

/** A transaction of a list: `fee` and `net` are null before the ledger booked anything of it. */
export function bookedTransactionData(transaction: BookedTransaction, publicUrl: string) {
  const { bookedMoney, currency, status, amounts } = transaction
  const wentBack = wentBackOf({ status, bookedMinor: amounts.bookedMinor }, transaction.refundSums)
  const amountOrNull = (minor: bigint | null) => (minor === null ? null : amountNumber(minor, currency))
  return Object.assign(transactionData(transaction, publicUrl), {
    fee: bookedMoney && amountNumber(bookedMoney.feeMinor, currency),
    net: bookedMoney && amountNumber(bookedMoney.netMinor, currency),
    refunded_amount: amountOrNull(wentBack.refundedMinor),
    refundable_amount: amountOrNull(wentBack.refundableMinor),
  })
}

/** `data` of one transaction with its history. */
export function transactionDetailData(detail: TransactionDetail, publicUrl: string) {
  return Object.assign(bookedTransactionData(detail, publicUrl), {
    end_to_end_id: detail.endToEndId,
    provider_reference: detail.providerReference,
    sender_name: detail.senderName,
    sender_document_number: detail.senderDocument,
    details: detail.details,
    card_bin: detail.cardBin ?? undefined,
    card_last4: detail.cardBin === null ? undefined : detail.cardLast4,
    history: detail.history.map((entry) => ({
      status: entry.status,
      reason: entry.reason,
      at: isoMicroseconds(entry.at),
      source: entry.source,
      detail: entry.detail,
    })),
  })
}
