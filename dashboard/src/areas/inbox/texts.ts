import { textsOf } from '../../app/languages.ts'
import { inbox as en } from '../../texts/en/inbox.ts'
import { inbox as es } from '../../texts/es/inbox.ts'
import { inbox as pt } from '../../texts/pt/inbox.ts'

export const useInboxTexts = textsOf({ en, es, pt })
