import { z } from 'zod'
import { detailOf, requireEvidence, requireSecondOperator, type SetBy } from '../../audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { formatAmount } from '../../values/money.ts'
import { Problem } from '../../values/problem.ts'
import { uuidField } from '../../web/operator-query.ts'
import { bankAction } from '../bank-action.ts'
import { gapOf, waitOf } from '../rules/statement-soundness.ts'
import { noteStatementChange } from '../store/bank-accounts.ts'
import { markDaysStale } from '../store/bank-days.ts'
import { insertAcceptance, listStatements, type StatementRow } from '../store/bank-statements.ts'
import { nameOf } from './close-day.ts'

const fields = z.object({ statement_id: uuidField })
export type AcceptanceInput = z.output<typeof fields>

/**
 * Two people accept a statement that does not add up or join, or that proves nothing by itself: its lines may be matched
 * without a person, and it does not keep its days open any more. The one who decides is not the one who uploaded it. What
 * its balances differ by stays in the difference of the days. Throws `not_found`, `not_in_this_state` if nothing is wrong
 * with it, and `second_person_required`.
 */
export async function acceptStatement(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  input: AcceptanceInput,
  by: SetBy,
): Promise<void> {
  const reason = requireEvidence(by.evidence ?? '')
  const onlyTest = await hasOnlyTestMoney(deps)
  await inTransaction(deps.database.engine, async (tx) => {
    const row = await requireStatement(tx, input.statement_id)
    requireSecondOperator(onlyTest ? 'test' : row.environment, by)
    const now = deps.clock.now()
    refuseUploader(row, by)
    const isNew =
      canBeAccepted(row) && (await insertAcceptance(tx, { id: row.id, reason, acceptedBy: nameOf(by), now }))
    if (!isNew) throw new Problem('not_in_this_state', { message: row.is_ahead ? ofFuture : soundAlready })
    await noteStatementChange(tx, row.bank_account_id)
    await markDaysStale(tx, row.bank_account_id, row.from_day)
    const facts = { objectId: row.id, merchantId: null, detail: detailOf(by, { bank_account_id: row.bank_account_id }) }
    const entry = auditOf(by.actor, 'bank_statement.accept', facts)
    await writeAudit(tx, { ...entry, proposal: by.proposal, breakGlass: by.breakGlass }, now)
  })
}

/** Throws `second_person_required` where the person who decides uploaded the file: a forged one needs a second person. */
function refuseUploader({ environment, uploaded_by: uploader }: StatementRow, { proposal }: SetBy): void {
  if (environment === 'test' || uploader === null || proposal?.decidedBy !== uploader) return
  throw new Problem('second_person_required', {
    message: 'You uploaded this statement: another operator must accept it.',
  })
}

function canBeAccepted(row: StatementRow): boolean {
  const wait = waitOf(row)
  return wait !== null && wait !== 'future'
}

const ofFuture = 'This statement is of days that have not come: nothing is to be accepted yet.'
const soundAlready = 'This statement is relied on already: nothing is to be accepted.'

/** Proposing to accept a statement. */
export const acceptStatementAction = bankAction({
  fields,
  foresee: async ({ database }, input) => {
    const row = await requireStatement(database.engine, input.statement_id)
    const { environment, currency } = row
    const text = (minor: bigint) => (minor === 0n ? null : formatAmount(minor, currency))
    return {
      ...{ environment, currency, alone: environment === 'test' },
      ...(canBeAccepted(row) ? {} : { blocked: row.is_ahead ? ofFuture : soundAlready }),
      changes: [
        { name: 'statement', before: 'open', after: 'accepted' },
        { name: 'days', before: null, after: [...new Set([row.from_day, row.to_day])].join(' – ') },
        { name: 'gap', before: null, after: text(gapOf(row)) },
        { name: 'surplus', before: null, after: text(BigInt(row.surplus_minor ?? 0)) },
      ].filter(({ after }) => after !== null),
    }
  },
  execute: async (deps, input, by) => await acceptStatement(deps, input, by),
})

async function requireStatement(db: Db, id: string): Promise<StatementRow> {
  const [row] = await listStatements(db, { bankAccountId: null, statementIds: [id], limit: 1 })
  if (row) return row
  throw new Problem('not_found', { message: 'There is no such statement.' })
}
