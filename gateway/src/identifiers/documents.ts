import type { Country } from '../values/country.ts'
import { checkAlphanumericDocument } from './alphanumeric-document.ts'
import { checkCuit } from './ar/cuit.ts'
import { checkArgentineDni } from './ar/dni.ts'
import { checkArgentinePayerDocument } from './ar/payer-document.ts'
import { checkCnpj } from './br/cnpj.ts'
import { checkCpf } from './br/cpf.ts'
import { checkBrazilianPayerDocument } from './br/payer-document.ts'
import { type Checked, malformed } from './checked.ts'
import { checkRut } from './cl/rut.ts'
import { checkColombianCedula } from './co/cedula.ts'
import { checkNit } from './co/nit.ts'
import { checkColombianPayerDocument } from './co/payer-document.ts'
import { checkEcuadorianCedula } from './ec/cedula.ts'
import { checkEcuadorianPayerDocument } from './ec/payer-document.ts'
import { checkEcuadorianRuc } from './ec/ruc.ts'
import { checkCurp } from './mx/curp.ts'
import { checkMexicanPayerDocument } from './mx/payer-document.ts'
import { checkRfc } from './mx/rfc.ts'
import { checkPeruvianDni } from './pe/dni.ts'
import { checkPeruvianPayerDocument } from './pe/payer-document.ts'
import { checkPeruvianRuc } from './pe/ruc.ts'
import { checkParaguayanCi } from './py/ci.ts'
import { checkParaguayanPayerDocument } from './py/payer-document.ts'
import { checkParaguayanRuc } from './py/ruc.ts'
import { checkUruguayanCi } from './uy/ci.ts'
import { checkUruguayanPayerDocument } from './uy/payer-document.ts'
import { checkUruguayanRut } from './uy/rut.ts'
import { checkVenezuelanCi } from './ve/ci.ts'
import { checkVenezuelanPayerDocument } from './ve/payer-document.ts'
import { checkRif } from './ve/rif.ts'

/** The longest document has 18 characters; the rest allows separators and limits the work per field. */
const RAW_LENGTH_MAX = 32

type DocumentCheck = (raw: string) => Checked

/**
 * Checks the document of a payer. The request has no type, so the format decides. MX, PY and UY give soft findings
 * only, because no service code there requires the document.
 */
export function checkPayerDocument(country: Country, raw: string): Checked {
  return raw.length > RAW_LENGTH_MAX ? tooLong('DOCUMENT', raw) : PAYER_CHECKS[country](raw)
}

/**
 * Checks a document with a declared type (`account_doc_type`); nothing is guessed. Besides the types of the spec it
 * supports NIT (CO), RUC (EC), CI, RUT, PAS (UY), CPF, CNPJ (BR), CUIT, CUIL, CDI, DNI (AR), RFC and CURP (MX). A type
 * that the country does not have is a hard finding. `type` of the result is the declared type in upper case.
 */
export function checkDeclaredDocument(country: Country, type: string, raw: string): Checked {
  const declared = type.trim().toUpperCase()
  if (raw.length > RAW_LENGTH_MAX) return tooLong(declared, raw)
  const check = DECLARED_CHECKS[country].get(declared)
  if (!check) {
    const known = [...DECLARED_CHECKS[country].keys()].join(', ')
    return malformed(declared, raw.trim(), `the document types of ${country} are ${known}`)
  }
  return { ...check(raw), type: declared }
}

const PAYER_CHECKS: Readonly<Record<Country, DocumentCheck>> = {
  AR: checkArgentinePayerDocument,
  BR: checkBrazilianPayerDocument,
  CL: checkRut,
  CO: checkColombianPayerDocument,
  EC: checkEcuadorianPayerDocument,
  MX: checkMexicanPayerDocument,
  PE: checkPeruvianPayerDocument,
  PY: checkParaguayanPayerDocument,
  UY: checkUruguayanPayerDocument,
  VE: checkVenezuelanPayerDocument,
}

const DECLARED_CHECKS: Readonly<Record<Country, ReadonlyMap<string, DocumentCheck>>> = {
  AR: byType(['CUIT', checkCuit], ['CUIL', checkCuit], ['CDI', checkCuit], ['DNI', checkArgentineDni]),
  BR: byType(['CPF', checkCpf], ['CNPJ', checkCnpj]),
  CL: byType(['RUT', checkRut], ['RUN', checkRut], ['PAS', passport(4, 20)], ['CE', residenceCard(4, 20)]),
  CO: byType(['CC', checkColombianCedula], ['CE', residenceCard(4, 12)], ['PAS', passport(4, 12)], ['NIT', checkNit]),
  EC: byType(
    ['CI', checkEcuadorianCedula],
    ['CIE', residenceCard(5, 20)],
    ['PAS', passport(5, 20)],
    ['RUC', checkEcuadorianRuc],
  ),
  MX: byType(['RFC', checkRfc], ['CURP', checkCurp]),
  PE: byType(
    ['RUC', checkPeruvianRuc],
    ['DNI', checkPeruvianDni],
    ['PAS', passport(7, 12)],
    ['CE', residenceCard(4, 12)],
  ),
  PY: byType(
    ['CI', checkParaguayanCi],
    ['PAS', passport(4, 20)],
    ['CRP', residenceCard(4, 20)],
    ['CRC', residenceCard(4, 20)],
    ['RUC', checkParaguayanRuc],
    ['DNI', residenceCard(4, 20)],
  ),
  UY: byType(['CI', checkUruguayanCi], ['RUT', checkUruguayanRut], ['PAS', passport(4, 20)]),
  VE: byType(['CI', checkVenezuelanCi], ['RIF', checkRif], ['PAS', passport(4, 20)]),
}

function byType(...entries: [string, DocumentCheck][]): ReadonlyMap<string, DocumentCheck> {
  return new Map(entries)
}

function passport(lengthMin: number, lengthMax: number): DocumentCheck {
  return (raw) => checkAlphanumericDocument(raw, { type: 'PAS', subject: 'a passport', lengthMin, lengthMax })
}

function residenceCard(lengthMin: number, lengthMax: number): DocumentCheck {
  return (raw) => checkAlphanumericDocument(raw, { type: 'CE', subject: 'this document', lengthMin, lengthMax })
}

function tooLong(type: string, raw: string): Checked {
  return malformed(type, raw.slice(0, RAW_LENGTH_MAX), `a document has at most ${RAW_LENGTH_MAX} characters`)
}
