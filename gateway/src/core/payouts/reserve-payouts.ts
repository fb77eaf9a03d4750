import { resolveAccounts, writeTransfers } from '../ledger/book-transfers.ts'
import { fundedBalance } from '../ledger/fund-point.ts'
import { accountText, rememberAccounts } from '../ledger/rules/known-accounts.ts'
import { type AccountKey, feeOf, type NewTransfer, posting, transfersOf } from '../ledger/rules/ledger.ts'
import { type Funds, lockFunds } from '../ledger/store/ledger.ts'
import type { PointRules } from '../merchants/rules/point-rules.ts'
import { readPointRules } from '../merchants/store/point-terms.ts'
import { type Db, lockThenWrite } from '../platform/database/database.ts'
import type { ApplyDeps } from '../processing/apply-outcome.ts'
import { type NewTransaction, referenceKey } from '../processing/rules/new-transaction.ts'
import { refundableMinor } from '../processing/rules/refund-sums.ts'
import type { TransactionRow } from '../processing/rules/transaction.ts'
import { insertNewTransactions, readExisting } from '../processing/store/creations.ts'
import { assert, present } from '../values/assert.ts'
import { evaluatePayout, type PayoutAnswer, type PayoutLimits, payoutOfAll } from './rules/payout-control.ts'
import { feeShareMinor, type Refundable } from './rules/refundable.ts'
import { type LimitsToday, limitsKey, readPayoutLimits, unlimited } from './store/payout-limits.ts'
import { insertRefunds, lockRefundable, type NewRefund } from './store/refundable.ts'

export type PayoutCreation =
  /** Written and reserved; `item` as written, with its fee, and waiting for approval where a limit requires it. */
  | { kind: 'created'; createdAt: Date; item: NewTransaction }
  | { kind: 'existing'; row: TransactionRow }
  /** Nothing was written. `limitMinor`: the limit, or what of the pay-in may still go back. */
  | { kind: 'refused'; why: RefusedWhy; limitMinor: bigint | null }

export type Refused = Extract<PayoutCreation, { kind: 'refused' }>

type RefusedWhy = Extract<PayoutAnswer, { kind: 'refuse' }>['why'] | 'not_refundable' | 'account_unknown' | 'over_rest'

/** How long a payout waits for approval (contract section 5): 72 hours. */
const approvalMs = 72 * 3_600_000

/**
 * Accepts payouts and refunds and reserves their funds, a group per database transaction: lock the refunded pay-ins and
 * the points' accounts, decide in the items' order, write transactions, attempts and reservations together. Every other
 * spender of the same funds waits for the lock, so of 100 concurrent payouts with funds for one, one is accepted.
 */
export async function reservePayouts(
  deps: Pick<ApplyDeps, 'database' | 'knownAccounts'>,
  items: readonly NewTransaction[],
): Promise<readonly PayoutCreation[]> {
  const ids = await openFunds(deps, items)
  try {
    return await reserveTogether(deps, items, ids)
  } catch (error) {
    if (!isOfNoTransaction(error)) throw error
    // Another process used a reference after this group looked for it, in another currency and so under another lock.
    // Nothing was written, and the other process has committed: the repetition finds the reference.
    return await reserveTogether(deps, items, ids)
  }
}

/** The reservation, or the refund, of a transaction that was not written because its reference exists. */
function isOfNoTransaction(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23503' && (constraint === 'ledger_transfers_transaction_id_fkey' || constraint === 'refunds_id_fkey')
}

