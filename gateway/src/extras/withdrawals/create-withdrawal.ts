import type { CoreDeps } from '../../core/deps.ts'
import { serviceRefusal } from '../../core/merchants/authenticate-request.ts'
import { previewPayout, reserved } from '../../core/payouts/create-payout.ts'
import type { PayoutPreview } from '../../core/payouts/reserve-payouts.ts'
import type { Db } from '../../core/platform/database/database.ts'
import type { Created } from '../../core/processing/create-transaction.ts'
import { openTransaction } from '../../core/processing/open-transaction.ts'
import type { Differences } from '../../core/processing/rules/new-transaction.ts'
import type { TransactionRow } from '../../core/processing/rules/transaction.ts'
import { present } from '../../core/values/assert.ts'
import type { Caller } from '../../core/values/caller.ts'
import { formatAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import type { WithdrawalRequest } from './read-withdrawal.ts'
import { payoutReference } from './rules/withdrawal-reference.ts'
import { readWithdrawalPage } from './store/reads/withdrawals.ts'
import { type Destination, findDestination, readDestination } from './store/withdrawal-accounts.ts'

/**
 * Takes money out of a point: a payout to the account of its merchant that two people agreed to. A repeated reference
 * returns its original, whatever became of the account. Throws what a payout throws, and `not_in_this_state` where money
 * may not go there now.
 */
export async function createWithdrawal(deps: CoreDeps, caller: Caller, request: WithdrawalRequest): Promise<Created> {
  const { pointId, merchantId: merchant_id, environment } = caller.point
  const { method, amountMinor } = request
  const { engine } = deps.database
  const wanted = { merchant_id, environment, service_code: method.code }
  const account = await findDestination(engine, wanted)
  const refused = whyNot(caller, method.code, account)
  const reference = payoutReference(deps, pointId, request.reference)
  return await openTransaction(deps, caller, {
    request: {
      ...{ operation: 'payout', method, serviceCode: method.code, currency: method.currency, reference },
      kind: present(method.payout, 'the payout of a withdrawal').kind,
      amountMinor: amountMinor ?? 0n,
      details: account?.details ?? {},
    },
    columns: {
      content_hash: contentHash(deps, method.code, amountMinor),
      differences: (row) => differencesFrom(deps, row, request),
      takesAll: amountMinor === undefined,
      withdrawal_account_id: account?.id ?? null,
    },
    write: async (item) => {
      if (!refused) return await reserved(deps, item)
      const [row] = await readWithdrawalPage(engine, pointId, { payoutReference: reference, limit: 1 })
      if (!row) throw refused
      return { kind: 'existing', row }
    },
  })
}

/** What a withdrawal would take now. Throws what would refuse it. */
export async function previewWithdrawal(
  deps: CoreDeps,
  caller: Caller,
  { method: { code: service_code, currency }, amountMinor }: Omit<WithdrawalRequest, 'reference'>,
): Promise<PayoutPreview> {
  const { pointId: point_id, merchantId: merchant_id, environment } = caller.point
  const account = await findDestination(deps.database.engine, { merchant_id, environment, service_code })
  const refused = whyNot(caller, service_code, account)
  if (refused) throw refused
  return await previewPayout(deps, { point_id, environment, currency, service_code, amountMinor })
}

function whyNot({ point }: Caller, service_code: string, account: Destination | undefined): Problem | undefined {
  return serviceRefusal(point, service_code) ?? whyClosed(service_code, account)
}

/** A withdrawal that waited for its approval goes to no account that was taken away or replaced. Throws `not_in_this_state`. */
export async function requireOpenDestination(db: Db, row: TransactionRow): Promise<void> {
  const { withdrawal_account_id: id, service_code } = row
  if (id === null) return
  const refused = whyClosed(service_code, await readDestination(db, id))
  if (refused) throw refused
}

function whyClosed(service_code: string, account: Destination | undefined): Problem | undefined {
  if (!account) return new Problem('not_in_this_state', { message: say('withdrawal.no_account', { service_code }) })
  if (account.merchant_suspended) return new Problem('point_suspended')
  const { waits_until: waits, suspended_until: suspended } = account
  if (suspended) {
    const until = suspended.toISOString()
    return new Problem('not_in_this_state', { message: say('withdrawal.suspended', { until }) })
  }
  if (!waits) return undefined
  return new Problem('not_in_this_state', { message: say('withdrawal.waits', { until: waits.toISOString() }) })
}

/** Keyed hash of what was asked for, as of every creation; not of the account, which may have changed since. */
function contentHash(
  { secretBox }: Pick<CoreDeps, 'secretBox'>,
  code: string,
  amountMinor: bigint | undefined,
): Buffer {
  return secretBox.keyedHash('content', JSON.stringify(['withdrawal', code, amountMinor?.toString() ?? null]))
}

/** How this request differs from that of a withdrawal: its hash tells whether that left the amount out. */
function differencesFrom(deps: CoreDeps, row: TransactionRow, { method, amountMinor }: WithdrawalRequest): Differences {
  const { service_code: code, currency, amount_minor: minor } = row
  const tookAll = contentHash(deps, code, undefined).equals(row.content_hash)
  const isOtherAmount = amountMinor !== (tookAll ? undefined : minor) || method.currency !== currency
  const isOtherCode = method.code !== code
  const amount = tookAll ? say('withdrawal.no_amount') : `${formatAmount(minor, currency)} ${currency}`
  return {
    fields: [...(isOtherCode ? ['service_code'] : []), ...(isOtherAmount ? ['amount'] : [])],
    sent: isOtherAmount ? amount : code,
  }
}
