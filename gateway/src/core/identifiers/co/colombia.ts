import { between, checkAccountLength, oneOf } from '../account-digits.ts'
import type { CountryIdentifiers } from '../country-identifiers.ts'
import { CO_BANKS } from './banks.ts'
import { colombianDocuments } from './documents.ts'

const LENGTHS = {
  min: 3,
  max: 20,
  usual: {
    '001': between(3, 11),
    '007': between(3, 11),
    '040': oneOf(12),
    '052': oneOf(11, 13),
  },
}

export const colombia: CountryIdentifiers = {
  banks: CO_BANKS,
  bankNameSuffixes: ['colombia'],
  bankSentAs: 'code',
  // Some providers put a 1 in front of the code: 1007 for 007.
  otherBankCode: (digits) => (/^1\d{3}$/.test(digits) ? digits.slice(1) : undefined),
  account: (raw, { bankCode }) => checkAccountLength(raw, LENGTHS, bankCode),
  documents: colombianDocuments,
}
