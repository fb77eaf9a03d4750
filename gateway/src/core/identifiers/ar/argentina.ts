import type { CountryIdentifiers } from '../country-identifiers.ts'
import { checkCbu } from './accounts.ts'
import banks from './banks.json' with { type: 'json' }
import { argentineDocuments } from './documents.ts'

export const argentina: CountryIdentifiers = {
  // Banks of Argentina; the code is the first three digits of a CBU.
  // Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
  banks,
  bankNameSuffixes: ['argentina'],
  bankSentAs: 'code',
  // A number that starts with 000 is a CVU, which belongs to no bank.
  embeddedBankCode: { shape: /^(?!000)\d{22}$/, digits: 3 },
  account: checkCbu,
  documents: argentineDocuments,
}
