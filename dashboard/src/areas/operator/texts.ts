import { textsOf } from '../../app/languages.ts'
import { operator as en } from '../../texts/en/operator.ts'
import { operator as es } from '../../texts/es/operator.ts'
import { operator as pt } from '../../texts/pt/operator.ts'

export const useOperatorTexts = textsOf({ en, es, pt })
