import { textsOf } from '../../app/languages.ts'
import { bankAccounts as en } from '../../texts/en/bank-accounts.ts'
import { bankAccounts as es } from '../../texts/es/bank-accounts.ts'
import { bankAccounts as pt } from '../../texts/pt/bank-accounts.ts'

export const useBankAccountTexts = textsOf({ en, es, pt })
