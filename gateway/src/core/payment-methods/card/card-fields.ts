import { checkCardNumber, isCardExpired } from '../../identifiers/card-number.ts'
import { say } from '../../texts/messages/say.ts'
import { present } from '../../values/assert.ts'
import { type CardOrder, CardSecret } from '../../values/card.ts'
import { choice, hard, soft, text } from '../fields.ts'
import type { Field, FieldFinding, FieldResult, FieldValues, Situation } from '../payment-method.ts'

/** The characters of a card pay-in's reference (spec, Create card pay-in). */
export const cardReferenceLength = 22

/** What a card pay-in's reference must look like. */
export const cardReferenceShape = new RegExp(`^[A-Za-z0-9]{${cardReferenceLength}}$`)

/** The same in words. The catalogues of texts hold the sentences that are made with them. */
export const cardReferenceWords = `exactly ${cardReferenceLength} letters and digits`

/** Of documents and examples of requests. */
export const cardReferenceExample = 'ORDER00000000000000001'

/** 19 digits, plus copied spaces or dashes. */
const numberLengthMax = 32

/** Cards are issued for about ten years at most; a later year is probably a typing error. */
const yearsAheadUnusual = 25

/** Number, code and expiry stay in memory only. All their rules also refuse on test points (contract section 2). */
const cardRule = { acceptsNumber: true, hardEverywhere: true, secret: true } as const

const number: Field = {
  ...cardRule,
  description: say('desc.card_number_digits'),
  example: '4111111111111111',
  maxLength: numberLengthMax,
  check: checkCardNumber,
}

const type: Field = {
  ...choice(say('desc.card_brand_must'), ['VISA', 'MASTERCARD']),
  hardEverywhere: true,
  check(value, all) {
    const cardNumber = all['payer_card_number']
    const brand = cardNumber === undefined ? undefined : checkCardNumber(cardNumber).brand
    if (brand === undefined || brand === value) return accepted(value)
    return refused(value, hard('card_type_mismatch', say('field.card_brand_differs')))
  },
}

const securityCode: Field = {
  ...cardRule,
  padNumberTo: 3,
  description: say('desc.card_security_code'),
  example: '012',
  maxLength: 4,
  check(value) {
    return /^\d{3}$/.test(value) ? accepted(value) : refused(value, hard('invalid_format', say('field.three_digits')))
  },
}

const expiryMonth: Field = {
  ...cardRule,
  description: say('desc.expiration_month'),
  example: '12',
  maxLength: 2,
  check(value) {
    if (readMonth(value) === undefined) return refused(value, hard('invalid_format', say('field.month')))
    return accepted(String(Number(value)))
  },
}

const expiryYear: Field = {
  ...cardRule,
  description: say('desc.expiration_year_digits'),
  example: '2034',
  maxLength: 4,
  check(value, all, situation) {
    if (!/^(\d{2}|\d{4})$/.test(value)) return refused(value, hard('invalid_format', say('field.two_or_four_digits')))
    const year = Number(value.length === 2 ? `20${value}` : value)
    const finding = checkExpiry(year, readMonth(all['payer_card_exp_month']), situation)
    return finding ? refused(String(year), finding) : accepted(String(year))
  },
}

/** The five fields of the card itself, in the order of the spec's table. */
export const cardFields = {
  payer_card_number: number,
  payer_card_type: type,
  payer_card_holder_name: {
    ...text({ description: say('desc.name_card'), example: 'PAGADOR DE PRUEBA', maxLength: 100 }),
    hardEverywhere: true,
  },
  payer_card_security_code: securityCode,
  payer_card_exp_month: expiryMonth,
  payer_card_exp_year: expiryYear,
}

function readMonth(value: string | undefined): number | undefined {
  return value !== undefined && /^(0?[1-9]|1[0-2])$/.test(value) ? Number(value) : undefined
}

function checkExpiry(year: number, month: number | undefined, { now }: Situation): FieldFinding | undefined {
  if (isCardExpired({ month: month ?? 12, year, now })) return hard('card_expired', say('field.card_expired'))
  if (year <= now.getUTCFullYear() + yearsAheadUnusual) return undefined
  return soft('unusual', say('field.years_ahead', { years: yearsAheadUnusual }))
}

function accepted(normalised: string): FieldResult {
  return { normalised, findings: [] }
}

function refused(normalised: string, finding: FieldFinding): FieldResult {
  return { normalised, findings: [finding] }
}

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