async function reserveTogether(
  deps: Pick<ApplyDeps, 'database'>,
  items: readonly NewTransaction[],
  ids: ReadonlyMap<string, bigint>,
): Promise<readonly PayoutCreation[]> {
  return await lockThenWrite(deps.database.engine, {
    // The order matters: reads after the lock see the commits of earlier holders.
    lock: async (tx) =>
      await Promise.all([
        lockRefundable(tx, [...new Set(items.flatMap(({ refund }) => refund?.payinId ?? []))]),
        lockFunds(tx, [...ids.values()]),
        readExisting(tx, items),
        readPayoutLimits(tx, items),
        readPointRules(tx, [...new Set(items.map((item) => item.point_id))]),
      ]),
    write: async (tx, [payins, { funds, now }, existing, limits, rules]) => {
      const decided = decideAll(items, { ids, funds, existing, limits, rules, now, payins: new Map(payins) })
      const createdAt = await writeReserved(tx, decided, { ids, now })
      return decided.map((each) => withDate(each, createdAt))
    },
  })
}

/** A payout that nobody has ordered yet. `amountMinor` undefined: all that is available, less the fee. */
export interface WantedPayout extends Pick<NewTransaction, 'point_id' | 'environment' | 'currency' | 'service_code'> {
  amountMinor: bigint | undefined
}

/** What a payout would take out of what is available. */
export interface PayoutPreview {
  kind: 'possible'
  amountMinor: bigint
  feeMinor: bigint
  availableMinor: bigint
  waitsForApproval: boolean
}

/** What `reservePayouts` would decide now. Neither locks nor writes. */
export async function previewReservation(
  { database }: Pick<ApplyDeps, 'database'>,
  { point_id, environment, currency, service_code, ...wanted }: WantedPayout,
): Promise<PayoutPreview | Refused> {
  const { engine } = database
  const [{ availableMinor, overdraftMinor }, allLimits, rules] = await Promise.all([
    fundedBalance({ database }, { pointId: point_id, environment, currency }),
    readPayoutLimits(engine, [{ point_id, currency }]),
    readPointRules(engine, [point_id]),
  ])
  const { fee } = present(rules.get(point_id), 'the rules of a point').terms('payout', service_code)
  const amountMinor = wanted.amountMinor ?? payoutOfAll(fee, availableMinor)
  if (amountMinor === 0n) return { kind: 'refused', why: 'insufficient_funds', limitMinor: null }
  const feeMinor = feeOf(fee, amountMinor)
  const today = allLimits.get(limitsKey(point_id, currency)) ?? unlimited
  const answer = evaluatePayout({ amountMinor, feeMinor, availableMinor, overdraftMinor, ...today })
  if (answer.kind === 'refuse') return refusedBy(answer.why, today.limits)
  return { kind: 'possible', amountMinor, feeMinor, availableMinor, waitsForApproval: answer.waitsForApproval }
}

/** Accounts of the items' reservations. Missing accounts are opened in a commit of their own. */
async function openFunds(
  deps: Pick<ApplyDeps, 'database' | 'knownAccounts'>,
  items: readonly NewTransaction[],
): Promise<ReadonlyMap<string, bigint>> {
  const wanted = items.flatMap((item) => [
    accountOf(item, 'available'),
    accountOf(item, 'reserved'),
    ...(item.refund ? [accountOf(item, 'pending')] : []),
  ])
  const ids = await resolveAccounts(deps.database.engine, deps.knownAccounts, wanted)
  rememberAccounts(deps.knownAccounts, ids)
  return ids
}

interface Basis {
  ids: ReadonlyMap<string, bigint>
  funds: ReadonlyMap<bigint, Funds>
  existing: ReadonlyMap<string, TransactionRow>
  limits: ReadonlyMap<string, LimitsToday>
  rules: ReadonlyMap<string, PointRules>
  now: Date
  /** The pay-ins of refunds, after the refunds of earlier items. */
  payins: Map<string, Refundable>
}

type Decided =
  | { kind: 'reserved'; item: NewTransaction; fromPendingMinor: bigint }
  | Exclude<PayoutCreation, { kind: 'created' }>
  | Repeated

/** The group was repeated after a lost connection, and the first try had been committed. */
interface Repeated {
  kind: 'repeated'
  item: NewTransaction
  createdAt: Date
}

