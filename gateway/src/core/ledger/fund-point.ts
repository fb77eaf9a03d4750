import { type AuditEntry, writeAudit } from '../audit/write-audit.ts'
import { saveOverdraft } from '../merchants/store/point-money.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { present } from '../values/assert.ts'
import type { CurrencyCode } from '../values/currency.ts'
import type { Environment } from '../values/environment.ts'
import { refuseCardNumber } from '../values/refuse-faults.ts'
import { postTransfers, resolveAccounts } from './book-transfers.ts'
import type { LedgerDeps } from './deps.ts'
import { accountText, rememberAccounts } from './rules/known-accounts.ts'
import type { AccountKey, TransferKind } from './rules/ledger.ts'
import { lockFunds } from './store/ledger.ts'
import { defaultOverdraftMinor } from './store/ledger-accounts.ts'
import { readBalances } from './store/reads/balances.ts'

export interface Funding {
  pointId: string
  environment: Environment
  currency: CurrencyCode
  kind: Extract<TransferKind, 'funding' | 'correction' | 'withdrawal'>
  /** Change of the available balance, or its new value; minor units. */
  change: { by: bigint } | { to: bigint } | undefined
  /** Undefined: unchanged. */
  overdraftMinor?: bigint
  note: string
  audit: AuditEntry
  /** Sees what is there under the lock, and commits with the transfer, or throws what refuses it. */
  guard?: (tx: Db, before: FundedBalance, now: Date) => Promise<void>
}

export interface FundedBalance {
  availableMinor: bigint
  overdraftMinor: bigint
}

/**
 * Moves money between a point's funding and available account, or sets its overdraft limit. Takes the lock that
 * reservations take; the audit entry is in the same commit.
 */
export async function fundPoint(
  deps: Pick<LedgerDeps, 'database' | 'knownAccounts' | 'clock'>,
  funding: Funding,
): Promise<FundedBalance> {
  refuseCardNumber(funding.note, 'note')
  const { balance, accounts } = await inTransaction(deps.database.engine, async (tx) => {
    const available = accountKey(funding, 'available')
    const ids = await resolveAccounts(tx, deps.knownAccounts, [available, accountKey(funding, 'funding')])
    const accountId = present(ids.get(accountText(available)), 'the available account')
    const { funds, now } = await lockFunds(tx, [accountId])
    const before = present(funds.get(accountId), 'the locked funds')
    await funding.guard?.(tx, before, now)
    const deltaMinor = deltaOf(funding.change, before.availableMinor)
    await post(tx, deps, { funding, deltaMinor, now })
    if (funding.overdraftMinor !== undefined) await saveOverdraft(tx, accountId, funding.overdraftMinor)
    await writeAudit(tx, funding.audit, now)
    const availableMinor = before.availableMinor + deltaMinor
    return {
      balance: { availableMinor, overdraftMinor: funding.overdraftMinor ?? before.overdraftMinor },
      accounts: ids,
    }
  })
  rememberAccounts(deps.knownAccounts, accounts)
  return balance
}

async function post(
  tx: Db,
  deps: Pick<LedgerDeps, 'knownAccounts'>,
  { funding, deltaMinor, now }: { funding: Funding; deltaMinor: bigint; now: Date },
): Promise<void> {
  if (deltaMinor === 0n) return
  const into = deltaMinor > 0n
  await postTransfers(tx, deps.knownAccounts, {
    transfers: [
      {
        transactionId: null,
        pointId: funding.pointId,
        kind: funding.kind,
        debit: accountKey(funding, into ? 'funding' : 'available'),
        credit: accountKey(funding, into ? 'available' : 'funding'),
        amountMinor: into ? deltaMinor : -deltaMinor,
        note: funding.note,
      },
    ],
    now,
  })
}

function deltaOf(change: Funding['change'], availableMinor: bigint): bigint {
  if (!change) return 0n
  return 'by' in change ? change.by : change.to - availableMinor
}

/** A point's available balance and overdraft limit in one currency. */
export async function fundedBalance(
  deps: Pick<PlatformDeps, 'database'>,
  point: { pointId: string; environment: Environment; currency: CurrencyCode },
): Promise<FundedBalance> {
  const rows = await readBalances(deps.database.engine, point.pointId)
  const row = rows.find(({ currency }) => currency === point.currency)
  return {
    availableMinor: row?.available_minor ?? 0n,
    overdraftMinor: row?.overdraft_minor ?? defaultOverdraftMinor[point.environment],
  }
}

function accountKey(funding: Funding, kind: 'available' | 'funding'): AccountKey {
  return { environment: funding.environment, currency: funding.currency, kind, ownerId: funding.pointId }
}
