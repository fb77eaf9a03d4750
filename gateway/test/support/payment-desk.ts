import { addDepositAccount } from '../../src/bank-accounts/add-deposit-account.ts'
import { setPayoutTemplate } from '../../src/bank-accounts/batches/payout-template.ts'
import { setBankAccount } from '../../src/bank-accounts/set-bank-account.ts'
import { createConnectors } from '../../src/connectors/index.ts'
import { reservePayouts } from '../../src/payouts/reserve-payouts.ts'
import { setOverdraft } from '../../src/point-settings/set-overdraft.ts'
import type { NewTransaction } from '../../src/processing/rules/new-transaction.ts'
import { clabe, paymentFileTemplate } from './a-payment-file.ts'
import { aProcess, aTransaction } from './a-transaction.ts'
import { agreeOpening } from './own-accounts.ts'
import { aPoint, type SetUp } from './set-up.ts'

/** An own bank account that payouts leave from. */
export interface PayingAccount {
  id: string
  /** As statements name it. */
  number: string
  connectorAccountId: string
}

/** A live point with credit, and what makes paying accounts and payouts for it. */
export async function openPaymentDesk(world: SetUp) {
  const aGateway = () => ({
    ...world,
    ...aProcess(world),
    connectors: createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined }),
  })
  const deps = aGateway()
  const ana = { actor: 'ana', operator: 'ana', evidence: 'seen at the bank', breakGlass: 'ana' }
  const { pointId } = await aPoint(deps, { environment: 'live' })
  await setOverdraft(deps, { ...ana, pointId, currency: 'MXN', overdraftMinor: 9_000_000_000n })
  const { owner } = deps.database
  let accounts = 0
  let payouts = 0
  const anAccount = async (): Promise<PayingAccount> => {
    const number = `${820_000 + accounts}`
    const { bankAccountId } = await addDepositAccount(deps, {
      ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test', breakGlass: 'ana' },
      number: clabe(`002180${String(80_031_234_560 + accounts++)}`),
    })
    await setBankAccount(deps, { bankAccountId, number, automatic: true }, ana)
    await setPayoutTemplate(deps, { bankAccountId, settings: paymentFileTemplate }, ana)
    await agreeOpening(deps, bankAccountId)
    const { rows } = await owner.query<{ connector_account_id: string }>(
      'select connector_account_id from bank_accounts where id = $1',
      [bankAccountId],
    )
    return { id: bankAccountId, number, connectorAccountId: rows[0]?.connector_account_id ?? '' }
  }
  const aPayout = async (account: PayingAccount, changes: Partial<NewTransaction> = {}): Promise<NewTransaction> => {
    payouts += 1
    const payout = aTransaction(
      deps,
      { pointId, connectorAccountId: account.connectorAccountId },
      {
        ...{ environment: 'live', payType: 'payout', serviceCode: 'SPEI_MX', currency: 'MXN', targetReference: null },
        amountMinor: 10_000n + BigInt(payouts),
        details: { account_type: 'CLABE', account: '002010077777777771' },
        ...changes,
      },
    )
    await reservePayouts(deps, [payout])
    await owner.query(`update attempts set state = 'open', lease_until = null where transaction_id = $1`, [payout.id])
    return payout
  }
  return { aGateway, deps, ana, pointId, anAccount, aPayout }
}
