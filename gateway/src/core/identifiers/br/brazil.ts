import type { Bank, CountryIdentifiers } from '../country-identifiers.ts'
import withoutPix from './banks-without-pix.json' with { type: 'json' }
import { brazilianDocuments } from './documents.ts'
import withPix from './pix-banks.json' with { type: 'json' }
import { checkPixKey } from './pix-key.ts'

/**
 * Banks and payment institutions in the order of their codes; the code is the COMPE number. `withPix`: they take part in
 * Pix, directly or indirectly. Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
 */
const banks: readonly Bank[] = [...withPix, ...withoutPix].sort((one, other) => (one.code < other.code ? -1 : 1))

export const brazil: CountryIdentifiers = {
  banks,
  bankNameSuffixes: ['brasil', 'brazil'],
  bankSentAs: 'code',
  account: checkPixKey,
  hasAccountKeys: true,
  documents: brazilianDocuments,
}
