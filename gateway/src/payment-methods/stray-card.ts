import { checkCardNumber } from '../identifiers/card-number.ts'

/** Digits with separators: what a card number typed into a field of text looks like. */
const digitRuns = /(?:\d[ ._/-]?){12,18}\d/g

/** Whether a text holds a number that could be a VISA or MasterCard one: it must not be stored (PCI DSS 4.0.1, 3.5.1). */
export function holdsCardNumber(text: string): boolean {
  return (text.match(digitRuns) ?? []).some((run) => {
    const { brand, findings } = checkCardNumber(run.replace(/\D/g, ''))
    return brand !== undefined && findings.length === 0
  })
}

/** Fields that are words: a number in them is a mistake. Phones and postal codes are digits by nature. */
const wordFields: ReadonlySet<string> = new Set([
  'payer_name',
  'payer_lastname',
  'payer_email',
  'payer_address',
  'payer_city',
  'payer_card_holder_name',
  'account_beneficiary',
])

export function isWordField(name: string): boolean {
  return wordFields.has(name)
}
