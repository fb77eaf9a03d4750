import { checkAccountLength } from '../account-digits.ts'
import type { CountryIdentifiers } from '../country-identifiers.ts'
import banks from './banks.json' with { type: 'json' }
import { paraguayanDocuments } from './documents.ts'

export const paraguay: CountryIdentifiers = {
  // Banks of Paraguay; the codes are one provider's, not official: match by name.
  // Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
  banks,
  bankNameSuffixes: ['paraguay'],
  // The codes of the list are one provider's.
  bankSentAs: 'name',
  account: (raw) => checkAccountLength(raw, { min: 3, max: 20 }),
  documents: paraguayanDocuments,
}
