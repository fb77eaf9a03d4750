import type { Db } from '../platform/database/database.ts'
import { assert, present } from '../values/assert.ts'
import { accountText, type KnownAccounts } from './rules/known-accounts.ts'
import { type AccountKey, accountsOfTransfers, type NewTransfer } from './rules/ledger.ts'
import { insertTransfers, moveBalances } from './store/ledger.ts'
import { openAccounts } from './store/ledger-accounts.ts'

/**
 * Ids of accounts; opens missing ones. Opens in order of their keys, so that two groups that open the same accounts
 * wait for each other instead of deadlocking.
 */
export async function resolveAccounts(
  tx: Db,
  known: KnownAccounts,
  keys: readonly AccountKey[],
): Promise<ReadonlyMap<string, bigint>> {
  const wanted = new Map(keys.map((key) => [accountText(key), key]))
  const missing = [...wanted].filter(([text]) => !known.has(text)).sort(([a], [b]) => (a < b ? -1 : 1))
  const found = new Map<string, bigint>()
  if (missing.length > 0) {
    const rows = await openAccounts(
      tx,
      missing.map(([, key]) => key),
    )
    for (const [text, id] of rows) found.set(text, id)
  }
  for (const text of wanted.keys()) {
    found.set(text, present(found.get(text) ?? known.get(text), `the ledger account ${text}`))
  }
  return found
}

/**
 * Posts transfers and updates stored balances in the caller's transaction. Returns the account ids, to be cached
 * after the commit. Lock order: transactions and attempts before accounts.
 */
export async function postTransfers(
  tx: Db,
  known: KnownAccounts,
  posted: { transfers: readonly NewTransfer[]; now: Date },
): Promise<ReadonlyMap<string, bigint>> {
  const { transfers, now } = posted
  if (transfers.length === 0) return new Map()
  const ids = await resolveAccounts(tx, known, accountsOfTransfers(transfers))
  await writeTransfers(tx, ids, { transfers, now })
  return ids
}

/** Like `postTransfers`, with known account ids. */
export async function writeTransfers(
  tx: Db,
  ids: ReadonlyMap<string, bigint>,
  { transfers, now }: { transfers: readonly NewTransfer[]; now: Date },
): Promise<void> {
  if (transfers.length === 0) return
  for (const transfer of transfers) assert(isBalanced(transfer), `the transfer ${transfer.kind} is no double entry`)
  const idOf = (key: AccountKey): bigint => present(ids.get(accountText(key)), 'a resolved account')
  await Promise.all([moveBalances(tx, transfers, idOf), insertTransfers(tx, { transfers, now }, idOf)])
}

/** It takes from one account what it gives to another one of the same currency and environment. */
function isBalanced({ debit, credit, amountMinor }: NewTransfer): boolean {
  const isOther = accountText(debit) !== accountText(credit)
  return amountMinor > 0n && isOther && debit.currency === credit.currency && debit.environment === credit.environment
}
