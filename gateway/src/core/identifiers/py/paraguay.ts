import { checkAccountLength } from '../account-digits.ts'
import type { CountryIdentifiers } from '../country-identifiers.ts'
import { PY_BANKS } from './banks.ts'
import { paraguayanDocuments } from './documents.ts'

export const paraguay: CountryIdentifiers = {
  banks: PY_BANKS,
  bankNameSuffixes: ['paraguay'],
  // The codes of the list are one provider's.
  bankSentAs: 'name',
  account: (raw) => checkAccountLength(raw, { min: 3, max: 20 }),
  documents: paraguayanDocuments,
}
