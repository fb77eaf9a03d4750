import { textsOf } from '../../app/languages.ts'
import { balances as en } from '../../texts/en/balances.ts'
import { balances as es } from '../../texts/es/balances.ts'
import { balances as pt } from '../../texts/pt/balances.ts'

export const useBalancesTexts = textsOf({ en, es, pt })
