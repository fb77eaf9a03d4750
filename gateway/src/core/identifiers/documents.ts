import { say } from '../texts/messages/say.ts'
import type { Country } from '../values/country.ts'
import { type Checked, malformed } from './checked.ts'
import { identifiersOf } from './countries.ts'
import { upperAscii } from './digits.ts'

/** The longest document has 18 characters; the rest allows separators and limits the work per field. */
const RAW_LENGTH_MAX = 32

/**
 * Checks the document of a payer. The request has no type, so the format decides. MX, PY and UY give soft findings
 * only, because no service code there requires the document.
 */
export function checkPayerDocument(country: Country, raw: string): Checked {
  return raw.length > RAW_LENGTH_MAX ? tooLong('DOCUMENT', raw) : identifiersOf[country].documents.payer(raw)
}

/**
 * Checks a document with a declared type (`account_doc_type`); nothing is guessed. Besides the types of the spec it
 * supports NIT (CO), RUC (EC), CI, RUT, PAS (UY), CPF, CNPJ (BR), CUIT, CUIL, CDI, DNI (AR), RFC and CURP (MX). A type
 * that the country does not have is a hard finding. `type` of the result is the declared type in upper case.
 */
export function checkDeclaredDocument(country: Country, type: string, raw: string): Checked {
  const declared = upperAscii(type.trim())
  if (raw.length > RAW_LENGTH_MAX) return tooLong(declared, raw)
  const checks = identifiersOf[country].documents.declared
  const check = checks.get(declared)
  if (!check) {
    const known = [...checks.keys()].join(', ')
    return malformed(declared, raw.trim(), say('id.document_types', { country, known }))
  }
  return { ...check(raw), type: declared }
}

function tooLong(type: string, raw: string): Checked {
  return malformed(type, raw.slice(0, RAW_LENGTH_MAX), say('id.too_long', { max: RAW_LENGTH_MAX }))
}
