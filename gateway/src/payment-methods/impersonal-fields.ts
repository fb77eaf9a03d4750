import { methods } from './index.ts'
import type { PaymentMethod } from './payment-method.ts'
import { fieldsOf } from './registry.ts'

/**
 * The names within `details` that hold no personal data: fields whose values the spec lists in every method that has
 * them, and the expiry. Every other field may hold a name, a document, an account, an address or free text. That
 * includes fields of future methods.
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
