import { countCardGuess } from '../cards/count-card-guess.ts'
import type { CoreDeps } from '../deps.ts'
import type { PayinRequest } from '../payment-methods/read-request.ts'
import type { Db } from '../platform/database/database.ts'
import { areCards, type Created, differsInCard } from '../processing/create-transaction.ts'
import { openTransaction } from '../processing/open-transaction.ts'
import type { Creation, NewTransaction } from '../processing/rules/new-transaction.ts'
import { present } from '../values/assert.ts'
import type { Caller } from '../values/caller.ts'
import type { Outcome } from '../values/outcome.ts'
import { findShopName, hasReference } from './store/reads/transactions.ts'

/**
 * Refuses a card pay-in by throwing a Problem, before anything is written. `isRepeated` says whether its reference is
 * used already.
 */
export type CardPayinCheck = (
  caller: Caller,
  request: PayinRequest,
  isRepeated: (tx: Db) => Promise<boolean>,
) => Promise<void>

export interface CardPayinDeps extends CoreDeps {
  /** The checks of the extras. */
  cardPayinChecks: readonly CardPayinCheck[]
}

/**
 * Creates a card pay-in. The card stays in memory for this call; only BIN, last four digits and brand are stored. If
 * the provider never received the card, it cannot be sent again: the pay-in fails, and surely no money moved.
 */
export async function createCardPayin(deps: CardPayinDeps, caller: Caller, request: PayinRequest): Promise<Created> {
  const card = present(request.card, 'the card')
  try {
    const used = { pointId: caller.point.pointId, payType: 'payin', reference: request.reference } as const
    for (const check of deps.cardPayinChecks) await check(caller, request, async (tx) => await hasReference(tx, used))
    const shopName = await findShopName(deps.database.engine, caller.point.pointId)
    return await openTransaction(deps, caller, {
      request,
      order: { card, ...(shopName !== undefined && { shopName }) },
      read: withoutResend,
      write: async (item) => await writeCardPayin(deps, item),
    })
  } finally {
    card.secret.forget()
  }
}

/** Writes the pay-in. A repeated reference is compared with the card of the original: that is a guess, and is counted first. */
async function writeCardPayin(deps: CoreDeps, item: NewTransaction): Promise<Creation> {
  const creation = await deps.createTransaction(item)
  if (creation.kind === 'existing' && areCards(creation.row, item)) {
    const { row } = creation
    const isOtherCard = differsInCard(row, item)
    await countCardGuess(deps, { pointId: row.point_id, transactionId: row.id, isOtherCard })
  }
  return creation
}

function withoutResend(outcome: Outcome): Outcome {
  if (outcome.kind !== 'not_sent') return outcome
  return { kind: 'rejected', reason: 'not_executed', detail: { message: outcome.why } }
}
