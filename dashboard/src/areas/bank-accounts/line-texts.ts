import { textsOf } from '../../app/languages.ts'
import { bankLines as en } from '../../texts/en/bank-lines.ts'
import { bankLines as es } from '../../texts/es/bank-lines.ts'
import { bankLines as pt } from '../../texts/pt/bank-lines.ts'

export const useLineTexts = textsOf({ en, es, pt })
