import { type Country, countryCodes, isCountry } from '../values/country.ts'
import { Problem } from '../values/problem.ts'
import { type Bank, listBanks as banksOf } from './banks.ts'

export type { Bank }

/** The banks of a country (ISO 3166-1 alpha-2, any case) in the order of their codes. Throws `validation_failed`. */
export function listBanks(country: string): { country: Country; banks: readonly Bank[] } {
  const wanted = country.trim().toUpperCase()
  if (isCountry(wanted)) return { country: wanted, banks: banksOf(wanted) }
  const message = `country must be one of ${countryCodes.join(', ')}`
  throw new Problem('validation_failed', { fields: [{ code: 'not_allowed', param: 'country', message }] })
}
