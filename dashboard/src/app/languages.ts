import type { Language } from '../../../gateway/src/extras/identity/http/contract/session.ts'
import { storedChoice, useStoredChoice } from './stored-choice.ts'

export type { Language }

/** Each language by its own name, as the menu shows it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', pt: 'Português' }
export const languages = Object.keys(languageNames) as readonly Language[]

/** What was chosen in this browser; until then the person's own language, or the browser's. */
export const chosenLanguage = storedChoice('language', isLanguage)

/** The language of a page that nobody chose a language for yet. */
let fallback: Language = languageOfBrowser()

/** The language now, outside of components. */
export function currentLanguage(): Language {
  return chosenLanguage.read() ?? fallback
}

export function useLanguage(): Language {
  return useStoredChoice(chosenLanguage) ?? fallback
}

/** Takes over the language of a person's account, unless one was chosen in this browser. */
export function offerLanguage(language: Language): void {
  fallback = language
  document.documentElement.lang = currentLanguage()
}

/**
 * Texts of an area in another language: shaped as the English ones, with `{0}` for the first value of a text with values,
 * `{1}` for the second.
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

interface Others<Texts, Es, Pt> {
  es: Es & NoMore<Es, Texts>
  pt: Pt & NoMore<Pt, Texts>
}

/** Texts of one area in all languages; the hook gives those of the language that is shown. */
export function textsOf<Texts extends object, Es extends Translation<Texts>, Pt extends Translation<Texts>>(
  english: Texts,
  others: Others<Texts, Es, Pt>,
): () => Texts {
  const texts = inLanguages(english, others)
  return () => texts[useLanguage()]
}

export function inLanguages<Texts extends object, Es extends Translation<Texts>, Pt extends Translation<Texts>>(
  english: Texts,
  { es, pt }: Others<Texts, Es, Pt>,
): Readonly<Record<Language, Texts>> {
  return { en: english, es: translated(english, es) as Texts, pt: translated(english, pt) as Texts }
}

function translated(english: object, translation: object): object {
  const originals = new Map(Object.entries(english))
  return Object.fromEntries(
    Object.entries(translation).map(([name, text]: [string, unknown]) => {
      const original: unknown = originals.get(name)
      if (Array.isArray(text)) return [name, text]
      if (typeof text !== 'string') return [name, translated(original as object, text as object)]
      return [name, typeof original === 'function' ? withValues(text) : text]
    }),
  )
}

function withValues(text: string): (...values: unknown[]) => string {
  return (...values) => text.replace(/\{(\d)\}/g, (_whole, at: string) => String(values[Number(at)]))
}

function isLanguage(text: string): text is Language {
  return text in languageNames
}

function languageOfBrowser(): Language {
  return navigator.languages.map((each) => each.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}
