import { textsOf } from '../../app/languages.ts'
import { bankFiles as en } from '../../texts/en/bank-files.ts'
import { bankFiles as es } from '../../texts/es/bank-files.ts'
import { bankFiles as pt } from '../../texts/pt/bank-files.ts'

export const useFileTexts = textsOf({ en, es, pt })
