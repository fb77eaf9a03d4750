import { methodFor } from '../payment-methods/index.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { runSerially } from '../platform/run-serially.ts'
import { requireTransaction } from '../processing/find-transaction.ts'
import { type Transaction, toTransaction } from '../processing/rules/transaction.ts'
import { numbersInVainMax } from '../processing/rules/typed-numbers.ts'
import { mayTypeNumber, savePayerReference } from '../processing/store/payer-references.ts'
import { type Message, say } from '../texts/messages/say.ts'
import type { Caller } from '../values/caller.ts'
import type { PaymentKind } from '../values/instructions.ts'
import { Problem } from '../values/problem.ts'
import { readByPayToken } from './store/reads/transactions.ts'

/** The longest reference that a bank of the ten countries prints has 35 characters. */
export const payerReferenceLengthMax = 64

/** Payment kinds for which the payer's bank issues a reference. */
const kindsWithReference: ReadonlySet<PaymentKind> = new Set(['deposit_account', 'clabe', 'wallet', 'qr'])

/** The reference as it is stored, or what is wrong with it. */
export function readPayerReference(text: string): { ok: true; reference: string } | { ok: false; message: Message } {
  const field = 'payer_reference'
  const reference = text.trim().replace(/\s+/g, ' ')
  if (reference === '') return { ok: false, message: say('field.empty', { field }) }
  if (reference.length > payerReferenceLengthMax) {
    return { ok: false, message: say('field.characters_at_most', { field, max: payerReferenceLengthMax }) }
  }
  if (/\p{Cc}|\p{Cs}/u.test(reference)) return { ok: false, message: say('field.holds_control_character', { field }) }
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

/** Stores the payer's bank reference, given by the merchant. Throws `not_found`, `not_in_this_state` or `rate_limited`. */
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
      message: say('payer_reference.not_taken', { status: before.status }),
    })
  }
  if (before.payerReference === given.reference && before.payerReferenceSource === 'api') return before
  const where = { pointId, transactionId: before.id }
  const saved = await saveWithinLimit(engine, pointId, { where, reference: given.reference, source: 'api' })
  if (saved === 'limit') throw tooManyInVain()
  const after = toTransaction(await requireTransaction(engine, pointId, before.id))
  if (saved || after.payerReference === given.reference) return after
  throw new Problem('not_in_this_state', { message: say('payer_reference.changed_too_often') })
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
  await saveWithinLimit(engine, row.point_id, { where: { payToken }, reference, source: 'payer' })
}

/** Numbers of transfers are typed within a limit for each point, so that nobody tries one after another. */
async function saveWithinLimit(
  engine: PlatformDeps['database']['engine'],
  pointId: string,
  given: Parameters<typeof savePayerReference>[1],
): Promise<boolean | 'limit'> {
  const saved = await runSerially(engine, async (tx) => {
    const may = await mayTypeNumber(tx, pointId)
    if (may === 'busy') return may
    return may ? await savePayerReference(tx, given) : 'limit'
  })
  return saved === 'busy' ? 'limit' : saved
}

function tooManyInVain(): Problem {
  return new Problem('rate_limited', {
    message: say('payer_reference.too_many_wrong', { max: numbersInVainMax }),
    retryAfterSeconds: 600,
  })
}
