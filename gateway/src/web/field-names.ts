import type { FastifyInstance } from 'fastify'
import { languageAsked, textsIn } from '../texts/language.ts'
import type { Language } from '../values/language.ts'
import { type FieldProblem, fieldCodes } from '../values/problem.ts'

/** What is said about a fault: in the language asked for, and precisely in English where that says more. */
export interface Words {
  message: string
  detail?: string
}

/** Wrong or remarkable fields as a reply lists them. */
export function fieldsIn(fields: readonly FieldProblem[], language: Language): (FieldProblem & Words)[] {
  return fields.map(({ code, param, ...field }) => ({
    code,
    param,
    ...fieldWords({ code, param, ...field }, language),
  }))
}

/** English is as precise as what found the fault; another language names the field and what its code means. */
export function fieldWords({ code, param, message }: FieldProblem, language: Language): Words {
  if (language === 'en') return { message }
  const name = param.split('.').at(-1) ?? ''
  const text = textsIn(language).fields[code]
  return {
    message: name === '' ? text : `${name}: ${text}`,
    ...(message !== fieldCodes[code] && { detail: message }),
  }
}

/** Warnings beside a success, in the language that is asked for. The codes stay. */
export function translateWarnings(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, _reply, payload: unknown, done) => {
    if (!hasWarnings(payload)) return done(null, payload)
    const language = languageAsked(request.headers['accept-language']) ?? 'en'
    if (language === 'en') return done(null, payload)
    return done(null, { ...payload, warnings: fieldsIn(payload.warnings, language) })
  })
}

/** Only `success` of `payments/replies.ts` writes them; the reply of a failed payout carries them on. */
function hasWarnings(payload: unknown): payload is { status: 'success' | 'error'; warnings: readonly FieldProblem[] } {
  return typeof payload === 'object' && payload !== null && 'warnings' in payload && Array.isArray(payload.warnings)
}
