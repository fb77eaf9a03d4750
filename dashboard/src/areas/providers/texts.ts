import { textsOf } from '../../app/languages.ts'
import { providers as en } from '../../texts/en/providers.ts'
import es from '../../texts/es/providers.json' with { type: 'json' }
import pt from '../../texts/pt/providers.json' with { type: 'json' }

export const useProvidersTexts = textsOf(en, { es, pt })
