import { textsOf } from '../../app/languages.ts'
import { bankRules as en } from '../../texts/en/bank-rules.ts'
import { bankRules as es } from '../../texts/es/bank-rules.ts'
import { bankRules as pt } from '../../texts/pt/bank-rules.ts'

export const useRuleTexts = textsOf({ en, es, pt })
