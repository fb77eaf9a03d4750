import { methodFor } from '../payment-methods/index.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { requireTransaction } from '../processing/find-transaction.ts'
import type { Transaction } from '../processing/rules/transaction.ts'
import { toTransaction } from '../processing/rules/transaction-row.ts'
import { savePayerReference } from '../processing/store/payer-references.ts'
import type { Caller } from '../values/caller.ts'
import type { PaymentKind } from '../values/instructions.ts'
import { Problem } from '../values/problem.ts'
import { readByPayToken } from './store/reads/transactions.ts'

/** The longest reference that a bank of the ten countries prints has 35 characters. */
export const payerReferenceLengthMax = 64

/** Payment kinds for which the payer's bank issues a reference. */
const kindsWithReference: ReadonlySet<PaymentKind> = new Set(['deposit_account', 'clabe', 'wallet', 'qr'])

/** The reference as it is stored, or what is wrong with it. */
export function readPayerReference(text: string): { ok: true; reference: string } | { ok: false; message: string } {
  const reference = text.trim().replace(/\s+/g, ' ')
  if (reference === '') return { ok: false, message: 'payer_reference is empty' }
  if (reference.length > payerReferenceLengthMax) {
    return { ok: false, message: `payer_reference has at most ${payerReferenceLengthMax} characters` }
  }
  if (/\p{Cc}|\p{Cs}/u.test(reference)) return { ok: false, message: 'payer_reference holds a control character' }
  return { ok: true, reference }
}

/** Whether the payer's bank reference may still be set. */
function takesPayerReference(transaction: Transaction): boolean {
  const kind = methodFor(transaction.serviceCode)?.payin?.kind
  const open = transaction.status === 'PENDING' || transaction.status === 'EXPIRED'
  return transaction.payType === 'payin' && open && kind !== undefined && kindsWithReference.has(kind)
}

/** Whether the payer's page asks for the reference: not if the merchant gave it already. */
export function asksPayerForReference(transaction: Transaction): boolean {
  return takesPayerReference(transaction) && transaction.payerReferenceSource !== 'api'
}

/** Stores the payer's bank reference, given by the merchant. Throws `not_found` or `not_in_this_state`. */
export async function givePayerReference(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  given: { transactionId: string; reference: string },
): Promise<Transaction> {
  const { engine } = deps.database
  const { pointId } = caller.point
  const before = toTransaction(await requireTransaction(engine, pointId, given.transactionId))
  if (!takesPayerReference(before)) {
    throw new Problem('not_in_this_state', {
      message: `A payer's bank reference is taken for pay-ins by transfer or wallet that are not decided; this one is ${before.status}.`,
    })
  }
  const where = { pointId, transactionId: before.id }
  const saved = await savePayerReference(engine, { where, reference: given.reference, source: 'api' })
  const after = toTransaction(await requireTransaction(engine, pointId, before.id))
  if (saved || after.payerReference === given.reference) return after
  throw new Problem('not_in_this_state', { message: 'The reference was changed too often, or the pay-in was decided.' })
}

/** Stores the payer's bank reference, given by the payer. The secret token of the payer's page authorises it. */
export async function givePayerReferenceByPayer(
  deps: Pick<PlatformDeps, 'database'>,
  given: { payToken: string; reference: string },
): Promise<void> {
  const { engine } = deps.database
  const row = await readByPayToken(engine, given.payToken)
  if (!row || !asksPayerForReference(toTransaction(row))) return
  const { payToken, reference } = given
  await savePayerReference(engine, { where: { payToken }, reference, source: 'payer' })
}
