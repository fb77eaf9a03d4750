import type { FastifyRequest } from 'fastify'
import { languageAsked } from '../texts/language.ts'
import { sentenceIn } from '../texts/sentences.ts'
import type { Language } from '../values/language.ts'

/** Translates an English sentence into the language of a request. */
export type Say = (english: string) => string

export function sayFor(request: FastifyRequest): Say {
  return sayIn(languageFor(request))
}

/** Translates an English sentence into a language. A sentence without a translation stays English. */
export function sayIn(language: Language): Say {
  return (english) => (language === 'en' ? english : (sentenceIn(language, english) ?? english))
}

/** The supported language that a request asks for; English by default. */
export function languageFor(request: FastifyRequest): Language {
  return languageAsked(request.headers['accept-language']) ?? 'en'
}
