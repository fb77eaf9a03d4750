import { textsOf } from '../../app/languages.ts'
import { payments as en } from '../../texts/en/payments.ts'
import { payments as es } from '../../texts/es/payments.ts'
import { payments as pt } from '../../texts/pt/payments.ts'

export const usePaymentsTexts = textsOf({ en, es, pt })
