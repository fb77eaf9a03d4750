import { textsOf } from '../../app/languages.ts'
import { credentials as en } from '../../texts/en/credentials.ts'
import { credentials as es } from '../../texts/es/credentials.ts'
import { credentials as pt } from '../../texts/pt/credentials.ts'

export const useCredentialsTexts = textsOf({ en, es, pt })
