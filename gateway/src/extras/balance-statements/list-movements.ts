import { asMerchant } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { cutPage } from '../../core/platform/page-cursor.ts'
import type { Caller } from '../../core/values/caller.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { readMovementCursor, writeMovementCursor } from './rules/movement-cursor.ts'
import { partsOf, sumOf } from './rules/movement-sums.ts'
import { type MovementType, minus, type Parts } from './rules/movement-types.ts'
import {
  type MovementRow,
  type MovementScope,
  readMovements,
  readOwnAccounts,
  sumMovements,
} from './store/reads/movements.ts'

export interface MovementQuery {
  currency?: CurrencyCode | undefined
  type?: MovementType | undefined
  from?: Date | undefined
  to?: Date | undefined
  limit: number
  cursor?: string | undefined
}

/** A movement with the balance after it, in minor units. */
export interface Movement extends MovementRow {
  /** Null in lists of several currencies or of one type: their entries are not the whole balance. */
  balanceAfter: Parts | null
}

export interface MovementList {
  items: readonly Movement[]
  nextCursor: string | null
}

/**
 * The point's movements, newest first. The pages that follow a first page show the entries of its moment, so that a
 * reader of all pages skips none and reads none twice.
 */
export async function listMovements(
  deps: Pick<PlatformDeps, 'database'>,
  caller: Caller,
  { limit, cursor, ...filters }: MovementQuery,
): Promise<MovementList> {
  const { pointId, merchantId } = caller.point
  const after = cursor === undefined ? undefined : readMovementCursor(cursor)
  const hasBalance = filters.currency !== undefined && filters.type === undefined
  return await asMerchant(deps.database.reader, { merchantId }, async (tx) => {
    const accounts = await readOwnAccounts(tx, pointId, filters.currency)
    const snapshot = after?.snapshot ?? accounts.snapshot
    const scope: MovementScope = { ...filters, pointId, accounts: { ids: accounts.ids, snapshot } }
    const rows = await readMovements(tx, scope, { order: 'newest first', after, limit: limit + 1 })
    const { items, last } = cutPage(rows, limit)
    if (!hasBalance) {
      const next = last && { createdAt: last.created_at, id: last.id, snapshot, balance: undefined }
      return {
        items: items.map((row) => ({ ...row, balanceAfter: null })),
        nextCursor: next ? writeMovementCursor(next) : null,
      }
    }
    const start = after?.balance ?? minus(accounts.balance, await sumSince(tx, scope))
    const { balanced, rest } = withBalances(items, start)
    const next = last && { createdAt: last.created_at, id: last.id, snapshot, balance: rest }
    return { items: balanced, nextCursor: next ? writeMovementCursor(next) : null }
  })
}

/** What was booked after the end of the list. */
async function sumSince(tx: Parameters<typeof sumMovements>[0], scope: MovementScope): Promise<Parts> {
  const { to, ...since } = scope
  return sumOf(to === undefined ? [] : await sumMovements(tx, { ...since, from: to }))
}

/** Balances from the newest entry back. `rest`: the balance before the oldest one. */
function withBalances(rows: readonly MovementRow[], start: Parts): { balanced: readonly Movement[]; rest: Parts } {
  let balanceAfter = start
  const balanced = rows.map((row) => {
    const movement = { ...row, balanceAfter }
    balanceAfter = minus(balanceAfter, partsOf(row))
    return movement
  })
  return { balanced, rest: balanceAfter }
}
