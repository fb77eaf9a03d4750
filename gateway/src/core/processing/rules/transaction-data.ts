import { methodFor } from '../../payment-methods/index.ts'
import { present } from '../../values/assert.ts'
import { amountNumber } from '../../values/money.ts'
import { isoMicroseconds, payoutTimestamp } from '../../values/timestamps.ts'
import type { ShownTransaction } from './transaction.ts'

export function isCardPayin(transaction: ShownTransaction): boolean {
  return methodFor(transaction.serviceCode)?.payin?.kind === 'card'
}

/** Message of a card pay-in's reply, whatever its outcome (spec, Create card pay-in; contract section 3). */
export const cardMessage = 'Transaction in progress'

/**
 * One transaction in replies: the fields of its creation's reply, and later facts. A field that is undefined is not in
 * the JSON.
 */
export function transactionData(transaction: ShownTransaction, publicUrl: string) {
  const { currency, amounts, metadata } = transaction
  const isPayin = transaction.payType === 'payin'
  return {
    transaction_id: transaction.id,
    reference: transaction.reference,
    pay_type: transaction.payType,
    purpose: transaction.isWithdrawal ? ('withdrawal' as const) : undefined,
    service_code: transaction.serviceCode,
    amount: amountOf(transaction),
    currency,
    credited_amount: amounts.bookedMinor === null ? null : amountNumber(amounts.bookedMinor, currency),
    suspense_amount: amountNumber(amounts.suspenseMinor, currency),
    missing_amount: amounts.missingMinor === null ? null : amountNumber(amounts.missingMinor, currency),
    status: transaction.status,
    reason: transaction.reason,
    payer_reference: transaction.payerReference,
    payment_link_id: transaction.paymentLinkId,
    metadata: metadata ?? undefined,
    created_at: isPayin ? isoMicroseconds(transaction.createdAt) : payoutTimestamp(transaction.createdAt),
    updated_at: isoMicroseconds(transaction.updatedAt),
    expired_at: isPayin ? expiryOf(transaction) : undefined,
    ...(isPayin ? payinWays(transaction, publicUrl) : undefined),
  }
}

/** The field `metadata`, only where the merchant sent any: replies without it stay as the spec shows them. */
export function notesOf({ metadata }: Pick<ShownTransaction, 'metadata'>) {
  return metadata ? { metadata } : {}
}

function payinWays(transaction: ShownTransaction, publicUrl: string) {
  if (!isCardPayin(transaction)) return payinInstructions(transaction, publicUrl)
  return { message: cardMessage, redirect_url: payerUrl(transaction, publicUrl) }
}

export function payinInstants(transaction: ShownTransaction) {
  return {
    created_at: isoMicroseconds(transaction.createdAt),
    updated_at: isoMicroseconds(transaction.updatedAt),
    expired_at: expiryOf(transaction),
  }
}

function expiryOf({ expiredAt }: ShownTransaction): string {
  return isoMicroseconds(present(expiredAt, 'the expiry of a pay-in'))
}

export function payinInstructions(transaction: ShownTransaction, publicUrl: string) {
  const { targetAccount, pixBrCode, clabe } = transaction.instructions
  return {
    target_account_bank: targetAccount?.bank ?? null,
    target_account_num: targetAccount?.number ?? null,
    target_account_type: targetAccount?.type ?? null,
    target_account_beneficiary: targetAccount?.beneficiary ?? null,
    target_account_doc_id: targetAccount?.docId ?? null,
    target_account_reference: targetAccount?.reference ?? null,
    pix_br_code: pixBrCode,
    clabe,
    payment_url: payerUrl(transaction, publicUrl),
  }
}

export function payerUrl(transaction: ShownTransaction, publicUrl: string): string {
  return `${publicUrl}/pay/${present(transaction.payToken, 'the payer token of a pay-in')}`
}

export function amountOf(transaction: ShownTransaction): number {
  return amountNumber(transaction.amountMinor, transaction.currency)
}
