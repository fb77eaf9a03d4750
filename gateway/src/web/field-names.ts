import type { FastifyInstance } from 'fastify'
import { languageAsked, textsIn } from '../texts/language.ts'
import type { Language } from '../values/language.ts'
import { type FieldProblem, fieldCodes } from '../values/problem.ts'

/** Texts about a fault: `message` in the requested language, and the precise English sentence if it says more. */
export interface LocalizedFault {
  message: string
  detail?: string
}

/** Wrong or unusual fields, as a reply lists them. */
export function fieldsIn(fields: readonly FieldProblem[], language: Language): (FieldProblem & LocalizedFault)[] {
  return fields.map(({ code, param, ...field }) => ({
    code,
    param,
    ...localizeFault({ code, param, ...field }, language),
  }))
}

/** English has the precise sentence of the check. Other languages have the field name and the meaning of its code. */
export function localizeFault({ code, param, message }: FieldProblem, language: Language): LocalizedFault {
  if (language === 'en') return { message }
  const name = param.split('.').at(-1) ?? ''
  const text = textsIn(language).fields[code]
  return {
    message: name === '' ? text : `${name}: ${text}`,
    ...(message !== fieldCodes[code] && { detail: message }),
  }
}

/** Translates the warnings of a successful reply to the requested language. The codes stay. */
export function translateWarnings(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, _reply, payload: unknown, done) => {
    if (!hasWarnings(payload)) return done(null, payload)
    const language = languageAsked(request.headers['accept-language']) ?? 'en'
    if (language === 'en') return done(null, payload)
    return done(null, { ...payload, warnings: fieldsIn(payload.warnings, language) })
  })
}

/** Only `success` of `payments/replies.ts` writes warnings; the reply of a failed payout includes them. */
function hasWarnings(payload: unknown): payload is { status: 'success' | 'error'; warnings: readonly FieldProblem[] } {
  return typeof payload === 'object' && payload !== null && 'warnings' in payload && Array.isArray(payload.warnings)
}
