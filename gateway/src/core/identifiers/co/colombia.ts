import { between, checkAccountLength, oneOf } from '../account-digits.ts'
import type { CountryIdentifiers } from '../country-identifiers.ts'
import banks from './banks.json' with { type: 'json' }
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
  // Banks and wallets of Colombia; the code is that of the clearing house (ACH). 000 is a placeholder.
  // Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
  banks,
  bankNameSuffixes: ['colombia'],
  bankSentAs: 'code',
  // Some providers put a 1 in front of the code: 1007 for 007.
  otherBankCode: (digits) => (/^1\d{3}$/.test(digits) ? digits.slice(1) : undefined),
  account: (raw, { bankCode }) => checkAccountLength(raw, LENGTHS, bankCode),
  documents: colombianDocuments,
}
