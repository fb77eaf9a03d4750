import type { Language } from '../texts/messages/languages.ts'
import { countryOfCurrency } from './country.ts'
import { type CurrencyCode, currencyDecimals } from './currency.ts'

// The dashboard bundles this file, so it imports only the table of currencies.

export interface PrintOptions {
  language: Language
  /** ISO 3166 alpha-2, or WW for none. Default: the currency's own country. */
  country?: string | undefined
  /** True: only the number, for tables whose column names the currency. */
  withoutSymbol?: boolean
}

/**
 * Formats an amount as its country does, with the currency's own decimals and without its code: `$ 1.250,50`. `amount`:
 * major units, as exact decimal text or as a number of the API. `readTypedAmount` can parse every result.
 */
export function printAmount(amount: number | string, currency: CurrencyCode, options: PrintOptions): string {
  const decimals = currencyDecimals[currency]
  const format = new Intl.NumberFormat(localeOf(currency, options), {
    ...(options.withoutSymbol !== true && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  // Countries place the minus on different sides of the symbol. The gateway always places it before the symbol.
  const [, minus = '', size = ''] = /^(-?)(.*)$/.exec(String(amount)) ?? []
  // Intl formats decimal texts exactly, but its type allows only literals. Some ICU versions still use the bolivar's
  // symbol of 2018.
  return minus + format.format(size as unknown as number).replace('Bs.S', 'Bs.')
}

/** Formats a decimal text with all its digits and the separators of the locale, as `es-MX`. */
export function printDecimal(decimal: string, locale: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  })
  return format.format(decimal as unknown as number)
}

/** One symbol per currency in the dashboard. The code beside the amount tells the dollars and pesos apart. */
const viewerSymbols: Readonly<Record<CurrencyCode, string>> = {
  ARS: '$',
  BRL: 'R$',
  CLP: '$',
  COP: '$',
  EUR: '€',
  MXN: '$',
  PEN: 'S/',
  PYG: '₲',
  USD: 'US$',
  UYU: '$U',
  VES: 'Bs.',
}

export interface ViewerOptions {
  /** Of the viewer, as `es-MX`: whose separators. */
  locale: string
  /** True: amounts above zero get a plus, for lists of differences. */
  signed?: boolean
}

/**
 * Formats an amount in the one style of a viewer, whatever its currency: grouping and decimal mark of the locale, sign
 * (U+2212 for a minus), symbol, no-break space, number: `−Bs. 1.250,50`. Zero has no sign. `readTypedAmount` can parse
 * every result.
 */
export function printForViewer(amount: number | string, currency: CurrencyCode, options: ViewerOptions): string {
  const decimals = currencyDecimals[currency]
  const format = new Intl.NumberFormat(options.locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  })
  const [, minus = '', size = ''] = /^(-?)(.*)$/.exec(String(amount)) ?? []
  const number = format.format(size as unknown as number)
  const isZero = !/[1-9]/.test(number)
  const plus = options.signed === true ? '+' : ''
  const sign = isZero ? '' : minus === '' ? plus : '\u2212'
  return `${sign}${viewerSymbols[currency]}\u00a0${number}`
}

/** The locale of the country, else of the page's language. */
function localeOf(currency: CurrencyCode, { language, country }: Pick<PrintOptions, 'language' | 'country'>): string {
  const where = country ?? countryOfCurrency(currency)
  if (where === 'BR') return 'pt-BR'
  return where === undefined || where === 'WW' ? language : `es-${where}`
}
