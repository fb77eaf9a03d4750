import { makeCbu } from '../../identifiers/ar/accounts.ts'
import { writeStaticBrCode } from '../../identifiers/br/br-code.ts'
import { makeClabe } from '../../identifiers/mx/clabe.ts'
import type { Instructions, TargetAccount } from '../../values/instructions.ts'
import type { Order } from '../connector.ts'

const bankName = 'Simulated Bank'
const holderName = 'Pasarela Test'

/**
 * Creates payer instructions without a network call: an account for any country, derived from the order's number. The
 * simulated bank knows kinds of instruction, not service codes, so a new service code needs no change here.
 */
export function prepareInstructions(order: Order): Instructions {
  switch (order.kind) {
    case 'qr':
      return { targetAccount: account(order, { number: pixKey, type: 'PIX' }), pixBrCode: brCode(order) }
    case 'clabe':
      return clabe(order)
    case 'wallet':
      return { targetAccount: account(order, { number: walletNumber(order), type: 'WALLET' }) }
    case 'deposit_account':
      return {
        targetAccount: account(order, { number: accountNumber(order), type: order.country === 'AR' ? 'CBU' : 'CC' }),
      }
    case 'pull':
    case 'card':
    case 'transfer':
      return {}
  }
}

/** The simulated bank's PIX key: a random key (EVP) without a real owner. */
const pixKey = '5f84a4c5-c5cb-4599-9f13-7eb4d419dacc'

function brCode(order: Order): string {
  return writeStaticBrCode({
    key: pixKey,
    name: holderName,
    city: 'SAO PAULO',
    amountMinor: order.amountMinor,
    txid: targetReference(order),
  })
}

function clabe(order: Order): Instructions {
  // Bank 646 hosts the CLABEs of payment companies; 180 is Mexico City.
  const number = makeClabe({ bank: '646', city: '180', account: lastDigits(order.sequence, 11) })
  return { targetAccount: account(order, { number, type: 'CLABE' }), clabe: number }
}

function account(order: Order, given: { number: string; type: string }): TargetAccount {
  return {
    bank: bankName,
    number: given.number,
    type: given.type,
    beneficiary: holderName,
    docId: null,
    reference: targetReference(order),
  }
}

function accountNumber(order: Order): string {
  if (order.country === 'AR') return makeCbu({ bank: '999', branch: '0001', account: lastDigits(order.sequence, 13) })
  return lastDigits(order.sequence, 12)
}

/** A mobile number of the simulated bank where wallets are phones; otherwise an account number. */
function walletNumber(order: Order): string {
  if (order.country === 'PE') return '+51900000000'
  return order.country === 'VE' ? '+584120000000' : accountNumber(order)
}

/** Unique per order, short enough to type and for a static txid (at most 25 letters and digits). */
export function targetReference(order: Order): string {
  return `SB${order.sequence.toString(36).toUpperCase().padStart(8, '0')}`
}

function lastDigits(sequence: bigint, length: number): string {
  return sequence.toString().padStart(length, '0').slice(-length)
}
