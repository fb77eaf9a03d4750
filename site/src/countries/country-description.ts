import type { Language } from '../languages.ts'

/** One text in the three languages. */
export type Translated = Readonly<Record<Language, string>>

/** A document that payments of a country accept. */
export interface DocumentDescription {
  /** As `account_doc_type` names them. Those of one entry share format and check. */
  readonly types: readonly string[]
  /** The build fails where the gateway finds anything about it. */
  readonly example: string
  readonly format: Translated
  readonly check: Translated
}

/** What a payout goes to: an account, a key, an alias or a phone. */
export interface TargetDescription {
  readonly name: Translated
  /** The service code whose payout takes it, in this field. */
  readonly service: string
  readonly field: string
  /** What changes in the payout's example. The build fails where a live point refuses it or warns. */
  readonly change: Readonly<Record<string, unknown>>
  readonly format: Translated
  readonly check: Translated
}

/** A body that the gateway refuses or warns about: the example of an operation with `change` applied. */
export interface Mistake {
  readonly service: string
  readonly operation: 'payin' | 'payout'
  /** The changed fields; the answer names the first one. */
  readonly change: Readonly<Record<string, unknown>>
}

/** What the gateway's own data does not say about a country. Everything else on its page comes from there. */
export interface CountryDescription {
  readonly country: string
  /** Every type of `account_doc_type` that the gateway checks: the build fails where one is missing. */
  readonly documents: readonly DocumentDescription[]
  readonly targets: readonly TargetDescription[]
  readonly mistakes: readonly Mistake[]
}

export function say(en: string, es: string, pt: string): Translated {
  return { en, es, pt }
}

export const noCheckDigit = say('It has no check digit.', 'No tiene dígito verificador.', 'Não tem dígito verificador.')

export const noPublicCheck = say(
  'There is no public check digit: a wrong digit is found by the bank only.',
  'No hay dígito verificador público: solo el banco encuentra un dígito equivocado.',
  'Não há dígito verificador público: só o banco encontra um dígito errado.',
)

/** Passports, residence cards and other documents of letters and digits. */
export function lettersAndDigits(types: readonly string[], from: number, to: number): DocumentDescription {
  return {
    types,
    example: 'AB123456',
    format: say(
      `Usually ${from} to ${to} letters A to Z and digits.`,
      `Por lo general de ${from} a ${to} letras de la A a la Z y dígitos.`,
      `Em geral de ${from} a ${to} letras de A a Z e dígitos.`,
    ),
    check: noCheckDigit,
  }
}

/** Account numbers of digits that only have a length. */
export function accountNumber(
  service: string,
  { account, from, to }: { account: string; from: number; to: number },
): TargetDescription {
  return {
    name: say('Account number', 'Número de cuenta', 'Número da conta'),
    service,
    field: 'account',
    change: { account },
    format: say(
      `${from} to ${to} digits. Dots, dashes and spaces are dropped, leading zeros are kept.`,
      `De ${from} a ${to} dígitos. Se quitan puntos, guiones y espacios; los ceros iniciales se conservan.`,
      `De ${from} a ${to} dígitos. Pontos, hifens e espaços são removidos; os zeros à esquerda são mantidos.`,
    ),
    check: noPublicCheck,
  }
}
