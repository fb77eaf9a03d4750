import type { Language } from '../app/languages.ts'

/** The right form for a number: `plural('en', n, { one: '1 payment', other: `${n} payments` })`. */
export function plural(language: Language, count: number, forms: { one: string; other: string }): string {
  // Spanish and Portuguese have a third form for millions (`many`), which reads like `other` here.
  return new Intl.PluralRules(language).select(count) === 'one' ? forms.one : forms.other
}
