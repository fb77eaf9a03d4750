import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { say } from '../texts/messages/say.ts'
import { type Checked, checked, malformed, soft } from './checked.ts'

/** A phone has at most 15 digits (E.164); the rest allows separators. */
const RAW_LENGTH_MAX = 40

const MOBILE_HINTS = {
  BR: say('id.mobile_br'),
  PE: say('id.mobile_pe'),
  VE: say('id.mobile_ve'),
} as const

/**
 * A mobile number of one country, with or without its country code and leading 0, normalised to E.164. Other numbers
 * are a hard `invalid_format`, because Yape and Pago Móvil support nothing else.
 */
export function checkMobile(country: 'PE' | 'VE' | 'BR', raw: string): Checked {
  const number = parse(raw, country)
  if (number?.country === country && number.isValid() && number.getType() === 'MOBILE') {
    return checked('MOBILE', number.number)
  }
  return malformed('MOBILE', number?.number ?? raw.trim().slice(0, RAW_LENGTH_MAX), MOBILE_HINTS[country])
}

/**
 * Any phone, normalised to E.164 if it can be read. `defaultCountry` (ISO 3166-1 alpha-2) applies to numbers without a
 * country code. An unusual number is a soft `unusual` and keeps its text.
 */
export function checkPhone(raw: string, defaultCountry?: string): Checked {
  const number = parse(raw, defaultCountry)
  if (number?.isValid()) return checked('PHONE', number.number)
  const message = number ? say('id.phone_not_in_use') : say('id.phone_unreadable')
  return checked('PHONE', number?.number ?? raw.trim().slice(0, RAW_LENGTH_MAX), soft('unusual', message))
}

function parse(raw: string, defaultCountry: string | undefined): PhoneNumber | undefined {
  const text = raw.normalize('NFKC').trim()
  if (text.length > RAW_LENGTH_MAX) return undefined
  const country = defaultCountry?.toUpperCase()
  const known = country !== undefined && isSupportedCountry(country) ? country : undefined
  return parsePhoneNumberFromString(text, { extract: false, ...withDefault(known) })
}

function withDefault(country: CountryCode | undefined): { defaultCountry?: CountryCode } {
  return country === undefined ? {} : { defaultCountry: country }
}
