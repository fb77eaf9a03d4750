import { minorOf, shown } from './amounts.ts'
import type { CsvProfile } from './csv-profile.ts'

/** With signs, names of currencies and blanks. */
const amountCharacters = 60

/** Signs that say a currency. A dollar sign alone is that of many. */
const signs: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^R\$$/i, ['BRL']],
  [/^(?:U\$S|US\$|U\$D|USD)$/i, ['USD']],
  [/^S\/\.?$/i, ['PEN']],
  [/^Bs\.?[SFD]?\.?$/i, ['VES', 'BOB']],
  [/^(?:\u20b2|Gs\.?)$/i, ['PYG']],
  [/^\$U$/i, ['UYU']],
  [/^\u20ac$/, ['EUR']],
  [/^\$$/, ['ARS', 'MXN', 'CLP', 'COP', 'UYU', 'USD', 'CAD', 'AUD', 'DOP', 'BRL']],
]

/** A sign of a currency, or its code, at either end of an amount. */
const sign = /R\$|U\$S|US\$|U\$D|\$U|S\/\.?|Bs\.?[SFD]?\.?|Gs\.?|[A-Z]{3}|\p{Sc}/iu
const before = new RegExp(`^(${sign.source})\\s*`, 'iu')
const after = new RegExp(`\\s*(${sign.source})$`, 'iu')

/** Banks write credits and debits behind the number. */
const suffix = /(?<=\d)\s*(C|CR|D|DB|DR)$/i

/**
 * Decimal text of a cell as minor units of the profile's currency, negative with a minus of any script on either side, in
 * brackets, or with a D behind it. Returns the reason in words where it is no such amount.
 */
export function numberIn(
  text: string,
  { decimal, thousands, currency, amount }: Pick<CsvProfile, 'decimal' | 'thousands' | 'currency' | 'amount'>,
): bigint | string {
  if (text.length > amountCharacters) return `"${shown(text)}" is no amount.`
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
    .trim()
  const isInBrackets = /^\(.*\)$/s.test(plain)
  const marks: string[] = []
  const currencies: string[] = []
  const bare = stripped(isInBrackets ? plain.slice(1, -1).trim() : plain, marks, currencies, amount === 'signed')
  const other = currencies.find((found) => !isOf(found, currency))
  if (other !== undefined) return `"${shown(text)}" is in another currency than ${currency}.`
  const separator = thousands === '' ? undefined : `[${thousands}]`
  const whole = separator === undefined ? '\\d+' : `(?:\\d{1,3}(?:${separator}\\d{3})+|\\d+)`
  const isNumber = new RegExp(`^${whole}(?:[${decimal}]\\d+)?$`).test(bare)
  if (!isNumber || marks.length > (isInBrackets ? 0 : 1)) return `"${shown(text)}" is no amount.`
  const minor = minorOf(thousands === '' ? bare : bare.replaceAll(thousands, ''), currency, decimal)
  if (typeof minor === 'string') return minor
  return isInBrackets || marks[0] === '-' || /^D/i.test(marks[0] ?? '') ? -minor : minor
}

/** The number without what stands at its ends: signs go to `marks`, currencies to `currencies`. */
function stripped(text: string, marks: string[], currencies: string[], hasSuffix: boolean): string {
  let rest = text
  const cut = (pattern: RegExp, into: string[]) => {
    const found = pattern.exec(rest)
    if (!found) return
    into.push(found[1] ?? '')
    rest = rest.slice(0, found.index) + rest.slice(found.index + found[0].length)
  }
  if (hasSuffix) cut(suffix, marks)
  for (let round = 0; round < 2; round += 1) {
    cut(/^([+-])\s*/, marks)
    cut(/\s*([+-])$/, marks)
    cut(before, currencies)
    cut(after, currencies)
  }
  return rest
}

function isOf(found: string, currency: string): boolean {
  if (found.toUpperCase() === currency) return true
  return signs.find(([pattern]) => pattern.test(found))?.[1].includes(currency) === true
}
