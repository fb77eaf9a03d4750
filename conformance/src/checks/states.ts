import { codes, payoutBody } from '../run/bodies.ts'
import type { Check, Checks } from '../run/check.ts'
import { demand, demandEqual, NoCallback, RuleBroken } from '../run/expect.ts'
import {
  callbacksOf,
  create,
  findCallback,
  idOf,
  payinOf,
  payoutOf,
  payoutPath,
  type Settlement,
  settledPayin,
  withCallbacks,
  withOutcomes,
} from '../run/subject.ts'

const allCodes = Object.keys(codes)

/** Which states there are, and how a transaction comes into them. */
export const stateChecks: Checks = {
  'pay-in-begins-pending': {
    run: async (subject) => {
      for (const code of allCodes) {
        const { data, exchange } = await payinOf(subject, code)
        if (data.status === undefined) continue
        demandEqual(data.status, 'PENDING', { expected: 'data.status', evidence: exchange })
      }
    },
  },
  'payout-is-completed': {
    run: async (subject) => {
      for (const code of allCodes) {
        const { data, exchange } = await payoutOf(subject, code)
        if (data.status === undefined) continue
        demandEqual(data.status, 'COMPLETED', { expected: 'data.status', evidence: exchange })
      }
    },
  },
  'declined-is-error': reaches({ outcome: 'declined', status: 'ERROR' }),
  'overdue-is-expired': reaches({ outcome: 'expired', status: 'EXPIRED' }),
  'taken-back-is-error': {
    needs: ['receiver', 'adapter', 'decisions'],
    run: async (subject) => {
      const { adapter } = withOutcomes(subject)
      const { created } = await settledPayin(subject, 'BT_CO', { outcome: 'paid', status: 'COMPLETED' })
      await adapter.make(idOf(created), 'taken back')
      const callback = await findCallback(subject, created, 'ERROR')
      demand(callback !== undefined, 'no callback', { expected: 'a callback with the status ERROR' })
    },
  },
  'no-callback-for-the-first-pending': {
    needs: ['receiver', 'adapter', 'decisions'],
    run: async (subject) => {
      const { receiver } = withCallbacks(subject)
      const { created } = await settledPayin(subject, 'BT_AR', { outcome: 'paid', status: 'COMPLETED' })
      const pending = callbacksOf(receiver, created).find(({ json }) => json?.status === 'PENDING')
      demandEqual(pending, undefined, { expected: 'a callback for the first PENDING', evidence: pending })
    },
  },
  'payout-can-be-pending': {
    needs: ['receiver', 'adapter', 'decisions'],
    run: async (subject) => {
      const { adapter } = withOutcomes(subject)
      const body = payoutBody('BT_AR', { amount: adapter.slowPayoutAmount('BT_AR') })
      const payout = await create(subject, payoutPath, body)
      const { data, exchange } = payout
      demandEqual(data.status, 'PENDING', { expected: 'data.status of an undecided payout', evidence: exchange })
      await adapter.make(data.transaction_id, 'paid')
      const callback = await findCallback(subject, payout, 'COMPLETED')
      demand(callback !== undefined, 'no callback', { expected: 'a callback with the status COMPLETED' })
    },
  },
  'failed-payout-says-error': {
    needs: ['adapter', 'decisions'],
    run: async (subject) => {
      const { adapter } = withOutcomes(subject)
      const body = payoutBody('BT_AR', { amount: adapter.failingPayoutAmount('BT_AR') })
      const exchange = await subject.send(payoutPath, body)
      demandEqual(exchange.json?.status, 'error', { expected: 'the outer status', evidence: exchange })
      demandEqual(exchange.json?.data?.status, 'ERROR', { expected: 'data.status', evidence: exchange })
    },
  },
  'callbacks-in-order': {
    needs: ['receiver', 'adapter', 'decisions'],
    run: async (subject) => {
      const { receiver } = withCallbacks(subject)
      const { adapter } = withOutcomes(subject)
      const { created } = await settledPayin(subject, 'BT_EC', { outcome: 'paid', status: 'COMPLETED' })
      await adapter.make(idOf(created), 'taken back')
      await findCallback(subject, created, 'ERROR')
      const order = callbacksOf(receiver, created).map(({ json }) => json.status)
      demandEqual(order.join(', '), 'COMPLETED, ERROR', { expected: 'the order of the callbacks' })
    },
  },
}

function reaches(settlement: Settlement): Check {
  return {
    needs: ['receiver', 'adapter', 'decisions'],
    run: async (subject) => {
      try {
        await settledPayin(subject, 'BT_AR', settlement)
      } catch (error) {
        if (!(error instanceof NoCallback)) throw error
        throw new RuleBroken(`a callback with the status ${settlement.status}`, error.message)
      }
    },
  }
}
