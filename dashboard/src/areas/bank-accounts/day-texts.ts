import { textsOf } from '../../app/languages.ts'
import { bankDays as en } from '../../texts/en/bank-days.ts'
import { bankDays as es } from '../../texts/es/bank-days.ts'
import { bankDays as pt } from '../../texts/pt/bank-days.ts'

export const useDayTexts = textsOf({ en, es, pt })
