import type { PlantedFault } from './fault.ts'

/** Faults in what sends orders to providers, and asks about them. */
export const sendingFaults: readonly PlantedFault[] = [
  {
    name: 'late-order-not-refused',
    file: 'src/core/processing/inquiries/conclude-not-found.ts',
    find: 'return { ...open, unguaranteed: true };',
    put: "return { kind: 'not_found', conclusive: true };\n    if (manifest)\n        return { kind: 'not_found', conclusive: true };",
    breaks:
      'An order that was delayed on its way is executed after its merchant heard that it was not, because nothing bars it.',
    group: 'sending',
    named: true,
  },
  {
    name: 'resend-with-another-key',
    file: 'src/core/processing/send-waiting.ts',
    find: 'await sendOrder(to.connector, { order, key: attempt.attempt_key }, contextFor(deps, to.account))',
    put: 'await sendOrder(to.connector, { order, key: to.connector.keyFor(attempt.id, attempt.calls) }, contextFor(deps, to.account))',
    breaks: 'A payout that is sent again goes out under another key: the provider may execute both.',
    group: 'sending',
    named: true,
  },
  {
    name: 'a2-silent-connection',
    file: 'src/core/platform/database/watch-connections.ts',
    find: `if (watch.timer === undefined)
            start();
        return query(...args);`,
    put: 'return query(...args);',
    breaks: 'A database connection that stays silent hangs its requests for ever.',
    group: 'sending',
    named: true,
  },
  {
    name: 'missing-fence-check',
    file: 'src/core/processing/apply-outcome.ts',
    find: ' && fence === item.lease.fence);',
    put: ');',
    breaks: 'An answer that comes after its lease was taken over is applied over what its new holder found out.',
    group: 'sending',
    named: true,
  },
  {
    name: 'call-begins-after-its-lease',
    file: 'src/core/processing/call-connector.ts',
    find: 'const late = given.attempt.heldMs() > callStartsWithinMs;',
    put: 'const late = given.attempt.heldMs() < 0;',
    breaks: 'A gateway that was paused sends an order that others have found missing and reported as not executed.',
    group: 'sending',
  },
  {
    name: 'unknown-payout-failed',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: `case 'unknown':
            return whilePending(state, 'outcome_unknown');`,
    put: `case 'unknown':
            return onRejected(state, 'not_executed');`,
    breaks: 'A payout whose answer is lost is reported as failed and its funds released, although it may be paid.',
    group: 'sending',
  },
  {
    name: 'unsent-though-maybe-sent',
    file: 'src/core/processing/send-waiting.ts',
    find: 'if (attempt.maybe_sent)',
    put: "if (attempt.maybe_sent && attempt.attempt_kind === 'announce')",
    breaks:
      'A payout that an earlier call may have brought to the provider is reported as not executed at its deadline.',
    group: 'sending',
  },
  {
    name: 'unanswered-tombstone-counts',
    file: 'src/core/processing/inquiries/conclude-not-found.ts',
    find: "if (cancelled === 'cancelled')",
    put: "if (cancelled !== 'too_late')",
    breaks: 'An order is reported as not executed although the provider never confirmed that it will refuse it.',
    group: 'sending',
  },
  {
    name: 'deadline-without-its-margin',
    file: 'src/core/processing/inquiries/conclude-not-found.ts',
    find: 'return (missing.past_deadline_ms ?? 0) > guarantee.clockMarginMs + windowMs;',
    put: 'return (missing.past_deadline_ms ?? 0) > 0;',
    breaks: 'An order that arrived just before its deadline, and is not visible yet, is reported as not executed.',
    group: 'sending',
  },
  {
    name: 'outcome-without-lease',
    file: 'src/core/processing/inquiries/inquire-due.ts',
    find: `lease: { attemptId: attempt.attempt_id, fence: attempt.fence },
        ...(connector ?`,
    put: '...(connector ?',
    breaks: 'An answer is written without its lease: a stale one counts, and its attempt is never given back.',
    group: 'inquiry',
    named: true,
  },
  {
    name: 'inquiry-never-again',
    file: 'src/core/processing/outcome-change.ts',
    find: 'nextActionInMs: again ?? nextInquiryInMs(update, attempt, context.depositDelaysMs),',
    put: `nextActionInMs: again ??
                (update.kind === 'unknown' && attempt.inquiries > 0
                    ? null
                    : nextInquiryInMs(update, attempt, context.depositDelaysMs)),`,
    breaks: 'A payout that was asked about twice in vain is never asked about again and stays PENDING.',
    group: 'inquiry',
  },
  {
    name: 'crashed-call-never-asked',
    file: 'src/core/processing/store/attempts.ts',
    find: "(state = 'open' or (state = 'calling' and kind = 'submit'))",
    put: "(state = 'open')",
    breaks: 'A payout whose gateway stopped during the call is never asked about and stays PENDING.',
    group: 'inquiry',
  },
  {
    name: 'lease-never-ends',
    file: 'src/core/processing/store/attempts.ts',
    find: `fence = a.fence + 1, calls = a.calls + 1,
          lease_until = statement_timestamp() + $3::int * interval '1 millisecond'`,
    put: `fence = a.fence + 1, calls = a.calls + 1,
          lease_until = statement_timestamp() + $3::int * interval '1 hour'`,
    breaks: 'What a gateway was asking about when it stopped is never asked about again.',
    group: 'inquiry',
  },
]
