import type { PlantedFault } from './fault.ts'

/**
 * Faults in what stores and matches lines of bank statements. Days of a bank find them (`test/faults/bank-days`); runs of
 * the simulator have no bank accounts with statements.
 */
export const statementFaults: readonly PlantedFault[] = [
  {
    name: 'ordinal-ignored',
    file: 'src/bank-accounts/rules/line-identity.ts',
    find: 'return { seen, newOrdinals:',
    put: `if (seen[0] !== undefined) return { seen: Array.from({ length: entries }, (_, at) => seen[at] ?? seen[0]), newOrdinals: [] };
    return { seen, newOrdinals:`,
    breaks: 'A payment that equals an earlier one of its day is taken for that one, and its money is missing.',
    group: 'suspense',
  },
  {
    name: 'overlapping-files-add-up',
    file: 'src/bank-accounts/rules/line-identity.ts',
    find: 'const here = known.filter((line) => !line.isOnOtherPage)',
    put: 'const here = known.filter((line) => line.isOnOtherPage)',
    breaks: 'A line that another file holds too is stored, and booked, a second time.',
    group: 'suspense',
  },
  {
    name: 'line-claimed-in-another-commit',
    file: 'src/bank-accounts/settle-lines.ts',
    find: 'const results = await applyOutcomes(deps, group.map((verdict) => itemOf(deps, verdict, { before, paidOn: paidOn.get(verdict.transactionId) })));',
    put: `for (const verdict of group) await claim(deps.database.engine, deps, verdict);
        const items = group.map((verdict) => itemOf(deps, verdict, { before, paidOn: paidOn.get(verdict.transactionId) }));
        const results = await applyOutcomes(deps, items.map((item) => ({ ...item, line: { ...item.line, claim: async () => undefined } })));`,
    breaks: 'A line whose commit is lost counts as applied, and its order never gets the money.',
    group: 'suspense',
  },
  {
    name: 'line-suspense-not-taken-back',
    file: 'src/bank-accounts/line-booking.ts',
    find: "isInSuspense: row.state === 'in_suspense' ||",
    put: 'isInSuspense:',
    breaks: 'Money that waited and found its order stays in suspense too: it is booked twice.',
    group: 'suspense',
  },
  {
    name: 'notice-counted-twice',
    file: 'src/bank-accounts/store/announced-lines.ts',
    find: "and s.state in ('new', 'expected', 'applied')",
    put: "and s.state in ('new', 'expected')",
    breaks: 'Money that a notice announced and that completed its order is booked again when its statement comes.',
    group: 'suspense',
  },
  {
    name: 'line-state-not-compared',
    file: 'src/bank-accounts/store/line-states.ts',
    find: '=> before.get(lineId) === from)',
    put: '=> before.has(lineId) && from !== undefined)',
    breaks: 'Two gateways that judge one line at once both book its money.',
    group: 'suspense',
  },
]
