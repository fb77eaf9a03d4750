import type { CountryIdentifiers } from '../country-identifiers.ts'
import { checkPeruvianAccount } from './accounts.ts'
import banks from './banks.json' with { type: 'json' }
import { peruvianDocuments } from './documents.ts'

export const peru: CountryIdentifiers = {
  // Banks of Peru; the code is the first three digits of a CCI. Only codes that two sources agree on.
  // Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
  banks,
  bankNameSuffixes: ['peru'],
  bankSentAs: 'code',
  embeddedBankCode: { shape: /^\d{20}$/, digits: 3, isDoubtful: true },
  account: (raw, { bankCode }) => checkPeruvianAccount(raw, bankCode),
  documents: peruvianDocuments,
}