/** Sequential: each item sees the funds that earlier items left. */
function decideAll(items: readonly NewTransaction[], basis: Basis): Decided[] {
  const spent = new Map<string, bigint>()
  const spentToday = new Map<string, bigint>()
  return items.map((sent) => {
    const row = basis.existing.get(referenceKey(sent.point_id, sent.pay_type, sent.reference))
    if (row) return row.id === sent.id ? repeated(sent, row) : { kind: 'existing', row }
    const account = accountText(accountOf(sent, 'available'))
    const funds = present(basis.funds.get(present(basis.ids.get(account), 'an account id')), 'the locked funds')
    const leftMinor = funds.availableMinor - (spent.get(account) ?? 0n)
    const read = sent.refund ? refundOf(sent, sent.refund, basis) : payoutOf(sent, basis, leftMinor)
    if (read.kind === 'refused') return read
    const { item, fromPendingMinor, payin } = read
    // A refund's fee is given back when it is done; a payout's is reserved with it.
    const feeMinor = payin ? 0n : item.fee_minor
    const { limits, todayMinor } = basis.limits.get(limitsKey(item.point_id, item.currency)) ?? unlimited
    const answer = evaluatePayout({
      amountMinor: item.amount_minor,
      feeMinor,
      availableMinor: leftMinor + fromPendingMinor,
      overdraftMinor: funds.overdraftMinor,
      todayMinor: todayMinor + (spentToday.get(account) ?? 0n),
      limits,
    })
    if (answer.kind === 'refuse') return refusedBy(answer.why, limits)
    spent.set(account, (spent.get(account) ?? 0n) + item.amount_minor + feeMinor - fromPendingMinor)
    spentToday.set(account, (spentToday.get(account) ?? 0n) + item.amount_minor)
    if (payin && sent.refund) basis.payins.set(sent.refund.payinId, afterRefund(payin, item, fromPendingMinor))
    return { kind: 'reserved', item: answer.waitsForApproval ? waiting(item, basis.now) : item, fromPendingMinor }
  })
}

function refusedBy(why: Extract<PayoutAnswer, { kind: 'refuse' }>['why'], limits: PayoutLimits): Refused {
  const limitMinor = {
    over_single_limit: limits.singleMinor,
    over_daily_limit: limits.dailyMinor,
    insufficient_funds: null,
  }
  return { kind: 'refused', why, limitMinor: limitMinor[why] }
}

interface Read {
  kind: 'read'
  /** With its amount and fee. */
  item: NewTransaction
  fromPendingMinor: bigint
  payin?: Refundable
}

function payoutOf(item: NewTransaction, { rules }: Basis, leftMinor: bigint): Read | Refused {
  const { fee } = present(rules.get(item.point_id), 'the rules of a point').terms('payout', item.service_code)
  const amount_minor = item.takesAll ? payoutOfAll(fee, leftMinor) : item.amount_minor
  if (amount_minor === 0n) return { kind: 'refused', why: 'insufficient_funds', limitMinor: null }
  return { kind: 'read', item: { ...item, amount_minor, fee_minor: feeOf(fee, amount_minor) }, fromPendingMinor: 0n }
}

/** Never more than what is left of the pay-in. What is not yet released of it is taken first. */
function refundOf(
  item: NewTransaction,
  { payinId, isRest, isPayable }: NonNullable<NewTransaction['refund']>,
  { payins, rules }: Basis,
): Read | Refused {
  const payin = present(payins.get(payinId), 'the pay-in of a refund')
  const leftMinor = refundableMinor({ ...payin, takenMinor: payin.refundedMinor })
  if (leftMinor === 0n) return { kind: 'refused', why: 'not_refundable', limitMinor: null }
  if (!isPayable) return { kind: 'refused', why: 'account_unknown', limitMinor: null }
  const amountMinor = isRest ? leftMinor : item.amount_minor
  if (amountMinor > leftMinor) return { kind: 'refused', why: 'over_rest', limitMinor: leftMinor }
  const policies = present(rules.get(item.point_id), 'the rules of a point').policies(false)
  const feeMinor = policies.refundFee === 'give_back' ? feeShareMinor(payin, amountMinor) : 0n
  const fromPendingMinor = payin.unreleasedMinor < amountMinor ? payin.unreleasedMinor : amountMinor
  return { kind: 'read', item: { ...item, amount_minor: amountMinor, fee_minor: feeMinor }, fromPendingMinor, payin }
}

