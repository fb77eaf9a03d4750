import { detailOf, requireSecondOperator, type SetBy } from '../../audit/dual-approval.ts'
import { moneyText } from '../../audit/rules/audit-money.ts'
import { type AuditEntry, auditOf } from '../../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import type { Db } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { Problem } from '../../values/problem.ts'
import { type LineRow, type NewLineState, readLines, saveLineStates } from '../store/line-states.ts'

/** A line by its id. Throws `not_found`. */
export async function requireLine(db: Db, id: string): Promise<LineRow> {
  const [row] = isUuid(id) ? await readLines(db, [id]) : []
  if (row) return row
  throw new Problem('not_found', { message: 'There is no such bank line.' })
}

/** Why nobody can judge the line any more, or not this way; undefined: somebody can. */
export function settledText(row: LineRow): string | undefined {
  if (row.is_before) return 'This line is from before the first day of its account in the ledger.'
  if (row.is_ahead && row.state === 'new') return 'This line is of a day that has not come: it waits until then.'
  if (row.amount_minor === 0n) return 'This line moved no money.'
  if (row.standing === 'announced') {
    return 'Only a report or a notice of the bank holds this line. It counts when a statement holds it too.'
  }
  switch (row.state) {
    case 'new':
    case 'in_suspense':
      return undefined
    case 'returning':
      return 'This money is being sent back: keep it first.'
    case 'closed':
      return 'This line is closed: it counts for nothing.'
    case 'explained':
      return `This line is explained already: ${row.class}.`
    default:
      return `This line has moved its money already: it is the ${row.class} of ${row.transaction_id ?? 'a payment file'}.`
  }
}

/** Throws `not_in_this_state` with why it cannot be judged. */
export function refuseSettled(row: LineRow): void {
  const why = settledText(row)
  if (why === undefined) return
  const facts = row.transaction_id === null ? {} : { transaction_id: row.transaction_id }
  throw new Problem('not_in_this_state', { message: why, facts })
}

/** Throws `second_person_required` where real money can move, unless somebody else agreed. */
export async function requireTwo(deps: Pick<PlatformDeps, 'database'>, row: LineRow, by: SetBy): Promise<void> {
  requireSecondOperator((await hasOnlyTestMoney(deps)) ? 'test' : row.environment, by)
}

/** The audit entry of a judgement. It ends the proposal in its commit. */
export function auditOfLine(
  row: LineRow,
  by: SetBy,
  { action, detail, pointId = null }: { action: string; detail: Record<string, unknown>; pointId?: string | null },
): AuditEntry {
  const money = { amount: moneyText(row.amount_minor, row.currency), sign: row.sign, day: row.booking_day }
  const facts = { objectId: row.id, merchantId: null, pointId, detail: detailOf(by, { ...money, ...detail }) }
  return { ...auditOf(by.actor, action, facts), proposal: by.proposal, breakGlass: by.breakGlass }
}

/** Saves states under the lock of their lines. Throws `not_in_this_state` where another decision came first. */
export async function saveJudged(tx: Db, states: readonly NewLineState[], now: Date): Promise<void> {
  const saved = await saveLineStates(tx, states, now)
  if (states.every(({ lineId }) => saved.has(lineId))) return
  throw new Problem('not_in_this_state', {
    message: 'Nothing was changed: this line has moved its money meanwhile, by another decision.',
  })
}
