import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import { formatAmount } from '../../values/money.ts'
import type { PayType, Status } from '../../values/status.ts'
import type { OrderClass } from './line-classes.ts'

/** What a person's link needs of a line. Minor units. */
export interface LinkedLine {
  environment: Environment
  currency: CurrencyCode
  sign: 'C' | 'D'
  amountMinor: bigint
}

/** And of the order. Minor units. */
export interface LinkedOrder {
  environment: Environment
  currency: CurrencyCode
  payType: PayType
  status: Status
  amountMinor: bigint
  reversedMinor: bigint
  /** Its connector, as connector accounts store it. */
  connector: string
  /** Money that an operator or a bank's answer confirmed and that no line proves. */
  unprovenMinor: readonly bigint[]
}

/**
 * `prove`: the line proves money that was confirmed before it came, at the place in `unprovenMinor`. `apply`: it moves its
 * own money. `blocked`: why neither, in English.
 */
export type LinkCheck =
  | { kind: 'prove'; as: 'payin' | 'payout'; at: number }
  | { kind: 'apply'; as: OrderClass }
  | { kind: 'blocked'; why: string }

/** Whether a line can be linked to an order as a person says. `isNewMoney`: it is none of the confirmed money. */
export function checkLink(line: LinkedLine, order: LinkedOrder, isNewMoney: boolean): LinkCheck {
  if (line.environment !== order.environment)
    return blocked('One of both is of the test environment, the other is live.')
  if (line.currency !== order.currency)
    return blocked(`The line is in ${line.currency}, the order in ${order.currency}.`)
  if (order.connector !== 'own-account') return blocked('This order is not paid by own bank accounts.')
  if (line.sign === 'D' && order.payType === 'payin') return blocked('A debit pays no deposit: it proves a payout.')
  if (line.sign === 'C' && order.payType === 'payout') return checkReturn(line, order)
  const as = order.payType
  const at = isNewMoney ? -1 : order.unprovenMinor.indexOf(line.amountMinor)
  if (at >= 0) return { kind: 'prove', as, at }
  return as === 'payin' ? checkDeposit(line, order, isNewMoney) : checkPayout(line, order)
}

function checkDeposit(line: LinkedLine, order: LinkedOrder, isNewMoney: boolean): LinkCheck {
  const [confirmed] = order.unprovenMinor
  if (confirmed !== undefined && !isNewMoney) {
    const sum = formatAmount(confirmed, order.currency)
    return blocked(
      `${sum} ${order.currency} of this order were confirmed before any line came: say that this is further money.`,
    )
  }
  if (order.status === 'ERROR' && line.amountMinor < order.amountMinor) {
    return blocked('A failed order is completed by its whole amount only: send this money back.')
  }
  return { kind: 'apply', as: 'payin' }
}

function checkPayout(line: LinkedLine, order: LinkedOrder): LinkCheck {
  if (line.amountMinor !== order.amountMinor) {
    return blocked(
      `This payout is of ${formatAmount(order.amountMinor, order.currency)} ${order.currency}, the debit is not.`,
    )
  }
  return order.status === 'COMPLETED'
    ? blocked('A line proves this payout already: a second debit is another matter.')
    : { kind: 'apply', as: 'payout' }
}

function checkReturn(line: LinkedLine, order: LinkedOrder): LinkCheck {
  if (order.status !== 'COMPLETED') return blocked('Only a payout that was paid can come back.')
  const leftMinor = order.amountMinor - order.reversedMinor
  if (line.amountMinor <= leftMinor) return { kind: 'apply', as: 'payout_return' }
  return blocked(`Of this payout ${formatAmount(leftMinor, order.currency)} ${order.currency} can come back, not more.`)
}

function blocked(why: string): LinkCheck {
  return { kind: 'blocked', why }
}
