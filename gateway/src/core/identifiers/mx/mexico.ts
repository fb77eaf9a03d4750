import type { CountryIdentifiers } from '../country-identifiers.ts'
import { MX_BANKS } from './banks.ts'
import { checkClabe } from './clabe.ts'
import { mexicanDocuments } from './documents.ts'

export const mexico: CountryIdentifiers = {
  banks: MX_BANKS,
  bankNameSuffixes: ['mexico'],
  bankSentAs: 'code',
  embeddedBankCode: { shape: /^\d{18}$/, digits: 3 },
  account: checkClabe,
  documents: mexicanDocuments,
}
