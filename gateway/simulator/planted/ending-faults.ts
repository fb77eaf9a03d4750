import type { PlantedFault } from './fault.ts'

/** Faults in what ends transactions: the clock, a merchant's cancel, a second key. */
export const endingFaults: readonly PlantedFault[] = [
  {
    name: 'expiry-overtakes-unknown',
    file: 'src/core/processing/expire-overdue.ts',
    find: "if (cancelled === 'cancelled')",
    put: "if (cancelled === 'cancelled' || cancelled === 'unknown')",
    breaks: 'A pay-in is ended by the clock although nobody knows whether it was paid or called off.',
    group: 'expiry',
    named: true,
  },
  {
    name: 'too-late-taken-for-cancelled',
    file: 'src/core/processing/expire-overdue.ts',
    find: "if (cancelled === 'cancelled')",
    put: "if (cancelled !== 'unknown')",
    breaks: 'A pay-in that was paid meanwhile is EXPIRED, because the provider did answer the cancelling.',
    group: 'expiry',
  },
  {
    name: 'unknown-payout-given-up',
    file: 'src/core/processing/apply-outcome.ts',
    find: "return silent && ageMs >= resendWindowMs ? { kind: 'unresolved' } : update;",
    put: "return silent && ageMs >= 60_000 ? { kind: 'rejected', reason: 'not_executed' } : update;",
    breaks: 'A payout that nobody could say anything about for a minute fails, although it may have been paid.',
    group: 'expiry',
  },
  {
    name: 'cancel-does-not-ask',
    file: 'src/core/processing/expire-overdue.ts',
    find: 'const update = await cancelAtProvider(deps, payin, ending);',
    put: "const update = ending.kind === 'cancel' ? ending : await cancelAtProvider(deps, payin, ending);",
    breaks: 'A merchant hears that a pay-in is cancelled, and the provider goes on taking its payment.',
    group: 'cancel',
  },
  {
    name: 'second-final-state',
    file: 'src/core/processing/rules/payin-transition.ts',
    find: `return contradiction('rejected after COMPLETED');
    if (state.status !== 'PENDING')`,
    put: `return contradiction('rejected after COMPLETED');
    if (state.status === 'ERROR')`,
    breaks: 'A pay-in that the merchant knows as EXPIRED becomes ERROR when the provider tells that it was called off.',
    group: 'cancel',
  },
  {
    name: 'approval-after-refusal',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: "return waitsForApproval(state) ? note(state, 'submitted') : same;",
    put: "return state.reason === 'submitted' ? same : note(state, 'submitted');",
    breaks: 'A payout that was refused at the same moment is approved and paid, although its funds were released.',
    group: 'approvals',
  },
  {
    name: 'approval-expiry-overtakes-approval',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: "return waitsForApproval(state) ? fail(state, 'approval_expired') : same;",
    put: "return state.status === 'PENDING' ? fail(state, 'approval_expired') : same;",
    breaks: 'A payout that is approved in the last moment is paid, and its funds are released by the clock.',
    group: 'approvals',
  },
  {
    name: 'approved-payout-sent-before-commit',
    file: 'src/extras/payout-approvals/decide-payout.ts',
    find: "const approved = await decide(deps, { row, approver, decision, update: { kind: 'approve' }, attempt });",
    put: `await connector.submit(await orderOf(deps.database.engine, row, executeBefore), attempt.key, {
            account,
            timeoutMs: 8_000,
            notifyUrl: deps.site.localUrl() + '/provider-notifications/' + account.id,
        });
        const approved = await decide(deps, { row, approver, decision, update: { kind: 'approve' }, attempt });`,
    breaks: 'A payout is sent before its approval is written, and stays so where that fails or somebody refused it.',
    group: 'approvals',
  },
  {
    name: 'own-payout-approved',
    file: 'src/extras/payout-approvals/decide-payout.ts',
    find: 'if (row.created_by_key !== null) {',
    put: 'if (row.created_by_key !== null && row.created_by_key !== caller.keyId) {',
    breaks: 'One key asks for a payout and approves it alone.',
    group: 'approvals',
  },
  {
    name: 'lost-commit-skips-approval',
    file: 'src/core/payouts/reserve-payouts.ts',
    find: 'const attempt = approval_until ? null : item.attempt;',
    put: 'const attempt = item.attempt;',
    breaks: 'A payout that needs a second key is sent at once when its group is repeated after a lost COMMIT.',
    group: 'approvals',
  },
  {
    name: 'refused-payout-stays-reserved',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: "return waitsForApproval(state) ? fail(state, 'rejected_by_approver') : same;",
    put: "return waitsForApproval(state) ? move(state, { status: 'ERROR', reason: 'rejected_by_approver' }, { attention: null }) : same;",
    breaks: 'The funds of a payout that an approver refuses stay reserved for ever.',
    group: 'approvals',
  },
]
