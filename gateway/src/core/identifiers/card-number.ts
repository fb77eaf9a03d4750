import { say } from '../texts/messages/say.ts'
import { passesLuhn } from '../values/card-numbers.ts'
import { type Finding, hard } from './checked.ts'
import { withoutSeparators } from './digits.ts'

/** The accepted card brands. */
export type CardBrand = 'VISA' | 'MASTERCARD'

/** A checked card number. `normalised` holds the full number: never log, store or repeat it. */
export interface CheckedCardNumber {
  normalised: string
  brand: CardBrand | undefined
  findings: readonly Finding[]
}

const VISA_LENGTHS: readonly number[] = [13, 16, 18, 19]
const MASTERCARD_LENGTH = 16
/** A number of 19 digits in groups with separators has 24 characters; more is not a card. */
const RAW_LENGTH_MAX = 32
const MILLENNIUM = 2000

/**
 * Card number: 12 to 19 digits, spaces and dashes dropped, Luhn digit, VISA or MasterCard of the right length; every
 * finding is hard. The messages never hold a digit of the number, not even the right check digit.
 */
export function checkCardNumber(raw: string): CheckedCardNumber {
  // Digits of other scripts are not what a card has on it, and `withoutSeparators` would make them plain.
  const digits = raw.length > RAW_LENGTH_MAX || /[^\P{N}0-9]/u.test(raw) ? '' : withoutSeparators(raw)
  if (!/^\d{12,19}$/.test(digits)) {
    return {
      normalised: digits,
      brand: undefined,
      findings: [hard('invalid_format', say('id.card_length'))],
    }
  }
  const brand = brandOf(digits)
  const findings = [lengthFinding(digits, brand), luhnFinding(digits)].filter((finding) => finding !== undefined)
  return { normalised: digits, brand, findings }
}

/** The brand by the first digits: VISA 4, MasterCard 51–55 and 2221–2720. Undefined for any other. */
export function brandOf(digits: string): CardBrand | undefined {
  if (digits.startsWith('4')) return 'VISA'
  const firstTwo = Number(digits.slice(0, 2))
  const firstFour = Number(digits.slice(0, 4))
  const isMasterCard = (firstTwo >= 51 && firstTwo <= 55) || (firstFour >= 2221 && firstFour <= 2720)
  return isMasterCard ? 'MASTERCARD' : undefined
}

/**
 * True when the card's last day is over everywhere: a card is valid through the last day of its month in the most
 * lenient time zone, UTC−12. `month` 1–12, `year` with 2 or 4 digits.
 */
export function isCardExpired(card: { month: number; year: number; now: Date }): boolean {
  // Month numbers of Date.UTC start at 0, so `month` is the month after; 12 hours later that day starts at UTC−12.
  return card.now.getTime() >= Date.UTC(normaliseYear(card.year), card.month, 1, 12)
}

/** A year of two digits is in this century: 27 is 2027. Others stay as they are. */
export function normaliseYear(year: number): number {
  return year >= 0 && year < 100 ? MILLENNIUM + year : year
}

function lengthFinding(digits: string, brand: CardBrand | undefined): Finding | undefined {
  if (brand === undefined) return hard('invalid_format', say('id.card_brands'))
  if (brand === 'MASTERCARD') {
    return digits.length === MASTERCARD_LENGTH ? undefined : hard('invalid_format', say('id.mastercard_length'))
  }
  if (VISA_LENGTHS.includes(digits.length)) return undefined
  return hard('invalid_format', say('id.visa_length'))
}

function luhnFinding(digits: string): Finding | undefined {
  if (passesLuhn(digits)) return undefined
  return hard('invalid_check_digit', say('id.card_luhn'))
}
