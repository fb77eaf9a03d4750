import { textsOf } from '../../app/languages.ts'
import { balances as en } from '../../texts/en/balances.ts'
import es from '../../texts/es/balances.json' with { type: 'json' }
import pt from '../../texts/pt/balances.json' with { type: 'json' }

export const useBalancesTexts = textsOf(en, { es, pt })
