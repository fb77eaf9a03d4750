import { between, checkAccountLength, oneOf } from '../account-digits.ts'
import type { CountryIdentifiers } from '../country-identifiers.ts'
import { EC_BANKS } from './banks.ts'
import { ecuadorianDocuments } from './documents.ts'

const LENGTHS = {
  min: 5,
  max: 20,
  usual: {
    '010': oneOf(10),
    '017': between(5, 10),
  },
}

export const ecuador: CountryIdentifiers = {
  banks: EC_BANKS,
  bankNameSuffixes: ['ecuador'],
  bankSentAs: 'code',
  account: (raw, { bankCode }) => checkAccountLength(raw, LENGTHS, bankCode),
  documents: ecuadorianDocuments,
}
