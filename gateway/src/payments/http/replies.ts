import { methodFor } from '../../payment-methods/index.ts'
import type { Transaction } from '../../processing/rules/transaction.ts'
import { present } from '../../values/assert.ts'
import { amountNumber } from '../../values/money.ts'
import { isoMicroseconds, payoutTimestamp } from '../../values/timestamps.ts'
import type { TransactionDetail } from '../get-transaction.ts'

/** What a card pay-in's reply says, whatever becomes of it later (spec, Create card pay-in; contract section 3). */
const cardMessage = 'Transaction in progress'

export function isCardPayin(transaction: Transaction): boolean {
  return methodFor(transaction.serviceCode)?.payin?.kind === 'card'
}

/** `data` of `payin_hth` for bank transfers and local methods (spec, Create pay-in; contract section 3). */
export function payinData(transaction: Transaction, publicUrl: string) {
  return {
    transaction_id: transaction.id,
    reference: transaction.reference,
    amount: amountOf(transaction),
    currency: transaction.currency,
    status: transaction.status,
    ...payinInstants(transaction),
    ...payinInstructions(transaction, publicUrl),
  }
}

/**
 * `data` of a card pay-in. A card that was declined at once still reads PENDING: ERROR follows by callback. A repeated
 * request shows the current status (contract section 3, The same reference again).
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
  }
}

/** One transaction as reads show it: the fields of its creation's reply, and what is known beyond. */
export function transactionData(transaction: Transaction, publicUrl: string) {
  const { currency, amounts } = transaction
  return {
    transaction_id: transaction.id,
    reference: transaction.reference,
    pay_type: transaction.payType,
    service_code: transaction.serviceCode,
    amount: amountOf(transaction),
    currency,
    credited_amount: amounts.bookedMinor === null ? null : amountNumber(amounts.bookedMinor, currency),
    suspense_amount: amountNumber(amounts.suspenseMinor, currency),
    missing_amount: amounts.missingMinor === null ? null : amountNumber(amounts.missingMinor, currency),
    status: transaction.status,
    reason: transaction.reason,
    payer_reference: transaction.payerReference,
    ...(transaction.payType === 'payin' ? payinInstants(transaction) : payoutInstants(transaction)),
    ...(transaction.payType === 'payin' ? payinWays(transaction, publicUrl) : {}),
  }
}

/** The same with its history, for one transaction. */
export function transactionDetailData(detail: TransactionDetail, publicUrl: string) {
  return {
    ...transactionData(detail, publicUrl),
    end_to_end_id: detail.endToEndId,
    provider_reference: detail.providerReference,
    sender_name: detail.senderName,
    sender_document_number: detail.senderDocument,
    details: detail.details,
    ...(detail.cardBin !== null && { card_bin: detail.cardBin, card_last4: detail.cardLast4 }),
    history: detail.history.map((entry) => ({
      status: entry.status,
      reason: entry.reason,
      at: isoMicroseconds(entry.at),
      source: entry.source,
      detail: entry.detail,
    })),
  }
}

function payinWays(transaction: Transaction, publicUrl: string) {
  if (!isCardPayin(transaction)) return payinInstructions(transaction, publicUrl)
  return { message: cardMessage, redirect_url: payerUrl(transaction, publicUrl) }
}

function payinInstants(transaction: Transaction) {
  return {
    created_at: isoMicroseconds(transaction.createdAt),
    updated_at: isoMicroseconds(transaction.updatedAt),
    expired_at: isoMicroseconds(present(transaction.expiredAt, 'the expiry of a pay-in')),
  }
}

function payoutInstants(transaction: Transaction) {
  return { created_at: payoutTimestamp(transaction.createdAt), updated_at: isoMicroseconds(transaction.updatedAt) }
}

function payinInstructions(transaction: Transaction, publicUrl: string) {
  const { targetAccount, pixBrCode, clabe } = transaction.instructions
  return {
    target_account_bank: targetAccount?.bank ?? null,
    target_account_num: targetAccount?.number ?? null,
    target_account_type: targetAccount?.type ?? null,
    target_account_beneficiary: targetAccount?.beneficiary ?? null,
    target_account_doc_id: targetAccount?.docId ?? null,
    target_account_reference: targetAccount?.reference ?? null,
    ...(pixBrCode !== undefined && { pix_br_code: pixBrCode }),
    ...(clabe !== undefined && { clabe }),
    payment_url: payerUrl(transaction, publicUrl),
  }
}

function payerUrl(transaction: Transaction, publicUrl: string): string {
  return `${publicUrl}/pay/${present(transaction.payToken, 'the payer token of a pay-in')}`
}

function amountOf(transaction: Transaction): number {
  return amountNumber(transaction.amountMinor, transaction.currency)
}
