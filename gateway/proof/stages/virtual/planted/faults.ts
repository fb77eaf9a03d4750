/** A fault that a careless engineer could make: one text of one compiled file is replaced by another. */
export interface PlantedFault {
  /** Unique. */
  name: string
  /** The source, from the folder `gateway`: `src/core/processing/send-waiting.ts`. What is replaced stands in its compiled file. */
  file: string
  /** Stands in the compiled file exactly once. */
  find: string
  put: string
  /** What goes wrong, and for whom: one sentence. */
  breaks: string
  /** A run of this seed is known to find it. */
  seed: number
}

/** The faults that the simulator must find. They are planted one at a time, to measure it. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'resend-with-another-key',
    file: 'src/core/processing/send-waiting.ts',
    find: 'await sendOrder(to.connector, { order, key: attempt.attempt_key }, contextFor(deps, to.account))',
    put: 'await sendOrder(to.connector, { order, key: to.connector.keyFor(attempt.id, attempt.calls) }, contextFor(deps, to.account))',
    breaks: 'A payout that is sent again goes out under another key: the provider may execute both.',
    seed: 40,
  },
  {
    name: 'late-order-not-refused',
    file: 'src/core/processing/inquiries/conclude-not-found.ts',
    find: 'return { ...open, unguaranteed: true };',
    put: "return { kind: 'not_found', conclusive: true };\n    if (manifest)\n        return { kind: 'not_found', conclusive: true };",
    breaks:
      'An order that was delayed on its way is executed after its merchant heard that it was not, because nothing bars it.',
    seed: 97,
  },
  {
    name: 'a2-silent-connection',
    file: 'src/core/platform/database/watch-connections.ts',
    find: `if (watch.timer === undefined)
            start();
        return query(...args);`,
    put: 'return query(...args);',
    breaks: 'A database connection that stays silent hangs its requests for ever.',
    seed: 36,
  },
  {
    name: 'missing-fence-check',
    file: 'src/core/processing/apply-outcome.ts',
    find: ' && fence === item.lease.fence);',
    put: ');',
    breaks: 'An answer that comes after its lease was taken over is applied over what its new holder found out.',
    seed: 13,
  },
  {
    name: 'outcome-without-lease',
    file: 'src/core/processing/inquiries/inquire-due.ts',
    find: `lease: { attemptId: attempt.attempt_id, fence: attempt.fence },
        ...(connector ?`,
    put: '...(connector ?',
    breaks: 'An answer is written without its lease: a stale one counts, and its attempt is never given back.',
    seed: 2,
  },
  {
    name: 'expiry-overtakes-unknown',
    file: 'src/core/processing/expire-overdue.ts',
    find: "if (cancelled === 'cancelled')",
    put: "if (cancelled === 'cancelled' || cancelled === 'unknown')",
    breaks: 'A pay-in is ended by the clock although nobody knows whether it was paid or called off.',
    seed: 77,
  },
  {
    name: 'unsent-order-asked-for',
    file: 'src/core/processing/expire-overdue.ts',
    find: '|| payin.surely_unsent',
    put: '',
    breaks: 'A pay-in that no provider was told of waits for a person, because no provider knows it.',
    seed: 691,
  },
  {
    name: 'callback-in-another-transaction',
    file: 'src/core/processing/apply-outcome.ts',
    find: 'queueCallbacks(tx, moved, { now, wentBack }),',
    put: 'void queueCallbacks(deps.database.engine, moved, { now, wentBack }).catch(() => undefined),',
    breaks: 'A callback is lost, or tells what was rolled back, because its event is not written with the status.',
    seed: 59,
  },
  {
    name: 'reservation-released-twice',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: "return state.status === 'PENDING' ? fail(state, reason) : same;",
    put: `if (state.status === 'ERROR' && state.reason === reason)
        return note(state, reason, { postings: posting('return', state.amountMinor + state.feeMinor) });
    return state.status === 'PENDING' ? fail(state, reason) : same;`,
    breaks: 'A merchant gets the funds of a payout back twice when its rejection is told twice.',
    seed: 51,
  },
  {
    name: 'proposal-carried-out-twice',
    file: 'src/extras/approvals/store/proposals.ts',
    find: "where id = $1 and state = 'open' and",
    put: 'where id = $1 and',
    breaks: 'A proposal that two operators agree to at once is carried out twice: a point is funded twice.',
    seed: 21,
  },
  {
    name: 'refund-resent-with-another-key',
    file: 'src/core/processing/send-waiting.ts',
    find: 'await sendOrder(to.connector, { order, key: attempt.attempt_key }, contextFor(deps, to.account))',
    put: 'await sendOrder(to.connector, { order, key: order.refunds ? to.connector.keyFor(attempt.id, attempt.calls) : attempt.attempt_key }, contextFor(deps, to.account))',
    breaks: 'A refund that is sent again goes out under another key: the payer may get the money twice.',
    seed: 96,
  },
  {
    name: 'refund-beyond-the-credit',
    file: 'src/core/payouts/reserve-payouts.ts',
    find: 'if (amountMinor > leftMinor)',
    put: 'if (amountMinor < 0n)',
    breaks: 'A merchant sends more of a pay-in back than was credited of it.',
    seed: 45,
  },
  {
    name: 'more-than-due-taken-as-sure',
    file: 'src/extras/bank-accounts/rules/match-line.ts',
    find: 'line.amountMinor === order.amountMinor - order.receivedMinor',
    put: 'line.amountMinor >= order.amountMinor - order.receivedMinor',
    breaks: 'A bank line of more than is due, without a document, is taken as sure: a person is not asked.',
    seed: 195,
  },
  {
    name: 'places-given-without-lock',
    file: 'src/extras/payment-links/use-payment-link.ts',
    find: 'lockLink(tx, linkId),',
    put: '',
    breaks: 'Two payers at two gateways take the last place of a payment link: the shop sells what it has not.',
    seed: 3,
  },
  {
    name: 'places-held-by-nobody',
    file: 'src/extras/payment-links/store/payment-links.ts',
    find: 'u.held_until > gateway_now() and',
    put: 'false and',
    breaks: 'A payer who is about to pay holds no place of a payment link: more pay than it was made for.',
    seed: 3,
  },
  {
    name: 'pause-not-seen',
    file: 'src/extras/payment-links/rules/payment-link.ts',
    find: 'if (link.paused_at)',
    put: 'if (link.paused_at && link.is_over)',
    breaks: 'A payment link that its merchant paused goes on taking payers.',
    seed: 46,
  },
  {
    name: 'fee-of-all-twice',
    file: 'src/core/payouts/rules/payout-control.ts',
    find: 'let amountMinor = (withoutFixedMinor',
    put: 'let amountMinor = ((withoutFixedMinor - fee.fixedMinor)',
    breaks: 'A withdrawal of all leaves a rest behind, as large as the fixed fee.',
    seed: 2,
  },
]

/** Throws where there is none of that name. */
export function plantedFault(name: string): PlantedFault {
  const found = plantedFaults.find((fault) => fault.name === name)
  if (!found) throw new Error(`there is no planted fault ${name}`)
  return found
}

/** Names the fault that a process runs with. */
export const plantedVariable = 'SIMULATE_PLANTED'

/**
 * What a child process needs in order to run with a planted fault: options before the script, and additions to its
 * environment. Throws where there is none of that name.
 */
export function withPlanted(name: string): { execArgv: string[]; env: Record<string, string> } {
  return {
    execArgv: ['--import', new URL('./preload.js', import.meta.url).href],
    env: { [plantedVariable]: plantedFault(name).name },
  }
}
