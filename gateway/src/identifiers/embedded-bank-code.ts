import type { Country } from '../values/country.ts'
import { withoutSeparators } from './separators.ts'

/**
 * The bank code in an account number: CBU 3 digits, CLABE 3, CCI 3 (20 digits), Venezuelan account 4. Undefined for a
 * CVU, for another format, and in countries whose accounts have no bank code.
 */
export function embeddedBankCode(country: Country, account: string): string | undefined {
  const digits = withoutSeparators(account)
  if (country === 'AR') return /^(?!000)\d{22}$/.test(digits) ? digits.slice(0, 3) : undefined
  if (country === 'MX') return /^\d{18}$/.test(digits) ? digits.slice(0, 3) : undefined
  if (country === 'PE') return /^\d{20}$/.test(digits) ? digits.slice(0, 3) : undefined
  if (country === 'VE') return /^\d{20}$/.test(digits) ? digits.slice(0, 4) : undefined
  return undefined
}
