import { textsOf } from '../../app/languages.ts'
import { paymentPage as en } from '../../texts/en/payment-page.ts'
import es from '../../texts/es/payment-page.json' with { type: 'json' }
import pt from '../../texts/pt/payment-page.json' with { type: 'json' }

export const usePaymentPageTexts = textsOf(en, { es, pt })
