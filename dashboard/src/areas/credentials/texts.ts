import { textsOf } from '../../app/languages.ts'
import { credentials as en } from '../../texts/en/credentials.ts'
import es from '../../texts/es/credentials.json' with { type: 'json' }
import pt from '../../texts/pt/credentials.json' with { type: 'json' }

export const useCredentialsTexts = textsOf(en, { es, pt })
