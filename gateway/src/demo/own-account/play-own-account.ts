import type { FileDeps } from '../../bank-accounts/files/receive-file.ts'
import { importStatement } from '../../bank-accounts/import-statement.ts'
import { authenticateRequest, type KeyCache } from '../../merchants/authenticate-request.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import { readPayin } from '../../payment-methods/read-request.ts'
import { createPayin } from '../../payments/create-payin.ts'
import type { PayoutsDeps } from '../../payouts/deps.ts'
import { assert } from '../../values/assert.ts'
import { amountNumber } from '../../values/money.ts'
import { countPayins } from '../store/demo-payins.ts'
import type { AccountAtBank } from './account-at-bank.ts'
import { demoPayer } from './demo-payers.ts'
import { type DemoOwnAccount, ensureDemoOwnAccount } from './ensure-own-account.ts'

export type PlayDeps = PayoutsDeps & FileDeps

/** How much the demonstration of an own bank account does by itself. */
export const demoPayerLimits = {
  /** Payers of the first round, so that an operator who looks at once sees something. */
  first: 10,
  /** Milliseconds between two later ones: 20 an hour. */
  everyMs: 180_000,
  /** Pay-ins of the point. With so many the demonstration ends. */
  total: 200,
} as const

/**
 * One round: payers create pay-ins at the demo point with the own bank account and pay them at the simulated bank, then
 * the account's statements of yesterday and today are fetched and imported, as an operator's job would. Does nothing once
 * a live point exists, or when the total is reached. Repeated and concurrent rounds book nothing twice. Returns how
 * many payers came.
 */
export async function playOwnAccount(
  deps: PlayDeps,
  { bank, keys }: { bank: AccountAtBank; keys: KeyCache },
): Promise<number> {
  if (!(await hasOnlyTestMoney(deps))) return 0
  const demo = await ensureDemoOwnAccount(deps)
  if (!demo) return 0
  const { first, everyMs, total } = demoPayerLimits
  const { count, newestAgeMs } = await countPayins(deps.database.engine, { pointId: demo.pointId, limit: total })
  if (count >= total) return 0
  const { openedOn, today } = await bank.open()
  const isDue = newestAgeMs === undefined || newestAgeMs >= everyMs
  const until = count < first ? first : count + (isDue ? 1 : 0)
  for (let index = count; index < until; index += 1) await playPayer(deps, { bank, keys, demo, index })
  for (const day of [dayBefore(today), today].filter((each) => each >= openedOn)) {
    const content = await bank.statement(day)
    await importStatement(deps, { content, name: `demo-${day}.xml`, environment: 'test', receivedBy: 'demo' })
  }
  return until - count
}

interface Stage {
  bank: AccountAtBank
  keys: KeyCache
  demo: DemoOwnAccount
  index: number
}

async function playPayer(deps: PlayDeps, { bank, keys, demo, index }: Stage): Promise<void> {
  const payer = demoPayer(index)
  const caller = await authenticateRequest(deps, keys, { authorization: demo.authorization, address: '127.0.0.1' })
  const amount = amountNumber(payer.amountMinor, 'ARS')
  const body = {
    ...{ service_code: 'BT_AR', reference: payer.reference, amount },
    ...{ payer_doc_id: payer.document, payer_name: payer.name },
  }
  const read = readPayin(body, { checks: 'lenient', now: deps.clock.now() })
  assert(read.ok, 'the body of a demo pay-in')
  const { transaction } = await createPayin(deps, caller, read.request)
  const sender = { name: payer.name, document: payer.document }
  const paid = {
    amountMinor: payer.amountMinor,
    reference: transaction.instructions.targetAccount?.reference ?? '',
    sender,
    key: payer.reference,
  }
  if (payer.pays) await bank.book({ kind: payer.pays, ...paid })
  if (payer.bankTakes) await bank.book({ kind: payer.bankTakes, key: `${payer.reference}-${payer.bankTakes}` })
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
