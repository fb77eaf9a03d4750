import { textsOf } from '../../app/languages.ts'
import { approvals as en } from '../../texts/en/approvals.ts'
import es from '../../texts/es/approvals.json' with { type: 'json' }
import pt from '../../texts/pt/approvals.json' with { type: 'json' }

export const useApprovalsTexts = textsOf(en, { es, pt })
