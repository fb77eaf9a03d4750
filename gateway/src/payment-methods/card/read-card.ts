import { present } from '../../values/assert.ts'
import type { CardOrder } from '../../values/card.ts'
import { CardSecret } from '../../values/card.ts'
import type { FieldValues } from '../payment-method.ts'

export interface CardReading {
  order: CardOrder
  /** The part of the card number that may be stored (PCI DSS 4.0.1, requirement 3.4.1). */
  details: { card_bin: string; card_last4: string }
}

/** The card of an accepted request. Only the secret holds number and code. */
export function readCard(values: FieldValues): CardReading {
  const value = (name: string) => present(values[name], name)
  const secret = new CardSecret(value('payer_card_number'), value('payer_card_security_code'))
  const order: CardOrder = {
    secret,
    brand: value('payer_card_type'),
    holder: value('payer_card_holder_name'),
    expiryMonth: Number(value('payer_card_exp_month')),
    expiryYear: Number(value('payer_card_exp_year')),
  }
  return { order, details: { card_bin: secret.bin, card_last4: secret.last4 } }
}
