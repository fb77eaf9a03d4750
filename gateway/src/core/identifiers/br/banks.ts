import type { Bank } from '../bank.ts'
import { BR_BANKS_WITHOUT_PIX } from './banks-without-pix.ts'
import { BR_PIX_BANKS } from './pix-banks.ts'

/**
 * Banks and payment institutions of Brazil in the order of their codes; the code is the COMPE number.
 * Compiled on 2026-11-20. Banks merge and join later, so an unknown code is never an error.
 */
export const BR_BANKS: readonly Bank[] = [...BR_PIX_BANKS, ...BR_BANKS_WITHOUT_PIX].sort((one, other) =>
  one.code < other.code ? -1 : 1,
)
