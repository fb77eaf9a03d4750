import { say } from '../../texts/messages/say.ts'
import { checkAccountDigits } from '../account-digits.ts'
import { type Checked, checked, soft } from '../checked.ts'
import type { CountryIdentifiers } from '../country-identifiers.ts'
import banks from './banks.json' with { type: 'json' }
import { chileanDocuments } from './documents.ts'

export const chile: CountryIdentifiers = {
  // Banks of Chile; the code is that of the regulator (CMF).
  // Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
  banks,
  bankNameSuffixes: ['chile'],
  bankSentAs: 'code',
  account: (raw, { accountType }) => checkChileanAccount(raw, accountType),
  documents: chileanDocuments,
}

/**
 * Chilean account: 6 to 20 digits. For the account type RUT (CuentaRUT) the number is the holder's RUT without its
 * check character, 7 or 8 digits; another length is flagged.
 */
function checkChileanAccount(raw: string, accountType?: string): Checked {
  const account = checkAccountDigits(raw, 6, 20)
  if (account.findings.length > 0 || accountType !== 'RUT' || /^\d{7,8}$/.test(account.normalised)) return account
  const message = say('id.cuentarut')
  return checked('ACCOUNT', account.normalised, soft('unusual', message))
}
