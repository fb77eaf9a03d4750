import { commitFacts, type DualApproval, requireAgreement } from '../../core/audit/dual-approval.ts'
import { moneyText } from '../../core/audit/rules/audit-money.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { explainedTransfers } from '../../core/ledger/rules/line-transfers.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import type { OperatorActor } from '../../core/values/actor.ts'
import { formatAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { requirePoint } from '../point-settings/set-point-money.ts'
import { applied, type MatchEvidence, type Verdict } from './matching/decide-lines.ts'
import { accountOfLine, bookedLine, toOrder } from './matching/line-and-orders.ts'
import { say } from './messages/en.ts'
import { isOfPoint, kindOfClass, kindsOfClasses, type OrderClass, type PersonClass } from './rules/line-classes.ts'
import { type SettleDeps, settleDecision } from './settle-lines.ts'
import { type LineRow, markLeft, readLine } from './store/line-states.ts'
import { findNamedOrders, type OrderRow } from './store/orders-of-lines.ts'

/** What a person decides about a line that waits. */
export type LineWish = { bankLineId: string } & (
  | { kind: 'match'; transactionId: string }
  /** `pointId`: whose prefunding, or whose owner. */
  | { kind: 'class'; class: PersonClass; pointId?: string | undefined }
  /** A credit goes back to its sender. `provenBy`: the debit of the same account that shows it. At a provider it went back before. */
  | { kind: 'return'; provenBy?: string | undefined }
)

/** What a decision would do. `blocked`: why it is not possible now. */
export interface LinePlan {
  row: LineRow
  blocked: Message | undefined
  verdicts: readonly Verdict[]
}

const byOperator: MatchEvidence = { rule: 'operator' }

/** Throws `not_found` for an unknown line, order or point, and `validation_failed`. */
export async function planLine(db: Db, wish: LineWish): Promise<LinePlan> {
  const row = await requireLine(db, wish.bankLineId)
  const plan =
    wish.kind === 'match'
      ? await planMatch(db, row, wish.transactionId)
      : wish.kind === 'class'
        ? await planClass(db, row, wish)
        : await planReturn(db, row, wish.provenBy)
  const isOpen = row.state === 'in_suspense' || row.state === 'to_return'
  return { row, ...plan, blocked: isOpen ? plan.blocked : say('line.decided') }
}

type Plan = Omit<LinePlan, 'row'>

const blockedBy = (blocked: Message): Plan => ({ blocked, verdicts: [] })

async function planMatch(db: Db, row: LineRow, transactionId: string): Promise<Plan> {
  const { environment, currency, account_kind: kind } = row
  const named = { references: [], payoutIds: [transactionId], numbers: [] }
  const [order] = await findNamedOrders(db, { ...accountOfLine(row), ...named })
  if (!order) {
    const unknown = kind === 'bank' ? 'line.no_such_order' : 'line.no_order_of_provider'
    throw new Problem('not_found', { message: say(unknown, { environment, currency }) })
  }
  const as = classOf(row, order)
  if (kind === 'provider' && as !== 'payin') return blockedBy(say('line.provider_tells_returns'))
  if (as === undefined) return blockedBy(say('line.debit_of_payin'))
  if (as === 'payout' && row.amount_minor !== order.amount_minor) {
    return blockedBy(say('confirm.whole', { amount: formatAmount(order.amount_minor, currency), currency }))
  }
  if (as !== 'payout_return' && order.manual.length > 0) return planLink(row, order, as)
  const verdict = applied(row, { rule: 'operator', order: toOrder(order) }, as)
  const isAfterError = as !== 'payout_return' && order.status === 'ERROR'
  return { blocked: undefined, verdicts: [{ ...verdict, isAfterError }] }
}

function classOf({ sign }: LineRow, { pay_type: type }: OrderRow): OrderClass | undefined {
  if (type === 'payin') return sign === 'C' ? 'payin' : undefined
  return sign === 'C' ? 'payout_return' : 'payout'
}

/** Money that an operator confirmed by hand is proven by the line, and not added to. */
function planLink(row: LineRow, order: OrderRow, as: 'payin' | 'payout'): Plan {
  const money = order.manual.find((each) => BigInt(each.amount_minor) === row.amount_minor)
  // Some of it may be what the provider told.
  const isMixed = row.account_kind === 'provider' && order.manual.length > 1
  if (!money || isMixed) return blockedBy(say('line.other_money_confirmed'))
  const { id: transactionId, connector_account_id: orderAccountId } = order
  const transferId = BigInt(money.transfer_id)
  const verdict = { kind: 'link', row, as, transactionId, orderAccountId, transferId, evidence: byOperator } as const
  return { blocked: undefined, verdicts: [verdict] }
}

async function planClass(
  db: Db,
  row: LineRow,
  { class: named, pointId }: Extract<LineWish, { kind: 'class' }>,
): Promise<Plan> {
  const kind = kindOfClass(named, row)
  if (!kind)
    return blockedBy(say(kindsOfClasses[named][row.sign] ? 'line.provider_interest' : 'line.sign_does_not_fit'))
  if (isOfPoint(named) !== (pointId !== undefined)) {
    const message = say(pointId === undefined ? 'field.needed' : 'line.of_no_point', { field: 'point_id' })
    throw new Problem('validation_failed', {
      fields: [{ code: pointId === undefined ? 'required' : 'not_allowed', param: 'point_id', message }],
    })
  }
  if (pointId !== undefined && (await requirePoint(db, pointId)).environment !== row.environment) {
    return blockedBy(say('line.point_elsewhere'))
  }
  const transfers = explainedTransfers(bookedLine(row), kind, pointId)
  const verdict = { kind: 'explain', row, state: 'explained', as: named, transfers, evidence: byOperator } as const
  return { blocked: undefined, verdicts: [verdict] }
}

async function planReturn(db: Db, row: LineRow, provenBy: string | undefined): Promise<Plan> {
  if (row.sign !== 'C') return blockedBy(say('line.sign_does_not_fit'))
  const returned = { kind: 'explain', row, state: 'explained', as: 'returned', transfers: [] } as const
  if (provenBy === undefined) {
    if (row.state === 'to_return') return blockedBy(say('line.returns_already'))
    if (row.account_kind === 'provider') return returnedAtProvider(row)
    const verdict = { ...returned, state: 'to_return', as: null, evidence: byOperator } as const
    return { blocked: undefined, verdicts: [verdict] }
  }
  const debit = await requireLine(db, provenBy)
  const isItsReturn =
    debit.state === 'in_suspense' &&
    debit.sign === 'D' &&
    debit.bank_account_id === row.bank_account_id &&
    debit.amount_minor === row.amount_minor &&
    debit.booking_day >= row.booking_day
  if (row.state !== 'to_return' || !isItsReturn) return blockedBy(say('line.no_return_of_it'))
  const transfers = explainedTransfers(bookedLine(debit), 'unknown_returned')
  return {
    blocked: undefined,
    verdicts: [
      { ...returned, evidence: { ...byOperator, line: debit.id } },
      { ...returned, row: debit, transfers, evidence: { ...byOperator, line: row.id } },
    ],
  }
}

/** No debit will show it, so that those who decide say that it went back. */
function returnedAtProvider(row: LineRow): Plan {
  const transfers = explainedTransfers({ ...bookedLine(row), isInSuspense: false }, 'unknown_returned')
  const verdict = { kind: 'explain', row, state: 'explained', as: 'returned', transfers, evidence: byOperator } as const
  return { blocked: undefined, verdicts: [verdict] }
}

/**
 * Carries out what two people decided about a line, through the same commits as the matcher. Throws
 * `second_person_required`, and `not_in_this_state` where it is not possible (any more); then nothing changed.
 */
export async function decideLine(
  deps: SettleDeps,
  wish: LineWish,
  by: DualApproval & { evidence: string },
): Promise<void> {
  const { row, blocked, verdicts } = await planLine(deps.database.engine, wish)
  requireAgreement(row.environment, by)
  if (blocked) throw new Problem('not_in_this_state', { message: blocked })
  const { bankLineId: objectId, kind, ...rest } = wish
  const { operator: actor, second, evidence } = by
  const amount = moneyText(row.sign === 'C' ? row.amount_minor : -row.amount_minor, row.currency)
  const detail = { ...rest, amount, second, evidence }
  const entry = auditOf(actor, `bank_line.${kind}`, { objectId, merchantId: null, detail })
  await settleDecision(deps, verdicts, { ...entry, ...commitFacts(by) })
}

/** A person looked at a line that waits, and leaves it with a note. No money moves. Throws `not_found`, `not_in_this_state`. */
export async function leaveLine(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  { bankLineId, note, by }: { bankLineId: string; note: string; by: OperatorActor },
): Promise<void> {
  await requireLine(database.engine, bankLineId)
  await inTransaction(database.engine, async (tx) => {
    const isLeft = await markLeft(tx, bankLineId, clock.now())
    if (!isLeft) throw new Problem('not_in_this_state', { message: say('line.decided') })
    const facts = { objectId: bankLineId, merchantId: null, detail: { evidence: note } }
    await writeAudit(tx, auditOf(by, 'bank_line.leave', facts), clock.now())
  })
}

/** Throws `not_found`. */
export async function requireLine(db: Db, id: string): Promise<LineRow> {
  const row = isUuid(id) ? await readLine(db, id) : undefined
  if (!row) throw new Problem('not_found', { message: say('line.unknown') })
  return row
}
