import { inLanguages, type Others, type Translation } from '../../../gateway/src/core/texts/translated.ts'
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

/** A language with the region of this browser, as `es-MX`: whose separators the viewer and their spreadsheets know. */
export function localeOf(language: Language): string {
  const regional = navigator.languages.filter((tag) => /-([A-Z]{2}|\d{3})$/.test(tag))
  const tag = regional.find((each) => each.startsWith(`${language}-`)) ?? regional[0]
  return tag === undefined ? language : `${language}-${tag.split('-').at(-1)}`
}

/** The shown language with its region. */
export function currentLocale(): string {
  return localeOf(currentLanguage())
}

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

/** Texts of one area in all languages; the hook gives those of the language that is shown. */
export function textsOf<Texts extends object, Es extends Translation<Texts>, Pt extends Translation<Texts>>(
  english: Texts,
  others: Others<Texts, Es, Pt>,
): () => Texts {
  const texts = inLanguages(english, others)
  return () => texts[useLanguage()]
}

function isLanguage(text: string): text is Language {
  return text in languageNames
}

function languageOfBrowser(): Language {
  return navigator.languages.map((each) => each.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}
