import { type CurrencyCode, currencyDecimals } from './currency.ts'
import type { Language } from './language.ts'

// Shared with the dashboard, which bundles this file: it imports nothing but the table of currencies.

/** The country whose people write this currency; the dollar and the euro are written as the page's language does. */
const countryOfCurrency: Partial<Record<CurrencyCode, string>> = {
  ARS: 'AR',
  BRL: 'BR',
  CLP: 'CL',
  COP: 'CO',
  MXN: 'MX',
  PEN: 'PE',
  PYG: 'PY',
  UYU: 'UY',
  VES: 'VE',
}

export interface PrintOptions {
  language: Language
  /** ISO 3166 alpha-2, or WW for no country; by default the currency's own country. */
  country?: string | undefined
  /** The plain number, for tables whose column names the currency. */
  withoutSymbol?: boolean
}

/**
 * The amount as its country writes it, with the currency's own decimals and without its code: `$ 1.250,50`. `amount` in
 * major units, as exact decimal text or as a number of the API. `readTypedAmount` reads everything that this prints.
 */
export function printAmount(amount: number | string, currency: CurrencyCode, options: PrintOptions): string {
  const decimals = currencyDecimals[currency]
  const format = new Intl.NumberFormat(localeOf(currency, options), {
    ...(options.withoutSymbol !== true && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  // Countries disagree on which side of the symbol the minus stands: it stands before it, everywhere.
  const [, minus = '', size = ''] = /^(-?)(.*)$/.exec(String(amount)) ?? []
  // Intl takes decimal texts exactly; the type says so only for literals. The data of some versions still know the
  // bolivar by its sign of 2018.
  return minus + format.format(size as unknown as number).replace('Bs.S', 'Bs.')
}

/** A decimal text with all its digits, and the separators of the currency's country; without a currency, of the language. */
export function printDecimal(decimal: string, currency: CurrencyCode | undefined, language: Language): string {
  const digits = decimal.split('.')[1]?.length ?? 0
  const locale = currency === undefined ? language : localeOf(currency, { language })
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  })
  return format.format(decimal as unknown as number)
}

/** The locale in which the country writes numbers, else the page's language. */
function localeOf(currency: CurrencyCode, { language, country }: Pick<PrintOptions, 'language' | 'country'>): string {
  const where = country ?? countryOfCurrency[currency]
  if (where === 'BR') return 'pt-BR'
  return where === undefined || where === 'WW' ? language : `es-${where}`
}
