import { z } from 'zod'
import type { SetBy } from '../../audit/dual-approval.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { postTransfers } from '../../ledger/book-transfers.ts'
import { rememberAccounts } from '../../ledger/rules/known-accounts.ts'
import type { NewTransfer } from '../../ledger/rules/ledger.ts'
import { reopenedTransfers } from '../../ledger/rules/line-transfers.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { Problem } from '../../values/problem.ts'
import { uuidField } from '../../web/operator-query.ts'
import { bankAction, type Foreseen } from '../bank-action.ts'
import { bookedLine, stateOf } from '../line-booking.ts'
import type { LineRow } from '../store/line-states.ts'
import { readMeaning } from '../store/line-transfers.ts'
import { auditOfLine, requireLine, requireTwo, saveJudged } from './judged-line.ts'
import type { LinkDeps } from './link-line.ts'

const fields = z.object({ line_id: uuidField })
export type ReopenInput = z.output<typeof fields>

/**
 * Corrects what a person or a rule said that a line is: counter entries take it back, the line's money is of nobody again,
 * and the line waits to be judged. No rule explains it afterwards. Two people decide. A line that moved an order's money
 * stays: the order has its own ways back. Throws `not_found`; `not_in_this_state` with the reason;
 * `second_person_required`.
 */
export async function reopenLine(deps: LinkDeps, input: ReopenInput, by: SetBy): Promise<void> {
  const row = await requireLine(deps.database.engine, input.line_id)
  const blocked = blockedBy(row)
  if (blocked !== undefined) throw new Problem('not_in_this_state', { message: blocked })
  await requireTwo(deps, row, by)
  const now = deps.clock.now()
  const accounts = await inTransaction(deps.database.engine, async (tx) => {
    await saveJudged(tx, [{ ...stateOf(row, 'in_suspense'), judgement: row.judgement + 2 }], now)
    const transfers = reopenedTransfers(bookedLine(row), await readMeaning(tx, row))
    const opened = await postTransfers(tx, deps.knownAccounts, { transfers, now })
    await writeAudit(tx, auditOfLine(row, by, { action: 'bank_line.reopen', detail: { was: row.class } }), now)
    return opened
  })
  rememberAccounts(deps.knownAccounts, accounts)
}

/** The largest number of corrections of one line. Whoever needs more of them should look for what goes wrong. */
const correctionsMax = 50

function blockedBy(row: LineRow): string | undefined {
  if (row.state === 'applied' || row.state === 'linked') {
    return 'This line has moved or proven money of an order or a payment file. That stays: correct it at the order.'
  }
  if (row.state !== 'explained') return 'Nobody has said yet what this line is.'
  if (row.class === 'unknown_return') return 'Two lines explain each other: that stays.'
  if (row.judgement >= 2 * correctionsMax) return 'This line was corrected too often.'
  return undefined
}

/** Proposing to correct what a line is. */
export const reopenLineAction = bankAction({
  fields,
  foresee: async (deps, input): Promise<Foreseen> => {
    const row = await requireLine(deps.database.engine, input.line_id)
    const blocked = blockedBy(row)
    const transfers: readonly NewTransfer[] =
      blocked === undefined ? reopenedTransfers(bookedLine(row), await readMeaning(deps.database.engine, row)) : []
    return {
      ...{ environment: row.environment, alone: row.environment === 'test', currency: row.currency },
      ...(blocked === undefined ? {} : { blocked }),
      movements: transfers.map(({ kind, debit, credit, amountMinor }) => ({
        ...{ kind, from: debit.kind, to: credit.kind, amountMinor },
      })),
      changes: [{ name: 'class', before: row.class, after: null }],
    }
  },
  execute: reopenLine,
})
