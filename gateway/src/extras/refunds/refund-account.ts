import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { writeAudit } from '../../core/audit/write-audit.ts'
import { methodFor } from '../../core/payment-methods/index.ts'
import { readPayout } from '../../core/payment-methods/read-request.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { TransactionRow } from '../../core/processing/rules/transaction.ts'
import type { Text } from '../../core/texts/messages/say.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import {
  readGivenAccount,
  readIsRefundedByPeople,
  readSenderAccounts,
  saveGivenAccount,
} from './store/refund-accounts.ts'

/** Where a refund goes that a person makes at the bank: fields of a payout, and the bank's line that names the account. */
export interface RefundDestination {
  details: Record<string, string>
  /** Null: operators gave the account. */
  lineId: string | null
}

/**
 * The one account that a pay-in came from, where a field of the bank names it, else the account that two operators gave.
 * Undefined: nobody knows it. What a payer typed is never a destination.
 */
export async function refundDestination(db: Db, payin: TransactionRow): Promise<RefundDestination | undefined> {
  const sender = await knownSender(db, payin.id)
  if (sender) return { details: accountOf(sender, payin), lineId: sender.line_id }
  const given = await readGivenAccount(db, payin.id)
  return given && { details: given, lineId: null }
}

async function knownSender(db: Db, payinId: string) {
  const [sender, other] = await readSenderAccounts(db, payinId)
  return sender && sender.account !== null && !other ? { ...sender, account: sender.account } : undefined
}

type KnownSender = NonNullable<Awaited<ReturnType<typeof knownSender>>>

/** As a payout names its beneficiary. */
function accountOf({ account, name, document }: KnownSender, payin: TransactionRow): Record<string, string> {
  const holder = name ?? payin.sender_name ?? payin.details['payer_name']
  const holderDocument = document ?? payin.sender_document ?? payin.details['payer_doc_id']
  return {
    account,
    ...(holder !== undefined && { account_beneficiary: holder }),
    ...(holderDocument !== undefined && { account_doc_id: holderDocument }),
  }
}

/** Why operators may not give an account for the refunds of a pay-in; undefined: they may. */
export async function whyNoRefundAccount(db: Db, payin: TransactionRow): Promise<Text | undefined> {
  const { pay_type: payType, status, reason } = payin
  if (payType !== 'payin') return say('refund.no_payin')
  if (status !== 'COMPLETED') return say('refund.not_paid', { status, reason })
  if (!(await readIsRefundedByPeople(db, payin.id))) return say('refund.account_not_needed')
  return (await knownSender(db, payin.id)) ? say('refund.account_known') : undefined
}

/** The normalised fields of a payout of this code. Throws `validation_failed` with every wrong field. */
export function readRefundAccount(
  { service_code: code }: Pick<TransactionRow, 'service_code'>,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const example = methodFor(code)?.payout?.example
  if (!example) throw new Problem('service_not_enabled', { message: say('refund.no_rail') })
  const body = { service_code: code, amount: example['amount'], reference: 'refund account', ...fields }
  // Nothing about an account hangs on the time.
  const read = readPayout(body, { checks: 'strict', now: new Date(0) })
  if (!read.ok) throw new Problem('validation_failed', { fields: read.problems })
  return read.request.details
}

/**
 * Two operators give the account to which refunds of a pay-in go. Throws `second_person_required`, `not_in_this_state` and
 * `validation_failed`.
 */
export async function setRefundAccount(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  { payin, fields }: { payin: TransactionRow; fields: Readonly<Record<string, string>> },
  by: SetBy,
): Promise<void> {
  requireSecondOperator(payin.environment, by)
  const blocked = await whyNoRefundAccount(database.engine, payin)
  if (blocked !== undefined) throw new Problem('not_in_this_state', { message: blocked })
  const now = clock.now()
  const details = readRefundAccount(payin, fields)
  await inTransaction(database.engine, async (tx) => {
    const setBy = typeof by.actor === 'string' ? by.actor : by.actor.name
    await saveGivenAccount(tx, { payinId: payin.id, details, setBy, second: by.second ?? null }, now)
    const entry = {
      ...{ actor: by.actor, action: 'transaction.refund_account', pointId: payin.point_id, objectId: payin.id },
      // The log is kept for ever: it does not hold the number of a payer's account.
      detail: detailOf(by, { account_end: details['account']?.slice(-accountEndLength) ?? null }),
      ...commitFacts(by),
    }
    await writeAudit(tx, entry, now)
  })
}

const accountEndLength = 4
