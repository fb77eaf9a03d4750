import { type CardNumberPlace, holdsCardNumber, holdsDigits } from '../values/card-numbers.ts'
import type { FieldResult } from './payment-method.ts'
import type { Notes, Sent } from './sent-fields.ts'

/** Fields that are words, or far shorter than a card number: 13 digits in them are a mistake wherever they begin. */
export const wordFieldNames: readonly string[] = [
  'payer_name',
  'payer_lastname',
  'payer_email',
  'payer_address',
  'payer_city',
  'payer_state_iso_code',
  'payer_zip_code',
  'payer_card_holder_name',
  'account_beneficiary',
  'account_bank',
]

const wordFields: ReadonlySet<string> = new Set(wordFieldNames)

/** Fields whose check may find that a number is what it claims to be (`isIdentifier`). */
export const identifierFieldNames: readonly string[] = [
  'account',
  'account_phone',
  'account_doc_id',
  'payer_doc_id',
  'payer_phone',
  'payer_ip_address',
]

/** An address of a shop carries ids of any kind, as a reference does. */
const idFields: ReadonlySet<string> = new Set(['url_handler_redirect'])

/** Identifiers that any letters and digits make up: that their check passed says nothing about a number in them. */
const looseTypes: ReadonlySet<string> = new Set(['ALIAS', 'PAS', 'CE', 'email'])

/** Fields that the reader takes apart itself, as a number, a date or a name of ours: nothing of their text is kept. */
const partedFields: ReadonlySet<string> = new Set(['service_code', 'amount', 'expired_at', 'payer_card_number'])

/**
 * Whether a field holds a card number that it must not hold. An identifier whose check found nothing to say is what it
 * claims to be: an account of 16 digits that begins with 4 is an account. Everything else is looked through.
 */
export function holdsStrayCard(name: string, text: string, result?: FieldResult): boolean {
  return holdsCardNumber(text, placeIn(name)) && !isIdentifier(result)
}

function placeIn(name: string): CardNumberPlace {
  if (wordFields.has(name)) return 'anywhere'
  return idFields.has(name) ? 'alone' : 'groups'
}

function isIdentifier(result: FieldResult | undefined): boolean {
  if (result?.type === undefined || looseTypes.has(result.type) || result.findings.length > 0) return false
  // Any digits make up such an account, a card number and its expiry date too: it is one only as a whole.
  return result.type !== 'ACCOUNT' || holdsCardNumber(result.normalised, 'groups')
}

/**
 * Refuses the card of the request itself in any other of its fields. Here the number is known, so that no rule about
 * its neighbours is needed: a card's reference of 22 letters and digits has room for it.
 */
export function refuseOwnCard(sent: Sent, number: string | undefined, notes: Notes): void {
  if (number === undefined || !/^\d{13,19}$/.test(number)) return
  for (const [name, { value, path }] of sent.fields) {
    const isReported = notes.problems.some(({ param }) => param === path)
    if (isReported || partedFields.has(name) || !holdsDigits(String(value), number)) continue
    notes.problems.push({ code: 'invalid_format', param: path, message: `${name} must not hold a card number` })
  }
}
