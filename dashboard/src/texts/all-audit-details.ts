import { textsOf } from '../app/languages.ts'
import { auditDetails as en } from './en/audit-details.ts'
import { auditDetails as es } from './es/audit-details.ts'
import { auditDetails as pt } from './pt/audit-details.ts'

export const useAuditDetailTexts = textsOf<Readonly<Record<string, string>>>({ en, es, pt })
