import { textsOf } from '../../app/languages.ts'
import { withdrawals as en } from '../../texts/en/withdrawals.ts'
import es from '../../texts/es/withdrawals.json' with { type: 'json' }
import pt from '../../texts/pt/withdrawals.json' with { type: 'json' }

export const useWithdrawalsTexts = textsOf(en, { es, pt })
