import type { CountryIdentifiers } from '../country-identifiers.ts'
import { checkCbu } from './accounts.ts'
import { AR_BANKS } from './banks.ts'
import { argentineDocuments } from './documents.ts'

export const argentina: CountryIdentifiers = {
  banks: AR_BANKS,
  bankNameSuffixes: ['argentina'],
  bankSentAs: 'code',
  // A number that starts with 000 is a CVU, which belongs to no bank.
  embeddedBankCode: { shape: /^(?!000)\d{22}$/, digits: 3 },
  account: checkCbu,
  documents: argentineDocuments,
}
