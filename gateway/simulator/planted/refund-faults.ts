import type { PlantedFault } from './fault.ts'

/** Faults in refunds of pay-ins. */
export const refundFaults: readonly PlantedFault[] = [
  {
    name: 'refund-resent-with-another-key',
    file: 'src/core/processing/send-waiting.ts',
    find: 'await sendOrder(to.connector, { order, key: attempt.attempt_key }, contextFor(deps, to.account))',
    put: 'await sendOrder(to.connector, { order, key: order.refunds ? to.connector.keyFor(attempt.id, attempt.calls) : attempt.attempt_key }, contextFor(deps, to.account))',
    breaks: 'A refund that is sent again goes out under another key: the payer may get the money twice.',
    group: 'refunds',
    named: true,
  },
  {
    name: 'repeated-refund-made-again',
    file: 'src/core/payouts/reserve-payouts.ts',
    find: 'if (row)\n            return',
    put: 'if (row && !sent.refund)\n            return',
    breaks: 'A refund that is asked for again with its reference is made a second time, or fails for a fault of ours.',
    group: 'refunds',
  },
  {
    name: 'refund-beyond-the-credit',
    file: 'src/core/payouts/reserve-payouts.ts',
    find: 'if (amountMinor > leftMinor)',
    put: 'if (amountMinor < 0n)',
    breaks: 'A merchant sends more of a pay-in back than was credited of it.',
    group: 'refunds',
    named: true,
  },
  {
    name: 'refunds-added-up-without-lock',
    file: 'src/core/payouts/store/refundable.ts',
    find: "text: 'select id from transactions where id = any ($1::uuid[]) order by id for update',",
    put: "text: 'select id from transactions where id = any ($1::uuid[]) order by id',",
    breaks: 'Two refunds of one pay-in that are asked for at once send more back together than was credited.',
    group: 'refunds',
  },
  {
    name: 'refund-after-reversal',
    file: 'src/core/processing/send-waiting.ts',
    find: ' || (await isOverRefunded(deps.database.engine, attempt))',
    put: '',
    breaks: 'A refund that did not reach its provider is sent again, although the pay-in was taken back meanwhile.',
    group: 'refunds',
    named: true,
  },
  {
    name: 'refund-reservation-released-twice',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: "return state.status === 'PENDING' ? fail(state, reason) : same;",
    put: `if (state.payType === 'refund' && state.status === 'ERROR' && state.reason === reason)
        return note(state, reason, { postings: posting('return', state.amountMinor) });
    return state.status === 'PENDING' ? fail(state, reason) : same;`,
    breaks: 'A merchant gets the funds of a refund back twice when its refusal is told twice.',
    group: 'refunds',
    named: true,
  },
  {
    name: 'own-refund-counts-as-reversal',
    file: 'src/core/processing/rules/arrivals.ts',
    find: 'isDone && !refunds.ids.has(id)',
    put: 'isDone',
    breaks: 'A refund is taken from the merchant twice: as what was asked for, and as a reversal by the provider.',
    group: 'refunds',
  },
]
