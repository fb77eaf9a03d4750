import type { CurrencyCode } from '../../values/currency.ts'

/** One payment of a file. Texts are as the payout's fields hold them, checked by `identifiers/`. */
export interface FilePayment {
  /** The row in the file, from 1. */
  position: number
  /** Our name of the payment: letters and digits, at most 20. */
  instructionKey: string
  /** The merchant's reference of the payout. */
  reference: string
  /** Minor units. */
  amountMinor: bigint
  /** By the names of the payout's fields: `account`, `account_bank`, … */
  beneficiary: Readonly<Record<string, string>>
}

/** What a file is written from. Days are `2030-06-14`. */
export interface FileBatch {
  currency: CurrencyCode
  messageId: string
  number: number
  executionDay: string
  payments: readonly FilePayment[]
}

/** Why a file cannot be written. */
export interface FileFault {
  /** The row of the payment, from 1. Undefined: the whole file. */
  position?: number
  /** What is wrong, in English. */
  message: string
}

/** What our own reader found in the bytes of a file. */
export interface ControlSums {
  count: number
  /** Minor units. */
  totalMinor: bigint
}
