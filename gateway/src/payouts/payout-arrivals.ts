import type { Log } from '../platform/log/log.ts'
import type { Transaction } from '../processing/rules/transaction.ts'
import type { Day } from '../values/days.ts'
import type { PayoutsDeps } from './deps.ts'

/** A payout that is on its way. */
export interface PendingPayout {
  id: string
  connectorAccountId: string
}

/**
 * The day on which a bank executes the payout, in the time zone of the bank; undefined where nothing is known of it. The
 * capability that knows registers this at the start: see `Extra.payoutArrival`.
 */
export type PayoutArrival = (payout: PendingPayout) => Promise<Day | undefined>

type ShownPayout = Pick<Transaction, 'id' | 'connectorAccountId' | 'payType' | 'status' | 'reason'>

/**
 * When the money of a payout is expected; undefined where nobody knows, and for everything that is no payout on its way. What
 * cannot be read is left out and logged: the payout is accepted, so its reply must not fail.
 */
export async function arrivalOf(
  { payoutArrivals = [], log }: Pick<PayoutsDeps, 'payoutArrivals'> & { log: Pick<Log, 'error'> },
  { id, connectorAccountId, payType, status, reason }: ShownPayout,
): Promise<Day | undefined> {
  if (payType !== 'payout' || status !== 'PENDING' || reason === 'awaiting_approval') return undefined
  for (const arrival of payoutArrivals) {
    try {
      const day = await arrival({ id, connectorAccountId })
      if (day !== undefined) return day
    } catch (error) {
      log.error({ err: error, transaction: id }, 'the day on which a payout arrives could not be read')
    }
  }
  return undefined
}
