import type { CountryIdentifiers } from '../country-identifiers.ts'
import banks from './banks.json' with { type: 'json' }
import { checkClabe } from './clabe.ts'
import { mexicanDocuments } from './documents.ts'

export const mexico: CountryIdentifiers = {
  // Banks of Mexico; the code is the first three digits of a CLABE.
  // Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
  banks,
  bankNameSuffixes: ['mexico'],
  bankSentAs: 'code',
  embeddedBankCode: { shape: /^\d{18}$/, digits: 3 },
  account: checkClabe,
  documents: mexicanDocuments,
}
