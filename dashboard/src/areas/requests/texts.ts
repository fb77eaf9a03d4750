import { textsOf } from '../../app/languages.ts'
import { requests as en } from '../../texts/en/requests.ts'
import { requests as es } from '../../texts/es/requests.ts'
import { requests as pt } from '../../texts/pt/requests.ts'

export const useRequestsTexts = textsOf({ en, es, pt })
