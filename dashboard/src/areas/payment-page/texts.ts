import { textsOf } from '../../app/languages.ts'
import { paymentPage as en } from '../../texts/en/payment-page.ts'
import { paymentPage as es } from '../../texts/es/payment-page.ts'
import { paymentPage as pt } from '../../texts/pt/payment-page.ts'

export const usePaymentPageTexts = textsOf({ en, es, pt })
