import { createHash } from 'node:crypto'

/** Without letters and digits that people mistake for one another. */
const symbols = '23456789ABCDEFGHJKMNPQRSTWXYZ'
const keySymbols = 15
const messageSymbols = 12

/**
 * Our name of a payout at the bank: `K` and 15 symbols. It follows from the payout alone, so that a payout has the same
 * name in every file, and its debit is found after a restore of the database too.
 */
export function instructionKeyOf(transactionId: string): string {
  return `K${symbolsOf(`payout ${transactionId}`, keySymbols)}`
}

/** The name of a payment file at the bank: `PB` and 12 symbols. */
export function messageIdOf(batchId: string): string {
  return `PB${symbolsOf(`batch ${batchId}`, messageSymbols)}`
}

function symbolsOf(text: string, length: number): string {
  const base = BigInt(symbols.length)
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
  let key = ''
  for (; key.length < length; rest /= base) key += symbols[Number(rest % base)] ?? ''
  return key
}
