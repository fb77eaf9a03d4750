import type { CountryIdentifiers } from '../country-identifiers.ts'
import { checkVenezuelanAccount } from './accounts.ts'
import banks from './banks.json' with { type: 'json' }
import { venezuelanDocuments } from './documents.ts'

export const venezuela: CountryIdentifiers = {
  // Banks of Venezuela; the code is the first four digits of an account.
  // Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
  banks,
  bankNameSuffixes: ['venezuela'],
  bankSentAs: 'code',
  embeddedBankCode: { shape: /^\d{20}$/, digits: 4 },
  account: checkVenezuelanAccount,
  documents: venezuelanDocuments,
}
