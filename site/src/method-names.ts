import type { Translated } from './countries/country-description.ts'
import { say } from './countries/country-description.ts'
import { generatedTexts } from './generated-texts.ts'
import type { Language } from './languages.ts'
import type { MethodFacts } from './method-facts.ts'

/** Names of several words; the others are names of their own in every language. */
const names: Readonly<Record<string, Translated>> = {
  'Bank transfer': say('Bank transfer', 'Transferencia bancaria', 'Transferência bancária'),
  'Card processing': say('Card processing', 'Cobros con tarjeta', 'Recebimentos com cartão'),
}

/** The name without its country, which the page shows beside it. */
export function shortName({ name }: Pick<MethodFacts, 'name'>, language: Language): string {
  const english = name.replace(/, .*$/, '')
  const known = names[english]
  if (known === undefined && english.includes(' ')) throw new Error(`method-names.ts has no translation of ${english}`)
  return known?.[language] ?? english
}

export function longName(method: Pick<MethodFacts, 'name' | 'country'>, language: Language): string {
  return `${shortName(method, language)}, ${countryName(method.country, language)}`
}

export function countryName(country: string, language: Language): string {
  if (country === 'WW') return generatedTexts[language].worldwide
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
}

export function currencyName(currency: string, language: Language): string {
  return new Intl.DisplayNames([language], { type: 'currency' }).of(currency) ?? currency
}

export function directions({ payin, payout }: MethodFacts, language: Language): string {
  const { payins, payouts } = generatedTexts[language]
  return [payin ? payins : '', payout ? payouts : ''].filter((each) => each !== '').join(', ')
}

/** `2 decimals`, in the language. */
export function decimalsOf(decimals: number, language: Language): string {
  const texts = generatedTexts[language]
  return decimals === 0 ? texts.noDecimals : texts.decimals(decimals)
}

/** Folder of the pages in a language: empty for English. */
export function folderOf(language: Language): string {
  return language === 'en' ? '' : `${language}/`
}

export function methodPath({ code }: Pick<MethodFacts, 'code'>, language: Language): string {
  return `${folderOf(language)}methods/${code.toLowerCase().replaceAll('_', '-')}`
}

export function countryPath(country: string, language: Language): string {
  return `${folderOf(language)}countries/${country.toLowerCase()}`
}
