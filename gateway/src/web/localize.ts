import type { FastifyRequest } from 'fastify'
import { languageAsked } from '../texts/language.ts'
import { sentenceIn } from '../texts/sentences.ts'
import type { Language } from '../values/language.ts'

/** Says an English sentence of ours in the language that a request asks for. */
export type Say = (english: string) => string

export function sayFor(request: FastifyRequest): Say {
  return sayIn(languageFor(request))
}

/** Says an English sentence of ours in a language; one that nobody translated stays English. */
export function sayIn(language: Language): Say {
  return (english) => (language === 'en' ? english : (sentenceIn(language, english) ?? english))
}

/** The language that a request asks for; English where it asks for none of ours. */
export function languageFor(request: FastifyRequest): Language {
  return languageAsked(request.headers['accept-language']) ?? 'en'
}
