import { textsOf } from '../../app/languages.ts'
import { providers as en } from '../../texts/en/providers.ts'
import { providers as es } from '../../texts/es/providers.ts'
import { providers as pt } from '../../texts/pt/providers.ts'

export const useProviderTexts = textsOf({ en, es, pt })
