import type { Language } from '../../../core/texts/messages/languages.ts'
import type { AlertTexts } from './alert-texts.ts'
import { alertsEn } from './alerts-en.ts'
import { alertsEs } from './alerts-es.ts'
import { alertsPt } from './alerts-pt.ts'

const dictionaries: Readonly<Record<Language, AlertTexts>> = { en: alertsEn, es: alertsEs, pt: alertsPt }

export function alertTextsIn(language: Language): AlertTexts {
  return dictionaries[language]
}
