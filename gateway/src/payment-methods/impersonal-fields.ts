import { methods } from './index.ts'
import type { PaymentMethod } from './payment-method.ts'
import { fieldsOf } from './registry.ts'

/**
 * The names within `details` that say nothing about a person: those whose values the spec lists, in every method that has
 * them, and the expiry. Everything else may hold a name, a document, an account, an address or a free text, also what a
 * method of tomorrow adds without a thought about it.
 */
export const impersonalNames: readonly string[] = namesOfChoices()

function namesOfChoices(): string[] {
  const all: readonly PaymentMethod[] = methods
  const fields = all.flatMap(({ payin, payout }) =>
    [payin, payout].flatMap((operation) => (operation ? fieldsOf(operation) : [])),
  )
  const free = new Set(fields.filter(([, field]) => field.allowed === undefined).map(([name]) => name))
  const chosen = new Set(fields.filter(([name]) => !free.has(name)).map(([name]) => name))
  return [...chosen, 'expired_at'].sort()
}
