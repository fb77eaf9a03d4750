import { textsOf } from '../../app/languages.ts'
import { bankAccounts as en } from '../../texts/en/bank-accounts.ts'
import es from '../../texts/es/bank-accounts.json' with { type: 'json' }
import pt from '../../texts/pt/bank-accounts.json' with { type: 'json' }

export const useBankAccountsTexts = textsOf(en, { es, pt })
