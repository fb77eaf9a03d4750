import { textsOf } from '../../app/languages.ts'
import { account as en } from '../../texts/en/account.ts'
import es from '../../texts/es/account.json' with { type: 'json' }
import pt from '../../texts/pt/account.json' with { type: 'json' }

export const useAccountTexts = textsOf(en, { es, pt })
