import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { moneyText } from '../../core/audit/rules/audit-money.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { postTransfers } from '../../core/ledger/book-transfers.ts'
import type { LedgerDeps } from '../../core/ledger/deps.ts'
import { rememberAccounts } from '../../core/ledger/rules/known-accounts.ts'
import type { AccountKey, NewTransfer } from '../../core/ledger/rules/ledger.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { requireOwnAccount } from './set-bank-account.ts'
import { bankBefore, ledgerBefore } from './store/bank-days.ts'
import { type BankOpening, findOpening, lockUndecidedLines, saveOpening } from './store/bank-openings.ts'

/** What an own account held when a day began. */
export interface NewOpening {
  bankAccountId: string
  /** `2030-06-14`: the first day whose lines count. */
  day: string
  /** Signed, in minor units of the account's currency. */
  openingMinor: bigint
}

export interface OpeningPreview {
  account: BankOpening
  /** What the ledger lacks of the opening balance: that much is booked. Signed, in minor units. */
  missingMinor: bigint
  /** Why it cannot be set. */
  blocked: Message | undefined
  /** What statements say that the account held, in minor units. Null: none says it. */
  saidMinor: bigint | null
}

/** What setting an opening balance would do. Throws `not_found`. */
export async function previewOpening(
  { database }: Pick<PlatformDeps, 'database'>,
  opening: NewOpening,
): Promise<OpeningPreview> {
  return await previewIn(database.engine, opening, false)
}

/**
 * Books what an own account held when its first day began, once. What the ledger knows of earlier days is part of it.
 * Lines from this day on count, also those that were left out because they were earlier than the first day. Throws
 * `not_found`, `not_in_this_state` if it was set before or the day has not come, and `second_person_required` for a live account.
 */
export async function setOpening(
  deps: Pick<LedgerDeps, 'database' | 'knownAccounts' | 'clock'>,
  opening: NewOpening,
  by: SetBy,
): Promise<void> {
  const accounts = await inTransaction(deps.database.engine, async (tx) => {
    const { account, missingMinor, blocked } = await previewIn(tx, opening, true)
    requireSecondOperator(account.environment, by)
    if (blocked) throw new Problem('not_in_this_state', { message: blocked })
    await saveOpening(tx, opening)
    const now = deps.clock.now()
    const detail = detailOf(by, { day: opening.day, amount: moneyText(opening.openingMinor, account.currency) })
    const facts = { objectId: account.id, merchantId: null, detail }
    await writeAudit(tx, { ...auditOf(by.actor, 'bank_account.opening', facts), ...commitFacts(by) }, now)
    return await postTransfers(tx, deps.knownAccounts, { transfers: openingTransfers(account, missingMinor), now })
  })
  rememberAccounts(deps.knownAccounts, accounts)
}

async function previewIn(db: Db, { bankAccountId, day, openingMinor }: NewOpening, lock: boolean) {
  await requireOwnAccount(db, bankAccountId)
  const account = await findOpening(db, bankAccountId, lock)
  if (!account) throw new Problem('not_found', { message: say('account.unknown') })
  if (lock) await lockUndecidedLines(db, account.id)
  return {
    account,
    missingMinor: openingMinor - (await ledgerBefore(db, account.id, day)),
    blocked:
      account.opening_minor !== null
        ? say('opening.set_before', { day: account.first_day })
        : day > account.today
          ? say('opening.future', { day })
          : undefined,
    saidMinor: await bankBefore(db, account.id, day),
  }
}

/** None where the ledger knows everything. An overdrawn account goes the other way. */
export function openingTransfers(account: BankOpening, missingMinor: bigint): NewTransfer[] {
  if (missingMinor === 0n) return []
  const key = (kind: 'settlement' | 'owner_equity'): AccountKey => ({
    environment: account.environment,
    currency: account.currency,
    kind,
    ownerId: account.connector_account_id,
  })
  const [debit, credit] = [key('settlement'), key('owner_equity')]
  const sides = missingMinor > 0n ? { debit, credit } : { debit: credit, credit: debit }
  const amountMinor = missingMinor > 0n ? missingMinor : -missingMinor
  return [{ transactionId: null, pointId: null, kind: 'opening', ...sides, amountMinor, note: null }]
}
