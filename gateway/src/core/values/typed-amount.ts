import { type CurrencyCode, currencyDecimals } from './currency.ts'

// The dashboard bundles this file, so it imports only the table of currencies.

export type AmountFault =
  /** No digits, other letters, or more than `digitsMax` digits. */
  | 'not_an_amount'
  /** Digits and separators of no known format. `readings` lists the possible meanings. */
  | 'ambiguous'
  /** A symbol or code of a currency that differs from the field's. */
  | 'other_currency'
  /** A minus sign in a field for positive amounts. */
  | 'negative'

export type AmountReading =
  | {
      ok: true
      /** Exact decimal text in major units, as the API accepts it: `250000`, `1.50`, `-20.50`. */
      decimal: string
      /** The currency, if the text names exactly one. */
      currency?: CurrencyCode
    }
  | {
      ok: false
      fault: AmountFault
      /** Decimal texts of both meanings: the last separator as a decimal point, and every separator as thousands. */
      readings: readonly string[]
    }

export interface AmountForm {
  /** Undefined: unknown, as in a search. Up to two decimals are then allowed. */
  currency?: CurrencyCode | undefined
  /** Whether negative amounts are allowed. */
  signed?: boolean
}

/** More digits than any amount or sum of the ledger. */
const digitsMax = 18

/** Decimals of an amount without a known currency. */
const decimalsUnknown = 2

/**
 * Parses an amount that a person types or pastes, in any format of the region. A separator followed by exactly three
 * digits stands for thousands (`250.000`, `1,500`, `1.234.567`). A last separator followed by one or two digits, at
 * most as many as the currency has, stands for the decimals (`1.5`, `1.234,56`). Anything else is refused and never
 * guessed: `12.3456`, `1.50` CLP, `0.500`. Symbols, codes, signs and spaces of printed amounts are allowed: `$
 * 1.250,50`, `-R$ 8,90`, `$250.000 CLP`.
 */
export function readTypedAmount(text: string, form: AmountForm = {}): AmountReading {
  const { core, marks, isNegative } = withoutMarks(text)
  const named = currenciesOf(marks)
  if (named && (named.length === 0 || (form.currency && !named.includes(form.currency)))) {
    return { ok: false, fault: 'other_currency', readings: [] }
  }
  const only = named?.length === 1 ? named[0] : undefined
  const currency = form.currency ?? only
  const found = readNumber(core, currency === undefined ? decimalsUnknown : currencyDecimals[currency])
  if (!found.ok) return found
  const sign = isNegative && /[1-9]/.test(found.decimal) ? '-' : ''
  if (sign === '-' && form.signed !== true) return { ok: false, fault: 'negative', readings: [] }
  return { ok: true, decimal: sign + found.decimal, ...(only && { currency: only }) }
}

/** Parses a whole number that a person types, with or without thousands separators. Undefined for anything else. */
export function readTypedCount(text: string): number | undefined {
  const found = readNumber(plainSpaces(text), 0)
  return found.ok && found.decimal.length <= countDigitsMax ? Number(found.decimal) : undefined
}

/** Counts of the API are smaller. Every number with this many digits is exact. */
const countDigitsMax = 9

/** Currency symbols that people of the region and the pages use. Each ISO code stands for its own currency. */
const symbols: Readonly<Record<string, readonly CurrencyCode[]>> = {
  $: ['ARS', 'CLP', 'COP', 'MXN', 'USD', 'UYU'],
  AR$: ['ARS'],
  R$: ['BRL'],
  CLP$: ['CLP'],
  COP$: ['COP'],
  '€': ['EUR'],
  MX$: ['MXN'],
  'S/.': ['PEN'],
  'S/': ['PEN'],
  '₲': ['PYG'],
  'GS.': ['PYG'],
  GS: ['PYG'],
  US$: ['USD'],
  U$S: ['USD'],
  $U: ['UYU'],
  UY$: ['UYU'],
  'BS.S': ['VES'],
  'BS.': ['VES'],
  BS: ['VES'],
  ...Object.fromEntries((Object.keys(currencyDecimals) as CurrencyCode[]).map((code) => [code, [code]])),
}

/** The longest first, so that `R$` is not split into `R` and `$`. */
const marksPattern = Object.keys(symbols)
  .sort((one, other) => other.length - one.length)
  .map((mark) => mark.replace(/[$./]/g, String.raw`\$&`))
  .join('|')
const leading = new RegExp(`^(?:(${marksPattern})|([-\u2212+]))\\s*`, 'i')
const trailing = new RegExp(`\\s*(${marksPattern})$`, 'i')

interface Unmarked {
  /** The remaining text: digits and separators if it is an amount. */
  core: string
  /** Uppercase symbols and codes. */
  marks: readonly string[]
  isNegative: boolean
}

/** Removes currency symbols and codes from both ends, and one sign from the start. */
function withoutMarks(text: string): Unmarked {
  const marks: string[] = []
  let core = plainSpaces(text)
  let sign: string | undefined
  for (let found = leading.exec(core); found; found = leading.exec(core)) {
    const [whole, mark, foundSign] = found
    if (foundSign !== undefined && sign !== undefined) break
    if (mark !== undefined) marks.push(mark.toUpperCase())
    sign ??= foundSign
    core = core.slice(whole.length)
  }
  for (let found = trailing.exec(core); found; found = trailing.exec(core)) {
    marks.push((found[1] ?? '').toUpperCase())
    core = core.slice(0, -found[0].length)
  }
  return { core, marks, isNegative: sign !== undefined && sign !== '+' }
}

/** Replaces no-break, narrow and figure spaces by plain ones, and removes direction marks. */
function plainSpaces(text: string): string {
  return text
    .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replace(/[\u200e\u200f\u061c]/g, '')
    .trim()
}

/** The currencies that all symbols and codes together allow. Undefined without any. */
function currenciesOf(marks: readonly string[]): readonly CurrencyCode[] | undefined {
  const [first, ...others] = marks.map((mark) => symbols[mark] ?? [])
  return first?.filter((currency) => others.every((allowed) => allowed.includes(currency)))
}

type NumberReading = Exclude<AmountReading, { ok: true }> | { ok: true; decimal: string }

/** Parses digits only, or groups of three with one separator, then at most one different separator and the decimals. */
function readNumber(core: string, decimals: number): NumberReading {
  const digits = core.replace(/\D/g, '')
  if (!/^[\d., ]*$/.test(core) || digits === '' || digits.length > digitsMax) {
    return { ok: false, fault: 'not_an_amount', readings: [] }
  }
  const [, whole = '', fraction = ''] =
    /^(\d+)(?:[.,](\d{1,2}))?$/.exec(core) ??
    /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(core) ??
    /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(core) ??
    /^([1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d{1,2}))?$/.exec(core) ??
    []
  if (whole === '' || fraction.length > decimals) return { ok: false, fault: 'ambiguous', readings: readingsOf(core) }
  const major = wholeOf(whole)
  return { ok: true, decimal: fraction === '' ? major : `${major}.${fraction.padEnd(decimals, '0')}` }
}

function readingsOf(core: string): readonly string[] {
  const at = Math.max(core.lastIndexOf('.'), core.lastIndexOf(','), core.lastIndexOf(' '))
  const fraction = core.slice(at + 1)
  const readings = [`${wholeOf(core.slice(0, at))}${fraction === '' ? '' : `.${fraction}`}`, wholeOf(core)]
  return [...new Set(readings)]
}

/** The digits without separators and leading zeros. */
function wholeOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
}
