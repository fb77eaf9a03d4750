import type { PlantedFault } from './fault.ts'

/** Faults in what books, releases and commits. */
export const ledgerFaults: readonly PlantedFault[] = [
  {
    name: 'reservation-released-twice',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: "return state.status === 'PENDING' ? fail(state, reason) : same;",
    put: `if (state.status === 'ERROR' && state.reason === reason)
        return note(state, reason, { postings: posting('return', state.amountMinor + state.feeMinor) });
    return state.status === 'PENDING' ? fail(state, reason) : same;`,
    breaks: 'A merchant gets the funds of a payout back twice when its rejection is told twice.',
    group: 'ledger',
    named: true,
  },
  {
    name: 'second-release-blocks-the-news',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: "return state.status === 'PENDING' ? fail(state, reason) : same;",
    put: "return state.status === 'PENDING' || state.status === 'ERROR' ? fail(state, reason) : same;",
    breaks: 'A rejection that is told twice can never be applied, and is tried again for ever.',
    group: 'ledger',
  },
  {
    name: 'fee-stays-reserved',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: "posting('unreserve', state.amountMinor + state.feeMinor)",
    put: "posting('unreserve', state.amountMinor)",
    breaks: 'The fee of a payout that failed stays reserved for ever.',
    group: 'ledger',
  },
  {
    name: 'fee-not-given-back',
    file: 'src/core/processing/rules/payout-transition.ts',
    find: "const feeMinor = state.policies.returnedFee === 'give_back' ? state.feeMinor : 0n;",
    put: 'const feeMinor = 0n;',
    breaks: 'A merchant who was promised the fee of a payout that comes back does not get it.',
    group: 'ledger',
  },
  {
    name: 'suspense-from-the-wrong-account',
    file: 'src/core/ledger/rules/ledger.ts',
    find: "return { debit: 'suspense', credit: creditedTo };",
    put: "return { debit: 'settlement', credit: creditedTo };",
    breaks: 'Money that waited in suspense is credited from the settlement account, and waits there for ever.',
    group: 'ledger',
  },
  {
    name: 'balance-of-a-group-lost',
    file: 'src/core/ledger/store/ledger.ts',
    find: 'deltas.set(id, (deltas.get(id) ?? 0n) + amountMinor);',
    put: 'deltas.set(id, amountMinor);',
    breaks: 'Of several transfers of one account that are booked together, the balance moves by the last one only.',
    group: 'ledger',
  },
  {
    name: 'balance-lost-update',
    file: 'src/core/ledger/store/ledger.ts',
    find: `select id from ledger_accounts where id = any ($1::bigint[]) order by id for no key update)
      update ledger_accounts a set balance_minor = a.balance_minor + d.delta`,
    put: `select id, balance_minor as seen from ledger_accounts where id = any ($1::bigint[]) order by id)
      update ledger_accounts a set balance_minor = l.seen + d.delta`,
    breaks: 'Two gateways that book on one account at once overwrite the balance of each other.',
    group: 'ledger',
  },
  {
    name: 'accounts-locked-in-another-order',
    file: 'src/core/ledger/store/ledger.ts',
    find: 'from ledger_accounts where id = any ($1::bigint[]) order by id for no key update`',
    put: 'from ledger_accounts where id = any ($1::bigint[]) order by id desc for no key update`',
    breaks: 'A payout that is accepted and one that ends lock each other out.',
    group: 'ledger',
  },
  {
    name: 'commit-error-is-done',
    file: 'src/core/platform/database/database.ts',
    find: "const { command } = await client.query('commit');",
    put: "const { command } = await client.query('commit').catch(() => ({ command: 'COMMIT' }));",
    breaks: 'What was never committed counts as done: a provider gets an order that nobody here knows.',
    group: 'ledger',
  },
  {
    name: 'failed-transaction-left-open',
    file: 'src/core/platform/database/database.ts',
    find: "await client.query('rollback').then(() => client.release(), (broken) => client.release(broken));",
    put: 'client.release();',
    breaks: 'A connection goes back with a transaction that failed, and whoever gets it next fails or commits it too.',
    group: 'ledger',
  },
  {
    name: 'lost-commit-written-again',
    file: 'src/core/platform/database/database.ts',
    find: `const result = await steps.write(lent.tx, locked);
        await commit(client, lent);`,
    put: `const result = await steps.write(lent.tx, locked);
        try {
            await commit(client, lent);
        }
        catch (lost) {
            const again = await inTransaction(pool, async (tx) => await steps.write(tx, locked));
            client.release(lost);
            return again;
        }`,
    breaks:
      'What was decided is written a second time when the answer to its COMMIT is lost: credits are booked twice.',
    group: 'ledger',
  },
  {
    name: 'operator-overtakes-a-call',
    file: 'src/core/processing/apply-outcome.ts',
    find: 'if (item.manual && own.some(isUnderWay))',
    put: "if (item.manual && own.some(({ state }) => state === 'waiting'))",
    breaks:
      'An operator fails a payout while the provider is being called, and it is paid after its funds were released.',
    group: 'ledger',
  },
  {
    name: 'contradiction-tells-nobody',
    file: 'src/core/processing/outcome-change.ts',
    find: 'return decided.why;',
    put: 'return before.needs_operator;',
    breaks: 'Nobody is asked to look where a provider executed what was reported as failed.',
    group: 'ledger',
  },
  {
    name: 'releases-half-marked',
    file: 'src/core/ledger/release-due.ts',
    find: 'await markReleased(tx, due.map(({ id }) => id), now);',
    put: 'await markReleased(tx, due.slice(0, 1).map(({ id }) => id), now);',
    breaks: 'Once two credits were released together, no credit of anybody becomes available any more.',
    group: 'releases',
  },
  {
    name: 'release-outside-transaction',
    file: 'src/core/ledger/release-due.ts',
    find: 'await postTransfers(tx, deps.knownAccounts, { transfers, now })',
    put: 'await postTransfers(deps.database.engine, deps.knownAccounts, { transfers, now })',
    breaks: 'A gateway that stops during a release leaves it booked and not noted, and all later releases fail.',
    group: 'releases',
  },
  {
    name: 'release-forgets-the-fee',
    file: 'src/core/processing/book-transition.ts',
    find: "return kind === 'payin_fee' ? sum - amountMinor : sum;",
    put: 'return sum;',
    breaks: 'A credit is released with the fee that was taken from it: out of the money of others, or never.',
    group: 'releases',
  },
  {
    name: 'release-before-its-date',
    file: 'src/core/ledger/store/releases.ts',
    find: 'r.release_at <= gateway_now()',
    put: "r.release_at <= gateway_now() + interval '30 minutes'",
    breaks: 'A credit becomes available half an hour before its release date.',
    group: 'releases',
  },
  {
    name: 'unknown-card-payment-failed',
    file: 'src/core/payments/create-card-payin.ts',
    find: "if (outcome.kind !== 'not_sent')",
    put: "if (outcome.kind !== 'not_sent' && outcome.kind !== 'unknown')",
    breaks: 'A card payment whose answer is lost is reported as failed, although the card may be charged.',
    group: 'cards',
  },
]
