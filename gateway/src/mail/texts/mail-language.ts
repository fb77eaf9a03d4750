import type { Language } from '../../values/language.ts'
import type { MailTexts } from './mail-texts.ts'
import { mailsEn } from './mails-en.ts'
import { mailsEs } from './mails-es.ts'
import { mailsPt } from './mails-pt.ts'

const dictionaries: Readonly<Record<Language, MailTexts>> = { en: mailsEn, es: mailsEs, pt: mailsPt }

export function mailTextsIn(language: Language): MailTexts {
  return dictionaries[language]
}
