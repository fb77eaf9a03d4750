import type { CountryIdentifiers } from '../country-identifiers.ts'
import { BR_BANKS } from './banks.ts'
import { brazilianDocuments } from './documents.ts'
import { checkPixKey } from './pix-key.ts'

export const brazil: CountryIdentifiers = {
  banks: BR_BANKS,
  bankNameSuffixes: ['brasil', 'brazil'],
  bankSentAs: 'code',
  account: checkPixKey,
  hasAccountKeys: true,
  documents: brazilianDocuments,
}
