/**
 * A sentence of a refusal. In translations, `{0}` and `{1}` are the parts of the English sentence with the same number.
 */
export interface Sentence {
  en: string
  es: string
  pt: string
}
