import { z } from 'zod'
import type { SetBy } from '../../audit/dual-approval.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { postTransfers } from '../../ledger/book-transfers.ts'
import { rememberAccounts } from '../../ledger/rules/known-accounts.ts'
import { type Explanation, explainedTransfers } from '../../ledger/rules/line-transfers.ts'
import { inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { requirePoint } from '../../point-settings/set-point-money.ts'
import { formatAmount, parseAmount } from '../../values/money.ts'
import { Problem } from '../../values/problem.ts'
import { refuseFaults } from '../../values/refuse-faults.ts'
import { uuidField } from '../../web/operator-query.ts'
import { bankAction, type Foreseen } from '../bank-action.ts'
import { bookedLine, stateOf } from '../line-booking.ts'
import { manualLineClasses } from '../rules/line-classes.ts'
import { replaceCandidates } from '../store/line-candidates.ts'
import type { LineRow } from '../store/line-states.ts'
import { auditOfLine, refuseSettled, requireLine, requireTwo, saveJudged, settledText } from './judged-line.ts'
import type { LinkDeps } from './link-line.ts'

/** More points than one withdrawal is shared by. */
const sharesMax = 50

const fields = z.object({
  line_id: uuidField,
  class: z.enum(manualLineClasses),
  /** The point of a funding or withdrawal, or of an owner's withdrawal that takes fees of one point. */
  point_id: uuidField.optional(),
  /** The points whose fees an owner's withdrawal takes; together the line's amount. Decimal text. */
  shares: z
    .array(z.object({ point_id: uuidField, amount: z.string().max(30) }))
    .min(1)
    .max(sharesMax)
    .optional(),
})
export type ClassInput = z.output<typeof fields>

interface Meaning {
  explanation: Explanation
  pointId: string | undefined
}

/**
 * A person says what a line is that belongs to no order: a cost or income of the bank, money between own accounts, the
 * money behind a point's prefunding or withdrawal, or the owner's withdrawal of fees. Its entries and the audit entry are
 * in one commit. Throws `not_found`; `validation_failed`; `not_in_this_state` where the line is judged already;
 * `second_person_required`.
 */
export async function classLine(deps: LinkDeps, input: ClassInput, by: SetBy): Promise<void> {
  const row = await requireLine(deps.database.engine, input.line_id)
  refuseSettled(row)
  const { explanation, pointId } = await meaningOf(deps, row, input)
  await requireTwo(deps, row, by)
  const now = deps.clock.now()
  const accounts = await inTransaction(deps.database.engine, async (tx) => {
    const evidence = { rule: 'by_hand', score: 0, reasons: [] }
    const point = pointId !== undefined && explanation.as === 'funding' ? { pointId } : {}
    await saveJudged(tx, [{ ...stateOf(row, 'explained'), class: input.class, evidence, ...point }], now)
    await replaceCandidates(tx, [row.id], [])
    const transfers = explainedTransfers(bookedLine(row), explanation)
    const opened = await postTransfers(tx, deps.knownAccounts, { transfers, now })
    const { line_id: _, ...detail } = input
    await writeAudit(tx, auditOfLine(row, by, { action: 'bank_line.class', detail, pointId: pointId ?? null }), now)
    return opened
  })
  rememberAccounts(deps.knownAccounts, accounts)
}

const wantedSign: Readonly<Partial<Record<ClassInput['class'], 'C' | 'D'>>> = {
  funding: 'C',
  withdrawal: 'D',
  owner_out: 'D',
}

/** Throws `validation_failed` with every wrong field, and `not_found`. */
async function meaningOf(deps: Pick<PlatformDeps, 'database'>, row: LineRow, input: ClassInput): Promise<Meaning> {
  const { class: as, point_id: pointId, shares } = input
  const sign = wantedSign[as]
  if (sign !== undefined && sign !== row.sign) refuse('class', `a ${as} is a ${sign === 'C' ? 'credit' : 'debit'}`)
  if (as === 'owner_out') return await ownerOut(deps, row, input)
  if (shares !== undefined) refuse('shares', 'only a withdrawal of the owner has shares')
  if (as === 'funding' || as === 'withdrawal') {
    if (pointId === undefined) return refuse('point_id', `a ${as} needs its point`)
    await requirePoints(deps, row, [pointId])
    return { explanation: { as: 'funding', pointId }, pointId }
  }
  if (pointId !== undefined) refuse('point_id', `a ${as} is of no point`)
  return { explanation: { as: as === 'own_transfer' ? 'own_transfer' : 'bank' }, pointId: undefined }
}

async function ownerOut(deps: Pick<PlatformDeps, 'database'>, row: LineRow, input: ClassInput): Promise<Meaning> {
  const { point_id: pointId } = input
  const total = formatAmount(row.amount_minor, row.currency)
  const asked = input.shares ?? (pointId === undefined ? [] : [{ point_id: pointId, amount: total }])
  if (asked.length === 0) refuse('shares', 'say whose fees it takes: point_id, or shares')
  if (input.shares && pointId !== undefined) refuse('point_id', 'shares name their points')
  const shares = asked.map(({ point_id: id, amount }) => {
    const read = parseAmount(amount, row.currency)
    return { pointId: id, amountMinor: read.ok ? read.minor : refuse('shares', `shares: ${read.message}`) }
  })
  const sum = shares.reduce((all, { amountMinor }) => all + amountMinor, 0n)
  if (sum !== row.amount_minor)
    refuse('shares', `the shares add up to ${formatAmount(sum, row.currency)}, the line is of ${total}`)
  if (new Set(shares.map((share) => share.pointId)).size < shares.length) refuse('shares', 'each point has one share')
  await requirePoints(
    deps,
    row,
    shares.map((share) => share.pointId),
  )
  return { explanation: { as: 'owner_out', shares }, pointId: shares.length === 1 ? shares[0]?.pointId : undefined }
}

/** Throws `not_found`, and `validation_failed` for a point of the other environment. */
async function requirePoints(
  { database }: Pick<PlatformDeps, 'database'>,
  row: LineRow,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const { environment } = await requirePoint(database.engine, id)
    if (environment !== row.environment) refuse('point_id', `the line is ${row.environment}, and the point is not`)
  }
}

function refuse(param: string, message: string): never {
  refuseFaults([{ code: 'not_allowed', param, message }])
  throw new Problem('validation_failed')
}

/** Proposing what a line is. */
export const classLineAction = bankAction({
  fields,
  foresee: async (deps, input): Promise<Foreseen> => {
    const row = await requireLine(deps.database.engine, input.line_id)
    const { explanation, pointId } = await meaningOf(deps, row, input)
    const blocked = settledText(row)
    const movements = explainedTransfers(bookedLine(row), explanation).map(({ kind, debit, credit, amountMinor }) => ({
      ...{ kind, from: debit.kind, to: credit.kind, amountMinor },
    }))
    return {
      ...{ environment: row.environment, alone: row.environment === 'test', currency: row.currency, movements },
      ...(blocked === undefined ? {} : { blocked }),
      ...(pointId === undefined ? {} : { pointId }),
      changes: [{ name: 'class', before: row.class, after: input.class }],
    }
  },
  execute: classLine,
})
