import { textsOf } from '../../app/languages.ts'
import { paymentLinks as en } from '../../texts/en/payment-links.ts'
import es from '../../texts/es/payment-links.json' with { type: 'json' }
import pt from '../../texts/pt/payment-links.json' with { type: 'json' }

export const usePaymentLinksTexts = textsOf(en, { es, pt })
