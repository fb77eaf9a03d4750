import type { Doubt, LineSign, Statement, StatementLine } from './statement.ts'

/** Currencies whose decimals are not two (ISO 4217). */
const decimalsOf: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((c) => [c, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((c) => [c, 3])),
  CLF: 4,
  UYW: 4,
}

export function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code)
}

export function decimalsOfCurrency(currency: string): number {
  return decimalsOf[currency] ?? 2
}

/** Digits of an amount in a bank's file; no format allows more. */
const digitsMax = 18

/** With zeros at both ends. */
const charactersMax = 100

/**
 * Digits with at most one decimal mark, as minor units of the currency. Zeros beyond the currency's decimals are
 * dropped. Returns the reason in words where it is no such amount.
 */
export function minorOf(text: string, currency: string, mark: '.' | ',' = '.'): bigint | string {
  const [whole = '', fraction = '', ...others] = text.split(mark)
  const digits = `${whole}${fraction}`
  const isAmount = text.length <= charactersMax && others.length === 0 && /^\d+$/.test(digits)
  if (!isAmount) return `"${shown(text)}" is no amount.`
  const decimals = decimalsOfCurrency(currency)
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  if (/[^0]/.test(fraction.slice(decimals))) {
    return `The amount ${shown(text)} has more decimals than ${currency}, which has ${decimals}.`
  }
  const units = `${whole}${kept}`.replace(/^0+(?=.)/, '')
  if (units.length > digitsMax) return `The amount ${shown(text)} has more than ${digitsMax} digits.`
  return BigInt(units === '' ? '0' : units)
}

/** Decimal text with the currency's decimals. */
export function decimalText(minor: bigint, currency: string): string {
  const decimals = decimalsOfCurrency(currency)
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0')
  const sign = minor < 0n ? '-' : ''
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Minor units of decimal text that `decimalText` made. */
export function minorOfDecimal(text: string): bigint {
  return BigInt(text.replace('.', ''))
}

export function signed(sign: LineSign, minor: bigint): bigint {
  return sign === 'C' ? minor : -minor
}

/** A piece of the file for a message. */
export function shown(text: string): string {
  const plain = text.slice(0, 40).replace(/[\p{Cc}\p{Cs}]/gu, ' ')
  return text.length > 40 ? `${plain}…` : plain
}

/** Sums and the comparison with both balances, where all are in the statement's currency. */
export function sums(statement: Pick<Statement, 'currency' | 'opening' | 'closing' | 'lines'>): {
  credits: string
  debits: string
  addsUp: boolean | undefined
  doubts: Doubt[]
} {
  const { currency, opening, closing } = statement
  const booked = statement.lines.filter((line) => line.booked && line.currency === currency)
  const total = (sign: LineSign) => booked.filter((line) => line.sign === sign).reduce(addAmount, 0n)
  const [credits, debits] = [total('C'), total('D')]
  const texts = { credits: decimalText(credits, currency), debits: decimalText(debits, currency) }
  const isForeign = statement.lines.some((line) => line.booked && line.currency !== currency)
  const isComparable = opening?.currency === currency && closing?.currency === currency && !isForeign
  if (!(isComparable && opening && closing)) return { ...texts, addsUp: undefined, doubts: [] }
  const found = minorOfDecimal(opening.amount) + credits - debits
  const addsUp = found === minorOfDecimal(closing.amount)
  const doubts: Doubt[] = addsUp ? [] : [{ rule: 'balance', said: closing.amount, found: decimalText(found, currency) }]
  return { ...texts, addsUp, doubts }
}

function addAmount(sum: bigint, line: StatementLine): bigint {
  return sum + minorOfDecimal(line.amount)
}
