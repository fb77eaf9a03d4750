import { textsOf } from '../../app/languages.ts'
import { approvals as en } from '../../texts/en/approvals.ts'
import { approvals as es } from '../../texts/es/approvals.ts'
import { approvals as pt } from '../../texts/pt/approvals.ts'

export const useApprovalsTexts = textsOf({ en, es, pt })
