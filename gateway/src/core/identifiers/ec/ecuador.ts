import { between, checkAccountLength, oneOf } from '../account-digits.ts'
import type { CountryIdentifiers } from '../country-identifiers.ts'
import banks from './banks.json' with { type: 'json' }
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
  // Banks of Ecuador; codes of three digits, also written with four.
  // Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
  banks,
  bankNameSuffixes: ['ecuador'],
  bankSentAs: 'code',
  account: (raw, { bankCode }) => checkAccountLength(raw, LENGTHS, bankCode),
  documents: ecuadorianDocuments,
}
