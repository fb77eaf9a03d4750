import type { PlantedFault } from './fault.ts'

/** Faults in what accepts pay-ins and payouts. */
export const creationFaults: readonly PlantedFault[] = [
  {
    name: 'changed-body-accepted',
    file: 'src/core/processing/create-transaction.ts',
    find: 'if (hasSameContent(row, item))',
    put: 'if (hasSameContent(row, item) || row.service_code === item.serviceCode)',
    breaks: 'A merchant who repeats a reference with another amount hears that it was accepted.',
    group: 'creation',
  },
  {
    name: 'repeated-payout-sent-again',
    file: 'src/core/payouts/reserve-payouts.ts',
    find: "return row.id === sent.id ? repeated(sent, row) : { kind: 'existing', row };",
    put: "return row.content_hash.equals(sent.content_hash) ? repeated(sent, row) : { kind: 'existing', row };",
    breaks: 'A merchant who repeats a payout pays twice: the provider gets a second order under another key.',
    group: 'creation',
  },
  {
    name: 'repeated-pull-sent-again',
    file: 'src/core/processing/call-connector.ts',
    find: 'if (replayed || written.isHeld)',
    put: "if ((replayed && order.payType === 'payout') || written.isHeld)",
    breaks: 'A payer is charged twice when a merchant repeats a pay-in that is sent inside the request.',
    group: 'creation',
  },
  {
    name: 'daily-limit-read-before-lock',
    file: 'src/core/payouts/reserve-payouts.ts',
    find: `lock: async (tx) => await Promise.all([
            lockRefundable(tx, [...new Set(items.flatMap(({ refund }) => refund?.payinId ?? []))]),
            lockFunds(tx, [...ids.values()]),
            readExisting(tx, items),
            readPayoutLimits(tx, items),
            readPointRules(tx, [...new Set(items.map((item) => item.point_id))]),
        ]),`,
    put: `lock: async (tx) => {
            const limits = readPayoutLimits(tx, items);
            return await Promise.all([
                lockRefundable(tx, [...new Set(items.flatMap(({ refund }) => refund?.payinId ?? []))]),
                lockFunds(tx, [...ids.values()]),
                readExisting(tx, items),
                limits,
                readPointRules(tx, [...new Set(items.map((item) => item.point_id))]),
            ]);
        },`,
    breaks: 'Two gateways together pay out more on one day than the limit of the point allows.',
    group: 'creation',
  },
  {
    name: 'funds-read-without-lock',
    file: 'src/core/ledger/store/ledger.ts',
    find: 'from ledger_accounts where id = any ($1::bigint[]) order by id for no key update`',
    put: 'from ledger_accounts where id = any ($1::bigint[]) order by id`',
    breaks: 'Two gateways reserve the same funds at once, and a point pays out money that it does not have.',
    group: 'creation',
  },
  {
    name: 'fee-not-counted-in-funds',
    file: 'src/core/payouts/rules/payout-control.ts',
    find: 'if (amountMinor + question.feeMinor > question.availableMinor + question.overdraftMinor)',
    put: 'if (amountMinor > question.availableMinor + question.overdraftMinor)',
    breaks: 'A point whose funds cover a payout without its fee falls below its overdraft limit.',
    group: 'creation',
  },
  {
    name: 'group-answers-swapped',
    file: 'src/core/platform/database/group-commit.ts',
    find: 'const result = results[index];',
    put: 'const result = results[group.length - 1 - index];',
    breaks:
      "Requests that are written together get each other's results: what was refused is sent, what was taken is not.",
    group: 'creation',
  },
  {
    name: 'accounts-remembered-before-commit',
    file: 'src/core/processing/apply-outcome.ts',
    find: 'const accounts = await resolveAccounts(tx, deps.knownAccounts, accountsOfTransfers(transfers));',
    put: `const accounts = await resolveAccounts(tx, deps.knownAccounts, accountsOfTransfers(transfers));
    rememberAccounts(deps.knownAccounts, accounts);`,
    breaks:
      'After a rollback a gateway knows ledger accounts that do not exist, and books nothing of that kind any more.',
    group: 'creation',
  },
]
