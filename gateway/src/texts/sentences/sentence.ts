/** A precise sentence of a refusal: `{0}`, `{1}` stand for what the English one holds in the same place. */
export interface Sentence {
  en: string
  es: string
  pt: string
}
