import type { CountryIdentifiers } from '../country-identifiers.ts'
import { checkVenezuelanAccount } from './accounts.ts'
import { VE_BANKS } from './banks.ts'
import { venezuelanDocuments } from './documents.ts'

export const venezuela: CountryIdentifiers = {
  banks: VE_BANKS,
  bankNameSuffixes: ['venezuela'],
  bankSentAs: 'code',
  embeddedBankCode: { shape: /^\d{20}$/, digits: 4 },
  account: checkVenezuelanAccount,
  documents: venezuelanDocuments,
}
