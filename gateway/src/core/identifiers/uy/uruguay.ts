import { between, checkAccountLength, oneOf } from '../account-digits.ts'
import type { CountryIdentifiers } from '../country-identifiers.ts'
import banks from './banks.json' with { type: 'json' }
import { uruguayanDocuments } from './documents.ts'

const LENGTHS = {
  min: 2,
  max: 20,
  usual: {
    '001': oneOf(14),
    '091': between(10, 12),
    '110': oneOf(9),
    '113': oneOf(7),
    '128': oneOf(10),
    '137': oneOf(12),
    '153': between(2, 9),
    '157': oneOf(10),
    '162': oneOf(9),
    '205': oneOf(10),
    '246': oneOf(12),
    '361': oneOf(7),
    '905': oneOf(8),
  },
}

export const uruguay: CountryIdentifiers = {
  // Banks of Uruguay; the code is that of the central bank.
  // Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
  banks,
  bankNameSuffixes: ['uruguay'],
  bankSentAs: 'code',
  account: (raw, { bankCode }) => checkAccountLength(raw, LENGTHS, bankCode),
  documents: uruguayanDocuments,
}
