import { z } from 'zod'
import { detailOf, requireEvidence, requireSecondOperator, type SetBy } from '../../audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isDay } from '../../values/days.ts'
import { formatAmount } from '../../values/money.ts'
import { Problem } from '../../values/problem.ts'
import { refuseFaults } from '../../values/refuse-faults.ts'
import { uuidField } from '../../web/operator-query.ts'
import { bankAction } from '../bank-action.ts'
import type { BankAccountRow } from '../store/bank-accounts.ts'
import { type BankDayRow, lockDayProgress, markDayClosed, markDaysStale, readBankDays } from '../store/bank-days.ts'
import { insertDayClosing } from '../store/day-closings.ts'
import { requireBankAccount } from './require-account.ts'

const fields = z.object({
  bank_account_id: uuidField,
  day: z.string().refine(isDay, 'must be a day such as 2030-06-14'),
  /** The difference that is accepted: decimal text. Left out where the bank's balance is not known. */
  difference: z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,2})?$/, 'must be a decimal number such as -12.50')
    .optional(),
})
export type ClosingInput = z.output<typeof fields>

/**
 * Two people close a day that stays open. It holds, for this day and for those after it, while the difference is the
 * same. Throws `not_found`, `validation_failed` if the difference is another one by now, `not_in_this_state` if the day is
 * not open or has lines that are not in the ledger, and `second_person_required`.
 */
export async function closeDay(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  input: ClosingInput,
  by: SetBy,
): Promise<void> {
  const reason = requireEvidence(by.evidence ?? '')
  const onlyTest = await hasOnlyTestMoney(deps)
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await lockDayProgress(tx, input.bank_account_id))) {
      throw new Problem('not_in_this_state', { message: 'The days of this account are being computed: try again.' })
    }
    const { account, row, blocked } = await foreseen(tx, input)
    requireSecondOperator(onlyTest ? 'test' : account.environment, by)
    if (blocked !== undefined) throw new Problem('not_in_this_state', { message: blocked })
    const now = deps.clock.now()
    await insertDayClosing(tx, {
      ...{ bankAccountId: account.id, day: row.day, reason, now },
      differenceMinor: row.difference_minor,
      lateMinor: row.late_minor,
      closedBy: nameOf(by),
    })
    await markDayClosed(tx, account.id, row.day)
    await markDaysStale(tx, account.id, row.day)
    const facts = { objectId: account.id, merchantId: null, detail: detailOf(by, { ...input }) }
    const entry = auditOf(by.actor, 'bank_day.close', facts)
    await writeAudit(tx, { ...entry, proposal: by.proposal, breakGlass: by.breakGlass }, now)
  })
}

/** Proposing to close a day. */
export const closeDayAction = bankAction({
  fields,
  foresee: async ({ database }, input) => {
    const { account, row, blocked } = await foreseen(database.engine, input)
    const { environment, currency } = account
    return {
      ...{ environment, currency, alone: environment === 'test' },
      ...(blocked === undefined ? {} : { blocked }),
      changes: [
        { name: 'state', before: row.state, after: 'closed_manually' },
        { name: 'difference', before: differenceText(row, account), after: differenceText(row, account) },
      ],
    }
  },
  execute: async (deps, input, by) => await closeDay(deps, input, by),
})

async function foreseen(
  db: Db,
  input: ClosingInput,
): Promise<{ account: BankAccountRow; row: BankDayRow; blocked: string | undefined }> {
  const account = await requireBankAccount(db, input.bank_account_id)
  const [row] = await readBankDays(db, { bankAccountId: account.id, from: input.day, to: input.day })
  if (!row)
    throw new Problem('not_found', { message: 'This day is not computed: it is not over, or no statement came.' })
  const difference = differenceText(row, account)
  const isSame = difference === null ? input.difference === undefined : sameNumber(input.difference, difference)
  if (!isSame) {
    const message =
      difference === null
        ? 'the bank’s balance of this day is not known: leave the difference out'
        : `the difference of this day is ${difference} now`
    refuseFaults([{ code: 'not_allowed', param: 'difference', message }])
  }
  const blocked =
    row.state !== 'open'
      ? 'This day is not open.'
      : row.reasons.includes('lines_not_posted')
        ? 'Lines of this day are not in the ledger yet: they will be within a minute.'
        : undefined
  return { account, row, blocked }
}

function differenceText({ difference_minor: minor }: BankDayRow, { currency }: BankAccountRow): string | null {
  return minor === null ? null : formatAmount(minor, currency)
}

function sameNumber(one: string | undefined, other: string): boolean {
  const plain = (text: string) => text.replace(/\.0+$/, '').replace(/(\.\d*?)0+$/, '$1')
  return one !== undefined && plain(one) === plain(other)
}

/** Whoever proposed it, and who agreed. */
export function nameOf({ actor, second }: SetBy): string {
  const name = typeof actor === 'string' ? actor : actor.name
  return [name, second].filter(Boolean).join(', ').slice(0, 200)
}
