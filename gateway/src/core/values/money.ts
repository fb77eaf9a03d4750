import { type Message, say } from '../texts/messages/say.ts'
import { type CurrencyCode, currencyDecimals } from './currency.ts'

/** The largest amount of one transaction: 13 digits of minor units, so that every amount is exact as a JSON number. */
export const amountMinorMax = 9_999_999_999_999n
export const amountMinorMin = 1n

/** A double keeps this many digits of a decimal. Further digits are the noise of binary arithmetic. */
const significantDigitsMax = 15

export type AmountFault =
  | 'invalid_type'
  | 'invalid_format'
  | 'amount_precision'
  | 'amount_too_small'
  | 'amount_too_large'

export type ParsedAmount = { ok: true; minor: bigint } | { ok: false; code: AmountFault; message: Message }

/**
 * Parses an amount of a request: a JSON number or its exact decimal text. A text is exact. A number with more than 15
 * significant digits is a binary double printed in full, such as `0.1 + 0.2`, and is read with 15: no cent is ever
 * dropped, because an amount has at most 13 digits. More decimals than the currency has are refused
 * (`amount_precision`); trailing zeros do not count. `minorMax` is the largest amount, in minor units;
 * `field` is its name in the request.
 */
export function parseAmount(
  value: unknown,
  currency: CurrencyCode,
  { minorMax = amountMinorMax, field = 'amount' } = {},
): ParsedAmount {
  if (typeof value !== 'number' && typeof value !== 'string') {
    return fault('invalid_type', say('amount.type', { field }))
  }
  const text = typeof value === 'number' ? numberText(value) : value
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text)
  if (!match) return fault('invalid_format', say('amount.form', { field }))
  const [, sign = '', whole = '', fraction = ''] = match
  return sign === '-'
    ? fault('amount_too_small', say('amount.positive', { field }))
    : toMinor({ whole, fraction }, currency, { minorMax, field })
}

/**
 * An amount in a provider's answer, in minor units: decimal text, or a JSON number of at most 15 significant digits, which is
 * exact. Undefined for anything else, also for a number that arithmetic changed: an amount that moved is never rounded.
 */
export function readProviderAmount(value: unknown, currency: CurrencyCode): bigint | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && /^0{1,40}(?:\.0{1,40})?$/.test(text)) return 0n
  const read = parseAmount(text, currency, { minorMax: 10n ** BigInt(significantDigitsMax) })
  return read.ok ? read.minor : undefined
}

/** The decimal text with all decimals of the currency: `1050n ARS` is `10.50`, `1050n CLP` is `1050`. */
export function formatAmount(minor: bigint, currency: CurrencyCode): string {
  const decimals = currencyDecimals[currency]
  if (decimals === 0) return minor.toString()
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0')
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The decimal text with exactly two decimals, as the callback body writes it (spec, Events: "float, 2 decimals"). */
export function formatTwoDecimals(minor: bigint, currency: CurrencyCode): string {
  return currencyDecimals[currency] === 0 ? `${minor}.00` : formatAmount(minor, currency)
}

/**
 * The amount as a JSON number. An amount has at most 15 significant digits, so that the quotient is the double nearest
 * to its decimal text.
 */
export function amountNumber(minor: bigint, currency: CurrencyCode): number {
  return Number(minor) / 10 ** currencyDecimals[currency]
}

function toMinor(
  { whole, fraction }: { whole: string; fraction: string },
  currency: CurrencyCode,
  { minorMax, field }: { minorMax: bigint; field: string },
): ParsedAmount {
  const kept = fraction.replace(/0+$/, '')
  const decimals = currencyDecimals[currency]
  if (kept.length > decimals) {
    const allowed =
      decimals === 0 ? say('amount.no_decimals', { currency }) : say('amount.decimals', { currency, decimals })
    return fault('amount_precision', say('amount.precision', { field, currency, allowed }))
  }
  if (`${whole}${kept}`.replace(/^0+/, '').length > significantDigitsMax) {
    return fault('amount_too_large', say('amount.digits', { field, max: significantDigitsMax }))
  }
  const minor = BigInt(whole + kept.padEnd(decimals, '0'))
  if (minor < amountMinorMin) return fault('amount_too_small', say('amount.positive', { field }))
  if (minor > minorMax) {
    return fault(
      'amount_too_large',
      say('amount.at_most', { field, max: `${formatAmount(minorMax, currency)} ${currency}` }),
    )
  }
  return { ok: true, minor }
}

/**
 * The number's decimal text with at most 15 significant digits. JavaScript writes 1e21 and 1e-7 with an exponent. The
 * digits are restored, so that the message is about the amount and not about the format.
 */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return 'not finite'
  const exact = Number(value.toPrecision(significantDigitsMax))
  const text = String(exact)
  if (!text.includes('e')) return text
  return Math.abs(exact) >= 1 ? BigInt(exact).toString() : exact.toFixed(40).replace(/0+$/, '')
}

function fault(code: AmountFault, message: Message): ParsedAmount {
  return { ok: false, code, message }
}

/** Sums come as text, because they may be longer than 64 bits; null stays null. */
export function formatSum(minor: string | null, currency: CurrencyCode): string | null {
  return minor === null ? null : formatAmount(BigInt(minor), currency)
}
