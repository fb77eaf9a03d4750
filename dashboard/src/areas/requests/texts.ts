import { textsOf } from '../../app/languages.ts'
import { requests as en } from '../../texts/en/requests.ts'
import es from '../../texts/es/requests.json' with { type: 'json' }
import pt from '../../texts/pt/requests.json' with { type: 'json' }

export const useRequestsTexts = textsOf(en, { es, pt })
