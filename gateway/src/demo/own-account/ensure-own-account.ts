import { addDepositAccount } from '../../bank-accounts/add-deposit-account.ts'
import { setBankAccount, showBankAccounts } from '../../bank-accounts/set-bank-account.ts'
import { addPoint } from '../../callbacks/create-point.ts'
import { giveShopAddress } from '../../merchants/give-shop-address.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { findFact, insertFactOnce } from '../../platform/database/deployment-facts.ts'
import type { ProcessingDeps } from '../../processing/deps.ts'
import { findDemoMerchant, readDemoSecrets } from '../create-demo.ts'

const actor = 'demo'

/** The account of the demonstration. Its number is of no bank. */
export const demoAccount = {
  number: '9990001800000007770016',
  holder: 'Demo shop',
  currency: 'ARS',
  timeZone: 'America/Argentina/Buenos_Aires',
} as const

export interface DemoOwnAccount {
  pointId: string
  /** `Authorization` of the point. Secret. */
  authorization: string
}

type Deps = Pick<ProcessingDeps, 'database' | 'secretBox' | 'clock' | 'connectors' | 'publicUrl'>

/**
 * Makes a second test point of the demo merchant whose BT_AR payers deposit to an own bank account, once per deployment.
 * Certain matches of the account complete by themselves; later starts keep what operators changed. Undefined without the
 * demo point.
 */
export async function ensureDemoOwnAccount(deps: Deps): Promise<DemoOwnAccount | undefined> {
  const pointId = (await readPointId(deps)) ?? (await makePoint(deps))
  if (pointId === undefined) return undefined
  const accounts = await showBankAccounts(deps)
  const isThere = accounts.some((each) => each.environment === 'test' && each.numbers.includes(demoAccount.number))
  if (!isThere) await makeAccount(deps, pointId)
  const { authApiToken } = await readDemoSecrets(deps, pointId)
  return { pointId, authorization: `Basic ${Buffer.from(`${pointId}:${authApiToken}`).toString('base64')}` }
}

async function readPointId({ database }: Pick<Deps, 'database'>): Promise<string | undefined> {
  return (await findFact(database.engine, 'demo_bank_point'))?.toString('utf8')
}

/** Another process may make it meanwhile; then its point is taken. */
async function makePoint(deps: Deps): Promise<string | undefined> {
  const merchantId = await findDemoMerchant(deps.database.engine)
  if (merchantId === undefined) return undefined
  const context = { secretBox: deps.secretBox, now: deps.clock.now() }
  const wanted = {
    merchantId,
    environment: 'test',
    name: 'Demo point, own bank account',
    actor,
  } as const
  await inTransaction(deps.database.engine, async (tx) => {
    const { pointId } = await addPoint(tx, context, wanted)
    await giveShopAddress(tx, pointId, deps.publicUrl)
    if (!(await insertFactOnce(tx, 'demo_bank_point', Buffer.from(pointId, 'utf8')))) throw new MadeMeanwhile()
  }).catch((error: unknown) => {
    if (!(error instanceof MadeMeanwhile)) throw error
  })
  return await readPointId(deps)
}

class MadeMeanwhile extends Error {}

async function makeAccount(deps: Deps, pointId: string): Promise<void> {
  const { bankAccountId } = await addDepositAccount(deps, {
    ...{ serviceCode: 'BT_AR', bank: 'Simulated Bank', type: 'CBU', actor, onlyPointId: pointId },
    ...{ number: demoAccount.number, beneficiary: demoAccount.holder },
  })
  const changes = { bankAccountId, automatic: true, timeZone: demoAccount.timeZone }
  await setBankAccount(deps, changes, { actor, breakGlass: undefined })
}
