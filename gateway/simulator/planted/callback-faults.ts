import type { PlantedFault } from './fault.ts'

/** Faults in what tells merchants. */
export const callbackFaults: readonly PlantedFault[] = [
  {
    name: 'callback-in-another-transaction',
    file: 'src/core/processing/apply-outcome.ts',
    find: 'queueCallbacks(tx, changed, now),',
    put: 'void queueCallbacks(deps.database.engine, changed, now).catch(() => undefined),',
    breaks: 'A callback is lost, or tells what was rolled back, because its event is not written with the status.',
    group: 'callbacks',
    named: true,
  },
  {
    name: 'callback-forgotten-after-inquiry',
    file: 'src/core/processing/apply-outcome.ts',
    find: `const moved = changed.filter((each) => each.kind === 'moved');
    if (moved.length === 0)`,
    put: `const moved = changed.filter((each) => each.kind === 'moved' && each.item.source !== 'inquiry');
    if (moved.length === 0)`,
    breaks: 'A merchant never hears of what an inquiry found out.',
    group: 'callbacks',
  },
  {
    name: 'callbacks-out-of-order',
    file: 'src/core/callbacks/store/callback-claims.ts',
    find: `y.seq < x.seq and y.lease_until is not null
                        -- Subquery`,
    put: `y.seq < x.seq and y.lease_until is not null and false
                        -- Subquery`,
    breaks: 'A merchant hears of a newer status before an older one that is still on its way.',
    group: 'callbacks',
  },
  {
    name: 'callback-lease-never-released',
    file: 'src/core/callbacks/store/callback-claims.ts',
    find: "where d.state = 'sending' and d.lease_until <= (select true_time from t)",
    put: "where d.state = 'held' and d.lease_until <= (select true_time from t)",
    breaks: 'What a gateway was delivering when it stopped is never delivered, nor anything newer of its transaction.',
    group: 'callbacks',
  },
  {
    name: 'callback-lost-with-its-process',
    file: 'src/core/callbacks/store/callback-claims.ts',
    find: "when d.attempts >= $1 then 'exhausted'",
    put: "when d.attempts >= least($1, 1) then 'exhausted'",
    breaks: 'A callback whose gateway stopped during its first attempt gets no second one.',
    group: 'callbacks',
  },
  {
    name: 'callback-schedule-ends-early',
    file: 'src/core/callbacks/rules/callback-schedule.ts',
    find: 'const delayMs = callbackDelaysMs[attempt];',
    put: 'const delayMs = callbackDelaysMs[attempt * 5];',
    breaks: 'A callback is given up after three attempts instead of fifteen.',
    group: 'callbacks',
  },
  {
    name: 'callback-refusal-counts-as-delivered',
    file: 'src/core/callbacks/rules/callback-answer.ts',
    find: 'return accept2xx ? status >= 200 && status <= 299 : status === 200;',
    put: 'return accept2xx ? status >= 200 && status <= 299 : status < 500;',
    breaks: 'A callback that a merchant answers with a redirect or a refusal is never sent again.',
    group: 'callbacks',
  },
  {
    name: 'callback-timeout-counts-as-delivered',
    file: 'src/core/callbacks/delivery/classify-response.ts',
    find: "const floorMs = answer.error === 'timeout' ? overloadDelayMs : 0;",
    put: `if (answer.error === 'timeout')
        return { state: 'delivered', delayMs: 0, free: false, error: null, errorCode: null };
    const floorMs = 0;`,
    breaks: 'A callback that got lost on its way to the merchant counts as delivered.',
    group: 'callbacks',
  },
  {
    name: 'callbacks-stay-away-after-outage',
    file: 'src/core/callbacks/delivery/maintain-endpoints.ts',
    find: 'await endRecovery(engine, pointId);',
    put: '',
    breaks: "No callback goes to a merchant's address any more after its breaker was open once.",
    group: 'callbacks',
  },
  {
    name: 'second-callback-never-queued',
    file: 'src/core/callbacks/store/callbacks.ts',
    find: 'from written where id not in',
    put: 'from written where seq = 1 and id not in',
    breaks: 'A merchant never hears of the second change of a transaction, such as a payout that comes back.',
    group: 'callbacks',
  },
  {
    name: 'callback-tells-ordered-amount',
    file: 'src/core/processing/callback-facts.ts',
    find: 'bookedMinor: bookedAmountMinor({',
    put: "bookedMinor: row.status === 'COMPLETED' ? row.amount_minor : bookedAmountMinor({",
    breaks: 'A callback tells the ordered amount where more or less was credited.',
    group: 'callbacks',
  },
]
