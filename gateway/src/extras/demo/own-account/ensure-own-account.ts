import { hasOnlyTestMoney } from '../../../core/merchants/has-only-test-money.ts'
import { inTransaction } from '../../../core/platform/database/database.ts'
import { insertFactOnce } from '../../../core/platform/database/deployment-facts.ts'
import type { ProcessingDeps } from '../../../core/processing/deps.ts'
import { present } from '../../../core/values/assert.ts'
import { dayOf } from '../../../core/values/days.ts'
import { addDepositAccount } from '../../bank-accounts/add-deposit-account.ts'
import { type BankAccount, setBankAccount, showBankAccounts } from '../../bank-accounts/set-bank-account.ts'
import { setBankProfile } from '../../bank-accounts/set-bank-profile.ts'
import { previewOpening, setOpening } from '../../bank-accounts/set-opening.ts'

/** A CBU with right check digits. */
const number = '0110599520000001235579'
const by = { actor: 'first start' }

/**
 * Adds the own account to which payers of a test point deposit, with matching by itself: once per deployment, by the
 * use cases of operators. A start that was killed in between is continued by the next one. Nothing happens where a point
 * is live.
 */
export async function ensureOwnAccount(
  deps: Pick<ProcessingDeps, 'database' | 'secretBox' | 'clock' | 'connectors' | 'knownAccounts'>,
  onlyPointId: string,
): Promise<void> {
  if (!(await hasOnlyTestMoney(deps))) return
  // Another process that starts now waits for this transaction.
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await insertFactOnce(tx, 'own_account', Buffer.from(onlyPointId)))) return
    if (!(await demoOwnAccount(deps))) {
      const holder = { bank: 'Banco Simulado', beneficiary: 'Pasarela Demo SA' }
      await addDepositAccount(deps, { ...by, ...holder, serviceCode: 'BT_AR', number, type: 'CBU', onlyPointId })
    }
    const { id: bankAccountId } = present(await demoOwnAccount(deps), 'the own account of the demo')
    await setBankAccount(deps, { bankAccountId, automatic: true }, by)
    await setBankProfile(deps, { bankAccountId, format: 'camt', profile: { escapes: true } }, by)
    const { time_zone: zone } = present(await demoOwnAccount(deps), 'the own account of the demo')
    const opening = { bankAccountId, day: dayOf(deps.clock.now(), zone), openingMinor: 0n }
    if (!(await previewOpening(deps, opening)).blocked) await setOpening(deps, opening, by)
  })
}

/** Undefined before it was added. */
export async function demoOwnAccount(deps: Pick<ProcessingDeps, 'database'>): Promise<BankAccount | undefined> {
  const accounts = await showBankAccounts(deps)
  return accounts.find(({ environment, numbers }) => environment === 'test' && numbers.includes(number))
}