function afterRefund(payin: Refundable, item: NewTransaction, fromPendingMinor: bigint): Refundable {
  const refundedMinor = payin.refundedMinor + item.amount_minor
  const unreleasedMinor = payin.unreleasedMinor - fromPendingMinor
  assert(refundedMinor <= payin.bookedMinor && unreleasedMinor >= 0n, 'refunds exceed the credit of their pay-in')
  return { ...payin, refundedMinor, refundedFeeMinor: payin.refundedFeeMinor + item.fee_minor, unreleasedMinor }
}

/** A payout that waits for approval has no attempt yet. */
function waiting(item: NewTransaction, now: Date): NewTransaction {
  const approval_until = new Date(now.getTime() + approvalMs)
  return { ...item, reason: 'awaiting_approval', approval_until, attempt: null }
}

function repeated(
  item: NewTransaction,
  { amount_minor, fee_minor, reason, approval_until, created_at }: TransactionRow,
): Repeated {
  const attempt = approval_until ? null : item.attempt
  return {
    kind: 'repeated',
    item: { ...item, amount_minor, fee_minor, reason, approval_until, attempt },
    createdAt: created_at,
  }
}

async function writeReserved(
  tx: Db,
  decided: readonly Decided[],
  { ids, now }: Pick<Basis, 'ids' | 'now'>,
): Promise<ReadonlyMap<string, Date>> {
  const reserved = decided.flatMap((each) => (each.kind === 'reserved' ? [each] : []))
  const items = reserved.map(({ item }) => item)
  if (items.length === 0) return new Map()
  const transfers = reserved.flatMap(reservationOf)
  // An existing reference makes the reservation beside it fail, so existing rows are not read here.
  const [createdAt] = await Promise.all([
    insertNewTransactions(tx, items),
    insertRefunds(tx, reserved.flatMap(newRefund), now),
    writeTransfers(tx, ids, { transfers, now }),
  ])
  for (const { id } of items) assert(createdAt.has(id), 'a reservation was written with its transaction')
  return createdAt
}

type Reserved = Extract<Decided, { kind: 'reserved' }>

/** What a refund takes out of credit before its release date is about the pay-in. */
function reservationOf({ item, fromPendingMinor }: Reserved): NewTransfer[] {
  if (!item.refund) return transfersOf(item, posting('reserve', item.amount_minor + item.fee_minor), 'available')
  const payin = { ...item, id: item.refund.payinId }
  return [
    ...transfersOf(payin, posting('refund_release', fromPendingMinor), 'available'),
    ...transfersOf(item, posting('refund_reserve', item.amount_minor), 'available'),
  ]
}

function newRefund({ item, fromPendingMinor }: Reserved): NewRefund[] {
  if (!item.refund) return []
  const { payinId, lineId } = item.refund
  return [{ id: item.id, payinId, pointId: item.point_id, fromPendingMinor, lineId }]
}

function withDate(each: Decided, createdAt: ReadonlyMap<string, Date>): PayoutCreation {
  if (each.kind === 'repeated') return { kind: 'created', createdAt: each.createdAt, item: each.item }
  if (each.kind !== 'reserved') return each
  return { kind: 'created', createdAt: present(createdAt.get(each.item.id), 'the date of a payout'), item: each.item }
}

function accountOf(item: NewTransaction, kind: 'available' | 'reserved' | 'pending'): AccountKey {
  return { environment: item.environment, currency: item.currency, kind, ownerId: item.point_id }
}
