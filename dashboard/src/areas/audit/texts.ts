import { textsOf } from '../../app/languages.ts'
import { audit as en } from '../../texts/en/audit.ts'
import es from '../../texts/es/audit.json' with { type: 'json' }
import pt from '../../texts/pt/audit.json' with { type: 'json' }

export const useAuditTexts = textsOf(en, { es, pt })
