import type { CountryIdentifiers } from '../country-identifiers.ts'
import { checkPeruvianAccount } from './accounts.ts'
import { PE_BANKS } from './banks.ts'
import { peruvianDocuments } from './documents.ts'

export const peru: CountryIdentifiers = {
  banks: PE_BANKS,
  bankNameSuffixes: ['peru'],
  bankSentAs: 'code',
  embeddedBankCode: { shape: /^\d{20}$/, digits: 3, isDoubtful: true },
  account: (raw, { bankCode }) => checkPeruvianAccount(raw, bankCode),
  documents: peruvianDocuments,
}
