import { textsOf } from '../../app/languages.ts'
import { audit as en } from '../../texts/en/audit.ts'
import { audit as es } from '../../texts/es/audit.ts'
import { audit as pt } from '../../texts/pt/audit.ts'

export const useAuditTexts = textsOf({ en, es, pt })
