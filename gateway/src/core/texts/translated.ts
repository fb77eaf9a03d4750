/**
 * Texts in another language: shaped as the English ones, with `{0}` for the first value of a text with values, `{1}` for
 * the second. The dashboard bundles this file, so it imports nothing.
 */
export type Translation<Texts> = {
  readonly [Name in keyof Texts]: NonNullable<Texts[Name]> extends string | ((...values: never[]) => string)
    ? string
    : Translation<Texts[Name]>
}

/** A name that English does not have does not compile. */
type NoMore<Given, Texts> = Given extends string
  ? Given
  : { readonly [Name in keyof Given]: Name extends keyof Texts ? NoMore<Given[Name], NonNullable<Texts[Name]>> : never }

export interface Others<Texts, Es, Pt> {
  es: Es & NoMore<Es, Texts>
  pt: Pt & NoMore<Pt, Texts>
}

/** The texts of each language; where English has a text with values, a function. */
export function inLanguages<Texts extends object, Es extends Translation<Texts>, Pt extends Translation<Texts>>(
  english: Texts,
  { es, pt }: Others<Texts, Es, Pt>,
): Readonly<Record<'en' | 'es' | 'pt', Texts>> {
  return { en: english, es: shapedAs(english, es) as Texts, pt: shapedAs(english, pt) as Texts }
}

function shapedAs(english: object, translation: object): object {
  const originals = new Map(Object.entries(english))
  return Object.fromEntries(
    Object.entries(translation).map(([name, text]: [string, unknown]) => {
      const original: unknown = originals.get(name)
      if (Array.isArray(text)) return [name, text]
      if (typeof text !== 'string') return [name, shapedAs(original as object, text as object)]
      return [name, typeof original === 'function' ? withValues(text) : text]
    }),
  )
}

function withValues(text: string): (...values: unknown[]) => string {
  return (...values) => text.replace(/\{(\d)\}/g, (_whole, at: string) => String(values[Number(at)]))
}
