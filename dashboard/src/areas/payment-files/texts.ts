import { textsOf } from '../../app/languages.ts'
import { paymentFiles as en } from '../../texts/en/payment-files.ts'
import { paymentFiles as es } from '../../texts/es/payment-files.ts'
import { paymentFiles as pt } from '../../texts/pt/payment-files.ts'

export const usePaymentFileTexts = textsOf({ en, es, pt })
