import { textsOf } from '../../app/languages.ts'
import { bankDays as en } from '../../texts/en/bank-days.ts'
import es from '../../texts/es/bank-days.json' with { type: 'json' }
import pt from '../../texts/pt/bank-days.json' with { type: 'json' }

export const useBankDaysTexts = textsOf(en, { es, pt })
