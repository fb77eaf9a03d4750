import { type AmountReading, readTypedAmount } from '../../../../gateway/src/core/values/typed-amount.ts'
import type { CurrencyCode } from '../../../../gateway/src/core/web/contract/words.ts'
import type {
  ServiceData,
  ServiceField,
  ServiceOperation,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'

/** What stands in the form, by field. */
export type Values = Readonly<Record<string, string>>

/** A card's reference has exactly this many letters and digits; it does for all others too. */
const referenceLength = 22

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function isCard(operation: ServiceOperation): boolean {
  return operation.fields.some(({ name }) => name === 'payer_card_number')
}

/** The body as the API takes it: flat, the amount as exact decimal text, without what was left empty or cannot be read. */
export function bodyOf(service: ServiceData, values: Values): Record<string, string> {
  const filled = Object.entries(values)
    .map(([name, text]) => [name, name === 'amount' ? decimalOf(readAmount(service, text)) : text.trim()] as const)
    .filter(([, text]) => text !== '')
  return { service_code: service.service_code, ...Object.fromEntries(filled) }
}

/** The catalogue's example with a reference of its own, so that it can be sent again and again. */
export function exampleOf(operation: ServiceOperation): Values {
  const examples = operation.fields
    .filter((field) => field.name !== 'service_code' && field.name !== 'expired_at')
    .map((field: ServiceField) => [field.name, String(field.example)])
  return { ...Object.fromEntries(examples), reference: freshReference(prefixOf(operation)) }
}

export function prefixOf(operation: ServiceOperation): string {
  return isCard(operation) ? 'CARD' : 'WEB'
}

/** A reference that nobody else has: letters and digits that cannot be taken for one another. */
export function freshReference(prefix: string): string {
  const random = crypto.getRandomValues(new Uint8Array(referenceLength - prefix.length))
  return prefix + [...random].map((byte) => letters[byte % letters.length]).join('')
}

/** What the form's amount means. */
export function readAmount({ currency }: ServiceData, text: string): AmountReading {
  return readTypedAmount(text, { currency: currency as CurrencyCode })
}

function decimalOf(reading: AmountReading): string {
  return reading.ok ? reading.decimal : ''
}
