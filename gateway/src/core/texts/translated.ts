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
export type NoMore<Given, Texts> = Given extends string
  ? Given
  : { readonly [Name in keyof Given]: Name extends keyof Texts ? NoMore<Given[Name], NonNullable<Texts[Name]>> : never }

/** The texts of a translation; where English has a text with values, a function. */
export function translated<Texts extends object>(english: Texts, translation: Translation<Texts>): Texts {
  return shapedAs(english, translation) as Texts
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
