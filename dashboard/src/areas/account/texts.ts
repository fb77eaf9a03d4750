import { textsOf } from '../../app/languages.ts'
import { account as en } from '../../texts/en/account.ts'
import { account as es } from '../../texts/es/account.ts'
import { account as pt } from '../../texts/pt/account.ts'

export const useAccountTexts = textsOf({ en, es, pt })
