import type { PlantedFault } from './fault.ts'

/** Faults in what receives and applies the news of providers. */
export const notificationFaults: readonly PlantedFault[] = [
  {
    name: 'notification-finished-before-applied',
    file: 'src/core/processing/receive-notification.ts',
    find: 'await deps.applyOutcome(item);',
    put: `await finishNotifications(deps.database.engine, [{ ...notification, state: 'processed' }]);
        await deps.applyOutcome(item);`,
    breaks: 'News of a provider are lost when the gateway stops between noting them as processed and applying them.',
    group: 'notifications',
  },
  {
    name: 'notification-finished-though-failed',
    file: 'src/core/processing/receive-notification.ts',
    find: 'await deps.applyOutcome(item);',
    put: 'await deps.applyOutcome(item).catch(() => undefined);',
    breaks: 'News of a provider are lost when the database does not take them at the first try.',
    group: 'notifications',
  },
  {
    name: 'notification-lost-with-its-process',
    file: 'src/core/processing/store/notifications.ts',
    find: "set tries = n.tries + 1,\n        next_try_at = gateway_now() + $2::int * interval '1 millisecond'",
    put: 'set tries = n.tries + 1,\n        next_try_at = case when $2::int > 0 then null else next_try_at end',
    breaks: 'News that a gateway had claimed when it stopped are never claimed again.',
    group: 'notifications',
  },
  {
    name: 'notification-answered-before-stored',
    file: 'src/core/processing/receive-notification.ts',
    find: 'await insertNotification(deps.database.engine, {',
    put: `const tried = { query: async (statement) => await deps.database.engine.query(statement).catch(() => ({ rowCount: 0 })) };
    void insertNotification(tried, {`,
    breaks:
      'A provider hears that its news were taken, and they are lost when the gateway stops or the database breaks.',
    group: 'notifications',
  },
  {
    name: 'unconfirmed-news-dropped',
    file: 'src/core/processing/receive-notification.ts',
    find: 'return await askLater(deps, notification);',
    put: "return 'unmatched';",
    breaks:
      'News of another amount than ordered are dropped when the provider does not answer the question about them.',
    group: 'notifications',
  },
  {
    name: 'payment-told-twice-booked-twice',
    file: 'src/core/processing/rules/payin-transition.ts',
    find: `const arrivedMinor = totalMinor - state.receivedMinor;
    if (arrivedMinor <= 0n)`,
    put: `const arrivedMinor = wasCredited(state) ? totalMinor : totalMinor - state.receivedMinor;
    if (arrivedMinor <= 0n)`,
    breaks: 'News of a payment that are told again after it was credited are booked as a second payment.',
    group: 'notifications',
  },
  {
    name: 'return-before-payment-lost',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: 'return chain(state, onPaid(state, state.amountMinor), (after) => giveBack(after, amountMinor));',
    put: 'return onPaid(state, state.amountMinor);',
    breaks: 'A payout that came back keeps its money from the merchant when the return is told before the payment.',
    group: 'notifications',
  },
  {
    name: 'partial-return-booked-twice',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: 'const backMinor = capped - state.reversedMinor;',
    put: 'const backMinor = capped;',
    breaks: 'A merchant gets a part of a payout back twice when it is told twice, or the rest comes back later.',
    group: 'notifications',
  },
  {
    name: 'reversal-booked-again',
    file: 'src/core/processing/rules/payin-reversal.ts',
    find: 'const dueMinor = smaller(totalMinor, hereMinor) - bookedMinor(before);',
    put: 'const dueMinor = smaller(totalMinor, hereMinor);',
    breaks: 'Money of a pay-in that was taken back is taken from the merchant once more with every repetition.',
    group: 'notifications',
  },
  {
    name: 'status-read-without-lock',
    file: 'src/core/processing/store/outcomes.ts',
    find: 'order by t.id for update`',
    put: 'order by t.id`',
    breaks: 'A notification and an inquiry that come at once both complete a pay-in, and it is credited twice.',
    group: 'notifications',
  },
]
