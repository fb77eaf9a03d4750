import type { Country } from './checked.ts'

const known: Readonly<Record<Country, true>> = {
  AR: true,
  BR: true,
  CL: true,
  CO: true,
  EC: true,
  MX: true,
  PE: true,
  PY: true,
  UY: true,
  VE: true,
}

/** Countries with a list of banks, ISO 3166-1 alpha-2. */
export type BankCountry = Country

export const bankCountries: readonly BankCountry[] = Object.keys(known) as BankCountry[]

export function isBankCountry(text: string): text is BankCountry {
  return Object.hasOwn(known, text)
}
