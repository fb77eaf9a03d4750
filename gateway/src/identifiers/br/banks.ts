import type { BankRow } from '../bank.ts'
import { BR_BANKS_001_TO_449 } from './banks-001-to-449.ts'
import { BR_BANKS_450_TO_999 } from './banks-450-to-999.ts'

/** Banks and payment institutions of Brazil; the code is the COMPE number. */
export const BR_BANKS: readonly BankRow[] = [...BR_BANKS_001_TO_449, ...BR_BANKS_450_TO_999]
