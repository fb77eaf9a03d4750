import type { Language } from '../texts/messages/languages.ts'
import { type Message, say, type Text, textOf } from '../texts/messages/say.ts'
import type { Field, FieldFinding } from './payment-method.ts'

/** Long enough for every registered company name; the same limit as the card holder's name (contract section 2). */
const nameLengthMax = 100

/** Bank names with their legal form are up to about 80 characters. */
const bankLengthMax = 100

/** Free text. */
export function text(field: Pick<Field, 'description' | 'example' | 'maxLength'>): Field {
  return field
}

/** One of the spec's values, in any case. */
export function choice(description: Message, allowed: readonly [string, ...string[]]): Field {
  return { description, example: allowed[0], maxLength: Math.max(...allowed.map((one) => one.length)), allowed }
}

/** The full name of a person or company, 1 to 100 characters. */
export function fullName(description: Message, example: string): Field {
  return text({ description, example, maxLength: nameLengthMax })
}

export const payerName = fullName(say('desc.full_name_payer'), 'PAGADOR DE PRUEBA')

export const accountBeneficiary = fullName(say('desc.name_account_holder'), 'BENEFICIARIO DE PRUEBA')

/** Name or code of the target account's bank; its check depends on the country. */
export function bankName(example: string): Field {
  return text({ description: say('desc.bank_target_account'), example, maxLength: bankLengthMax })
}

/** The same field with hard findings made soft, for values that the service does not need. */
export function softly(field: Field): Field {
  const check = field.check?.bind(field)
  if (!check) return field
  return {
    ...field,
    check(value, all, situation) {
      const result = check(value, all, situation)
      return { ...result, findings: result.findings.map((finding) => ({ ...finding, severity: 'soft' as const })) }
    },
  }
}

/** A finding that a strict point refuses. */
export function hard(code: FieldFinding['code'], message: Message): FieldFinding {
  return { severity: 'hard', code, message }
}

/** A finding that only warns. */
export function soft(code: FieldFinding['code'], message: Message): FieldFinding {
  return { severity: 'soft', code, message }
}

/** The description of a field as a sentence of its own: it begins with a capital letter. */
export function descriptionIn(language: Language, description: Text): string {
  const text = typeof description === 'string' ? description : textOf(description, language)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
