import { z } from 'zod'
import type { SetBy } from '../../audit/dual-approval.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { postTransfers } from '../../ledger/book-transfers.ts'
import { rememberAccounts } from '../../ledger/rules/known-accounts.ts'
import { explainedTransfers } from '../../ledger/rules/line-transfers.ts'
import { inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { Problem } from '../../values/problem.ts'
import { uuidField } from '../../web/operator-query.ts'
import { bankAction, type Foreseen } from '../bank-action.ts'
import { bookedLine, stateOf } from '../line-booking.ts'
import { replaceCandidates } from '../store/line-candidates.ts'
import type { LineRow } from '../store/line-states.ts'
import { auditOfLine, requireLine, requireTwo, saveJudged, settledText } from './judged-line.ts'
import type { LinkDeps } from './link-line.ts'

const fields = z.object({
  /** Money that nobody claims. */
  line_id: uuidField,
  /** The later line of the other direction that took it back. Absent: it has not come yet. */
  counter_line_id: uuidField.optional(),
})
export type ReturnInput = z.output<typeof fields>

const unknownReturn = { as: 'unknown_return' } as const

/**
 * Money that nobody claims goes back. Without a counter line the line waits for the debit that sends it: nothing is
 * booked, and no order can have it meanwhile. With one, both lines are explained by each other, and the later one takes
 * the money out of suspense. The same for a debit of nobody that comes back. Throws `not_found`; `not_in_this_state` with
 * the reason; `second_person_required`.
 */
export async function returnLine(deps: LinkDeps, input: ReturnInput, by: SetBy): Promise<void> {
  const { row, counter } = await readBoth(deps, input)
  const blocked = blockedBy(row, counter)
  if (blocked !== undefined) throw new Problem('not_in_this_state', { message: blocked })
  await requireTwo(deps, row, by)
  if (counter) await settleBoth(deps, { row, counter, by })
  else await wait(deps, row, by)
}

const keepFields = z.object({ line_id: uuidField })
export type KeepInput = z.output<typeof keepFields>

const notReturning = 'This money is not being sent back.'

/**
 * The money stays: the line is one of nobody again, and may be judged. Two people decided to send it back, so that two
 * take it back. Throws `not_found`, `not_in_this_state`, and `second_person_required`.
 */
export async function keepLine(deps: LinkDeps, input: KeepInput, by: SetBy): Promise<void> {
  const row = await requireLine(deps.database.engine, input.line_id)
  if (row.state !== 'returning') throw new Problem('not_in_this_state', { message: notReturning })
  await requireTwo(deps, row, by)
  const now = deps.clock.now()
  await inTransaction(deps.database.engine, async (tx) => {
    await saveJudged(tx, [stateOf(row, 'in_suspense')], now)
    await writeAudit(tx, auditOfLine(row, by, { action: 'bank_line.keep', detail: {} }), now)
  })
}

async function wait(deps: LinkDeps, row: LineRow, by: SetBy): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.database.engine, async (tx) => {
    await saveJudged(tx, [{ ...stateOf(row, 'returning'), class: 'unknown_return' }], now)
    await replaceCandidates(tx, [row.id], [])
    await writeAudit(tx, auditOfLine(row, by, { action: 'bank_line.return', detail: {} }), now)
  })
}

async function settleBoth(
  deps: LinkDeps,
  { row, counter, by }: { row: LineRow; counter: LineRow; by: SetBy },
): Promise<void> {
  const now = deps.clock.now()
  const evidence = { rule: 'by_hand', score: 0, reasons: [] }
  const explained = (one: LineRow, other: LineRow) =>
    ({ ...stateOf(one, 'explained'), class: 'unknown_return', counterLineId: other.id, evidence }) as const
  const accounts = await inTransaction(deps.database.engine, async (tx) => {
    await saveJudged(tx, [explained(row, counter), explained(counter, row)], now)
    await replaceCandidates(tx, [row.id, counter.id], [])
    const transfers = explainedTransfers(bookedLine(counter), unknownReturn)
    const opened = await postTransfers(tx, deps.knownAccounts, { transfers, now })
    const detail = { counter_line_id: counter.id }
    await writeAudit(tx, auditOfLine(row, by, { action: 'bank_line.return', detail }), now)
    return opened
  })
  rememberAccounts(deps.knownAccounts, accounts)
}

async function readBoth(
  { database }: Pick<PlatformDeps, 'database'>,
  input: ReturnInput,
): Promise<{ row: LineRow; counter: LineRow | undefined }> {
  const row = await requireLine(database.engine, input.line_id)
  const { counter_line_id: counterId } = input
  return { row, counter: counterId === undefined ? undefined : await requireLine(database.engine, counterId) }
}

/** Why the line cannot go back, or not by that other line. */
function blockedBy(row: LineRow, counter: LineRow | undefined): string | undefined {
  // Its money must be in suspense before it can leave that.
  if (row.state === 'new') return 'This line has not been looked at yet: wait a moment.'
  if (row.state !== 'returning') {
    const settled = settledText(row)
    if (settled !== undefined) return settled
  } else if (!counter) return 'This money is being sent back already.'
  if (!counter) return undefined
  if (counter.state !== 'returning') {
    const settled = settledText(counter)
    if (settled !== undefined) return `The other line: ${settled}`
  }
  if (counter.bank_account_id !== row.bank_account_id) return 'Money goes back by the account that it came to.'
  if (counter.sign === row.sign) return 'Both lines have the same direction.'
  if (counter.amount_minor !== row.amount_minor) return 'The amounts of both lines differ.'
  if (counter.booking_day < row.booking_day) return 'The other line is earlier: begin with that one.'
  return undefined
}

/** Proposing that unknown money goes back. */
export const returnLineAction = bankAction({
  fields,
  foresee: async (deps, input): Promise<Foreseen> => {
    const { row, counter } = await readBoth(deps, input)
    const blocked = blockedBy(row, counter)
    const transfers = counter && blocked === undefined ? explainedTransfers(bookedLine(counter), unknownReturn) : []
    return {
      ...{ environment: row.environment, alone: row.environment === 'test', currency: row.currency },
      ...(blocked === undefined ? {} : { blocked }),
      movements: transfers.map(({ kind, debit, credit, amountMinor }) => ({
        ...{ kind, from: debit.kind, to: credit.kind, amountMinor },
      })),
      changes: [{ name: 'class', before: row.class, after: 'unknown_return' }],
    }
  },
  execute: returnLine,
})

/** Proposing that money stays that was to be sent back. */
export const keepLineAction = bankAction({
  fields: keepFields,
  foresee: async (deps, input): Promise<Foreseen> => {
    const row = await requireLine(deps.database.engine, input.line_id)
    const { environment, currency } = row
    return {
      ...{ environment, alone: environment === 'test', currency },
      ...(row.state === 'returning' ? {} : { blocked: notReturning }),
      changes: [{ name: 'class', before: row.class, after: null }],
    }
  },
  execute: keepLine,
})
