import { say } from '../texts/messages/say.ts'
import { type CardNumberPlace, holdsCardNumber, holdsDigits } from '../values/card-numbers.ts'
import type { FieldResult } from './payment-method.ts'
import type { Notes, Sent } from './sent-fields.ts'

/** Fields with words or short values: 13 digits in a row are an error in any part of them. */
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

/** Fields whose check may confirm that a number is the declared identifier (`isIdentifier`). */
export const identifierFieldNames: readonly string[] = [
  'account',
  'account_phone',
  'account_doc_id',
  'payer_doc_id',
  'payer_phone',
  'payer_ip_address',
]

/** A shop's address may contain ids of any kind, like a reference. */
const idFields: ReadonlySet<string> = new Set(['url_handler_redirect'])

/** Identifiers made of arbitrary letters and digits: their check says nothing about a number in them. */
const looseTypes: ReadonlySet<string> = new Set(['ALIAS', 'PAS', 'CE', 'email'])

/** Fields that the reader parses: their text is not stored, or searched by `readMetadata`. */
const parsedFields: ReadonlySet<string> = new Set([
  'service_code',
  'amount',
  'expired_at',
  'payer_card_number',
  'metadata',
])

/**
 * Whether a field holds a card number that it must not hold. An identifier with no findings is accepted: an account of
 * 16 digits that begins with 4 is an account. All other values are searched.
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
  // Any digits pass as such an account, also a card number with its expiry date. It is an account only as a whole.
  return result.type !== 'ACCOUNT' || holdsCardNumber(result.normalised, 'groups')
}

/**
 * Refuses the request's own card number in any other field. The number is known, so the search needs no rule about
 * neighbouring characters: a card reference of 22 letters and digits can contain it.
 */
export function refuseOwnCard(sent: Sent, number: string | undefined, notes: Notes): void {
  if (number === undefined || !/^\d{13,19}$/.test(number)) return
  for (const [name, { value, path }] of sent.fields) {
    const isReported = notes.problems.some(({ param }) => param === path)
    if (isReported || parsedFields.has(name) || !holdsDigits(String(value), number)) continue
    notes.problems.push({ code: 'invalid_format', param: path, message: say('field.card_number', { field: name }) })
  }
}
