import { textsOf } from '../../app/languages.ts'
import { payments as en } from '../../texts/en/payments.ts'
import es from '../../texts/es/payments.json' with { type: 'json' }
import pt from '../../texts/pt/payments.json' with { type: 'json' }

export const usePaymentsTexts = textsOf(en, { es, pt })
