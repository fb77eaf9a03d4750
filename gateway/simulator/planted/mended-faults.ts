import type { PlantedFault } from './fault.ts'

/** Faults that the gateway had until they were looked for here: each mend is taken out again. */
export const mendedFaults: readonly PlantedFault[] = [
  {
    name: 'called-off-is-an-error',
    file: 'src/core/processing/apply-outcome.ts',
    find: 'const update = readCancelled(before, totalOf(item, before), before.now);',
    put: 'const update = totalOf(item, before);',
    breaks: 'A pay-in that its provider called off is ERROR or EXPIRED, as it happens to be heard of.',
    group: 'notifications',
  },
  {
    name: 'approval-after-its-end',
    file: 'src/core/processing/apply-outcome.ts',
    find: 'return until !== null && until.getTime() <= now.getTime();',
    put: 'return until === now;',
    breaks: 'A payout is approved and paid after its 72 hours, until the job has ended it.',
    group: 'approvals',
  },
  {
    name: 'unsent-order-asked-for',
    file: 'src/core/processing/expire-overdue.ts',
    find: '|| payin.surely_unsent',
    put: '',
    breaks: 'A pay-in that no provider was told of waits for a person, because no provider knows it.',
    group: 'expiry',
  },
  {
    name: 'died-call-counts-as-unsent',
    file: 'src/core/processing/store/attempts.ts',
    find: "select id, maybe_sent or state = 'calling' as maybe_sent,",
    put: 'select id, maybe_sent,',
    breaks: 'A pay-in whose gateway died while it told the provider ends as never sent, and its payer pays.',
    group: 'sending',
  },
  {
    name: 'stuck-order-asked-for-ever',
    file: 'src/core/processing/store/attempts.ts',
    find: 'const overdueRetryMaxSeconds = 86_400;',
    put: 'const overdueRetryMaxSeconds = 600;',
    breaks:
      'An overdue pay-in that only a person can end is asked about every ten minutes, out of the inquiries of others.',
    group: 'expiry',
  },
  {
    name: 'release-locks-accounts-first',
    file: 'src/core/ledger/store/releases.ts',
    find: 'for update of r skip locked for key share of t skip locked',
    put: 'for update of r skip locked',
    breaks:
      'A credit that is released in the moment in which it is taken back locks out the news of it, and is locked out.',
    group: 'releases',
  },
  {
    name: 'reference-of-two-currencies',
    file: 'src/core/payouts/reserve-payouts.ts',
    find: 'if (!isOfNoTransaction(error))',
    put: 'if (error)',
    breaks: 'A merchant whose reference is taken in another currency at the same moment hears of a fault of ours.',
    group: 'creation',
  },
  {
    name: 'repeated-approval-forgotten',
    file: 'src/core/processing/apply-outcome.ts',
    find: 'if (item.audit?.id && surroundings.written.has(item.audit.id))',
    put: 'if (item.audit?.id === null)',
    breaks: 'An approved payout is never sent, because the answer to the commit of its approval was lost.',
    group: 'approvals',
  },
]
