import { resolveAccounts, writeTransfers } from '../ledger/book-transfers.ts'
import { accountText, rememberAccounts } from '../ledger/rules/known-accounts.ts'
import { type AccountKey, feeOf, type NewTransfer, transfersOf } from '../ledger/rules/ledger.ts'
import { type Funds, lockFunds } from '../ledger/store/ledger.ts'
import type { PointRules } from '../merchants/rules/point-rules.ts'
import { readPointRules } from '../merchants/store/point-terms.ts'
import { type Db, lockThenWrite } from '../platform/database/database.ts'
import type { ApplyDeps } from '../processing/apply-outcome.ts'
import { type NewTransaction, referenceKey } from '../processing/rules/new-transaction.ts'
import type { TransactionRow } from '../processing/rules/transaction-row.ts'
import { insertNewTransactions, readExisting } from '../processing/store/creations.ts'
import { assert, present } from '../values/assert.ts'
import { evaluatePayout, type PayoutAnswer } from './rules/payout-control.ts'
import { type LimitsToday, limitsKey, readPayoutLimits, unlimited } from './store/payout-limits.ts'

export type PayoutCreation =
  /** Written and reserved; `item` as written, with its fee, and waiting for approval where a limit requires it. */
  | { kind: 'created'; createdAt: Date; item: NewTransaction }
  | { kind: 'existing'; row: TransactionRow }
  /** Nothing was written. */
  | { kind: 'refused'; why: Extract<PayoutAnswer, { kind: 'refuse' }>['why']; limitMinor: bigint | null }

/** How long a payout waits for approval (contract section 5): 72 hours. */
const approvalMs = 72 * 3_600_000

/**
 * Accepts payouts and reserves their funds, a group per database transaction: lock the points' accounts, decide in
 * the items' order, write transactions, attempts and reservations together. Every other spender of the same funds
 * waits for the lock, so of 100 concurrent payouts with funds for one, one is accepted.
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

/** A reservation of a transaction that was not written because its reference exists. */
function isOfNoTransaction(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23503' && constraint === 'ledger_transfers_transaction_id_fkey'
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
        lockFunds(tx, [...ids.values()]),
        readExisting(tx, items),
        readPayoutLimits(tx, items),
        readPointRules(tx, [...new Set(items.map((item) => item.point_id))]),
      ]),
    write: async (tx, [{ funds, now }, existing, limits, rules]) => {
      const decided = decideAll(items, { ids, funds, existing, limits, rules, now })
      const createdAt = await writeReserved(tx, decided, { ids, now })
      return decided.map((each) => withDate(each, createdAt))
    },
  })
}

/** Accounts of the items' reservations. Missing accounts are opened in a commit of their own. */
async function openFunds(
  deps: Pick<ApplyDeps, 'database' | 'knownAccounts'>,
  items: readonly NewTransaction[],
): Promise<ReadonlyMap<string, bigint>> {
  const wanted = items.flatMap((item) => [accountOf(item, 'available'), accountOf(item, 'reserved')])
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
}

type Decided = { kind: 'reserved'; item: NewTransaction } | Exclude<PayoutCreation, { kind: 'created' }> | Repeated

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
  return items.map((item) => {
    const row = basis.existing.get(referenceKey(item.point_id, item.pay_type, item.reference))
    if (row) return row.id === item.id ? repeated(item, row) : { kind: 'existing', row }
    const rules = present(basis.rules.get(item.point_id), 'the rules of a point')
    const feeMinor = feeOf(rules.terms('payout', item.service_code).fee, item.amount_minor)
    const account = accountText(accountOf(item, 'available'))
    const funds = present(basis.funds.get(present(basis.ids.get(account), 'an account id')), 'the locked funds')
    const { limits, todayMinor } = basis.limits.get(limitsKey(item.point_id, item.currency)) ?? unlimited
    const answer = evaluatePayout({
      amountMinor: item.amount_minor,
      feeMinor,
      availableMinor: funds.availableMinor - (spent.get(account) ?? 0n),
      overdraftMinor: funds.overdraftMinor,
      todayMinor: todayMinor + (spentToday.get(account) ?? 0n),
      limits,
    })
    if (answer.kind === 'refuse') {
      const limitMinor = {
        over_single_limit: limits.singleMinor,
        over_daily_limit: limits.dailyMinor,
        insufficient_funds: null,
      }
      return { kind: 'refused', why: answer.why, limitMinor: limitMinor[answer.why] }
    }
    spent.set(account, (spent.get(account) ?? 0n) + item.amount_minor + feeMinor)
    spentToday.set(account, (spentToday.get(account) ?? 0n) + item.amount_minor)
    return {
      kind: 'reserved',
      item: answer.waitsForApproval ? waiting(item, feeMinor, basis.now) : { ...item, fee_minor: feeMinor },
    }
  })
}

/** A payout that waits for approval has no attempt yet. */
function waiting(item: NewTransaction, feeMinor: bigint, now: Date): NewTransaction {
  const approval_until = new Date(now.getTime() + approvalMs)
  return { ...item, fee_minor: feeMinor, reason: 'awaiting_approval', approval_until, attempt: null }
}

function repeated(item: NewTransaction, { fee_minor, reason, approval_until, created_at }: TransactionRow): Repeated {
  const attempt = approval_until ? null : item.attempt
  return { kind: 'repeated', item: { ...item, fee_minor, reason, approval_until, attempt }, createdAt: created_at }
}

async function writeReserved(
  tx: Db,
  decided: readonly Decided[],
  { ids, now }: Pick<Basis, 'ids' | 'now'>,
): Promise<ReadonlyMap<string, Date>> {
  const items = decided.flatMap((each) => (each.kind === 'reserved' ? [each.item] : []))
  if (items.length === 0) return new Map()
  const transfers = items.flatMap(reservationOf)
  // An existing reference makes the reservation beside it fail, so existing rows are not read here.
  const [createdAt] = await Promise.all([insertNewTransactions(tx, items), writeTransfers(tx, ids, { transfers, now })])
  for (const { id } of items) assert(createdAt.has(id), 'a reservation was written with its transaction')
  return createdAt
}

function reservationOf(item: NewTransaction): NewTransfer[] {
  return transfersOf(item, [{ kind: 'reserve', amountMinor: item.amount_minor + item.fee_minor }], 'available')
}

function withDate(each: Decided, createdAt: ReadonlyMap<string, Date>): PayoutCreation {
  if (each.kind === 'repeated') return { kind: 'created', createdAt: each.createdAt, item: each.item }
  if (each.kind !== 'reserved') return each
  return { kind: 'created', createdAt: present(createdAt.get(each.item.id), 'the date of a payout'), item: each.item }
}

function accountOf(item: NewTransaction, kind: 'available' | 'reserved'): AccountKey {
  return { environment: item.environment, currency: item.currency, kind, ownerId: item.point_id }
}
