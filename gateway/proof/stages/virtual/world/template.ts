import { createHash } from 'node:crypto'
import { createPoint } from '../../../../src/core/callbacks/create-point.ts'
import { fundPoint } from '../../../../src/core/ledger/fund-point.ts'
import type { KnownAccounts } from '../../../../src/core/ledger/rules/known-accounts.ts'
import { createApiKey } from '../../../../src/core/merchants/create-api-key.ts'
import { createMerchant } from '../../../../src/core/merchants/create-merchant.ts'
import type { Policies } from '../../../../src/core/merchants/rules/policies.ts'
import { methodFor, methods } from '../../../../src/core/payment-methods/index.ts'
import { readPayout } from '../../../../src/core/payment-methods/read-request.ts'
import { makePartitions } from '../../../../src/core/platform/cleanup.ts'
import { type Clock, systemClock } from '../../../../src/core/platform/clock/clock.ts'
import { type Database, openDatabase } from '../../../../src/core/platform/database/database.ts'
import { readDatabaseTime } from '../../../../src/core/platform/database/database-time.ts'
import { insertFactOnce } from '../../../../src/core/platform/database/deployment-facts.ts'
import { migrate } from '../../../../src/core/platform/database/migrate.ts'
import { uuidV7 } from '../../../../src/core/platform/ids.ts'
import { createLog } from '../../../../src/core/platform/log/log.ts'
import { createMetrics } from '../../../../src/core/platform/log/metrics.ts'
import { type SecretBox, secretBox } from '../../../../src/core/platform/secret-box.ts'
import {
  connectorCredentialsPlace,
  insertConnectorAccount,
} from '../../../../src/core/processing/store/connector-accounts.ts'
import { present } from '../../../../src/core/values/assert.ts'
import type { CurrencyCode } from '../../../../src/core/values/currency.ts'
import type { Environment } from '../../../../src/core/values/environment.ts'
import type { PayType } from '../../../../src/core/values/status.ts'
import { addDepositAccount } from '../../../../src/extras/bank-accounts/add-deposit-account.ts'
import { ownAccount } from '../../../../src/extras/bank-accounts/connector/connector.ts'
import { setBankAccount } from '../../../../src/extras/bank-accounts/set-bank-account.ts'
import { listBankAccounts } from '../../../../src/extras/bank-accounts/store/bank-accounts.ts'
import { setOverdraft } from '../../../../src/extras/point-settings/set-overdraft.ts'
import { setPayoutLimits, setPolicies, setTerms } from '../../../../src/extras/point-settings/set-point-money.ts'
import {
  ownAccountNumber,
  type PointFacts,
  type PointName,
  type PointService,
  type SimulatedConnectorName,
  type TemplateFacts,
  usualAmountMinor,
} from './points.ts'

/** Who sets up: alone at the machine, as an operator of a new deployment is. */
const by = { actor: 'simulator', operator: 'simulator', breakGlass: 'simulator' } as const

/** The same in every process, so that what derives from it is the same in every trace. */
const masterKey = createHash('sha256').update('the master key of simulated deployments').digest()

const feesReleaseDelaySeconds = 3_600

interface Deps {
  database: Database
  secretBox: SecretBox
  clock: Clock
  knownAccounts: KnownAccounts
}

interface PointWish {
  name: PointName
  environment: Environment
  connector: SimulatedConnectorName | 'own-account'
  /** Undefined: all. */
  serviceCodes?: readonly string[]
  hasWebhook: boolean
  /** How many usual payouts its funds pay for. */
  fundsForPayouts: bigint
  limits?: {
    currency: CurrencyCode
    approvalAboveMinor: bigint | null
    singleMinor: bigint | null
    dailyMinor: bigint | null
  }
  policies?: Partial<Policies>
  /** Refunds are told by callbacks too. */
  sendsRefunds?: true
  fees?: { millionths: number; fixedMinor: bigint; releaseDelaySeconds: number }
}

const wishes: readonly PointWish[] = [
  { name: 'plain', environment: 'test', connector: 'sim_tombstone', hasWebhook: true, fundsForPayouts: 3n },
  {
    name: 'fees',
    environment: 'test',
    connector: 'sim_deadline',
    serviceCodes: ['BT_AR', 'PIX_BR', 'BT_CL', 'SPEI_MX'],
    hasWebhook: true,
    fundsForPayouts: 12n,
    limits: { currency: 'ARS', approvalAboveMinor: (usualAmountMinor * 3n) / 2n, singleMinor: null, dailyMinor: null },
    policies: {
      ...{ overpaid: 'hold', payerMismatch: 'hold', reversal: 'keep_completed' },
      ...{ returnedFee: 'give_back', refundFee: 'give_back' },
    },
    sendsRefunds: true,
    fees: { millionths: 25_000, fixedMinor: 70n, releaseDelaySeconds: feesReleaseDelaySeconds },
  },
  {
    name: 'strict',
    environment: 'live',
    connector: 'sim_plain',
    serviceCodes: ['BT_AR', 'PIX_BR', 'BT_PE'],
    hasWebhook: true,
    fundsForPayouts: 8n,
    limits: {
      ...{ currency: 'ARS', approvalAboveMinor: null },
      ...{ singleMinor: usualAmountMinor * 3n, dailyMinor: usualAmountMinor * 5n },
    },
    policies: { late: 'hold', payerMismatch: 'hold' },
  },
  {
    name: 'byhand',
    environment: 'live',
    connector: 'own-account',
    serviceCodes: ['BT_AR'],
    hasWebhook: true,
    fundsForPayouts: 4n,
  },
  {
    name: 'inboxed',
    environment: 'test',
    connector: 'sim_tombstone',
    serviceCodes: ['BT_AR', 'PIX_BR'],
    hasWebhook: false,
    fundsForPayouts: 4n,
    policies: { payerMismatch: 'hold' },
  },
]

const deposit = { serviceCode: 'BT_AR', number: ownAccountNumber } as const

/**
 * Makes a database ready to be cloned for runs: migrated, with the points of `points.ts`, their keys, routes, terms and
 * funds. One statement follows the other, so that the same clock and the same chance give the same contents.
 */
export async function seedTemplate(databaseUrl: string): Promise<TemplateFacts> {
  const database = openDatabase(databaseUrl, () => undefined)
  try {
    await migrate(database.owner, () => undefined)
    // The product lets test points reach the simulated bank only; here the simulated providers stand for it.
    await database.owner.query('alter table connector_accounts drop constraint connector_fits_environment')
    const deps = { database, secretBox: secretBox(masterKey), clock: systemClock(), knownAccounts: new Map() }
    const check = deps.secretBox.keyedHash('master-key-check', 'pasarela')
    await insertFactOnce(database.owner, 'master_key_check', check)
    const partitionDeps = { database, log: createLog('silent'), metrics: createMetrics({ ofProcess: false }) }
    await makePartitions(partitionDeps, await readDatabaseTime(database.engine))
    const operators = await addOperators(deps)
    const accounts = await addAccounts(deps)
    const points: PointFacts[] = []
    for (const wish of wishes) {
      points.push(await addPoint(deps, wish, present(accounts.get(accountName(wish)), 'the account of a point')))
    }
    await letLinesPay(deps)
    await addWithdrawalAccounts(deps, { points, proposedBy: operators })
    return { points, masterKey: masterKey.toString('base64'), operators }
  } finally {
    await database.close()
  }
}

/** Lines that name an order for sure move its money without a person. Allowed after the first live point. */
async function letLinesPay(deps: Deps): Promise<void> {
  for (const { id: bankAccountId } of await listBankAccounts(deps.database.engine)) {
    await setBankAccount(deps, { bankAccountId, automatic: true, timeZone: 'UTC' }, by)
  }
}

/** An account for each way in which a point pays out; its wait is over. */
async function addWithdrawalAccounts(
  { database, clock }: Deps,
  { points, proposedBy }: { points: readonly PointFacts[]; proposedBy: TemplateFacts['operators'] },
): Promise<void> {
  const { userId } = present(proposedBy[0], 'an operator')
  for (const { pointId, environment, services } of points) {
    const found = await database.owner.query<{ merchant_id: string }>('select merchant_id from points where id = $1', [
      pointId,
    ])
    const { merchant_id } = present(found.rows[0], 'a point of the template')
    for (const { serviceCode } of services.filter(({ payType }) => payType === 'payout')) {
      const example = present(methodFor(serviceCode)?.payout, serviceCode).example
      const read = readPayout(example, { checks: 'strict', now: new Date(0) })
      if (!read.ok) throw new Error(`Bug! the example of ${serviceCode} is refused`)
      await database.owner.query(
        `insert into withdrawal_accounts (id, merchant_id, environment, service_code, details, proposed_by,
          confirmed_by_operator, proposed_at, confirmed_at, usable_from)
          select $1, $2, $3, $4, $5, $6, $7, at, at, gateway_now() from (select gateway_now() - interval '24 hours' as at) as of`,
        [
          uuidV7(clock.now()),
          merchant_id,
          environment,
          serviceCode,
          JSON.stringify(read.request.details),
          userId,
          by.actor,
        ],
      )
    }
  }
}

/** Two of the deployment's people, who never sign in: no password fits. */
async function addOperators({ database, clock }: Deps): Promise<TemplateFacts['operators']> {
  const operators: { userId: string; name: string }[] = []
  for (const name of ['Olga', 'Otto']) {
    const userId = uuidV7(clock.now())
    await database.owner.query(
      `insert into users (id, role, email, name, password_hash) values ($1, 'operations', $2, $3, $4)`,
      [userId, `${name.toLowerCase()}@pasarela.example`, name, 'no password fits this text'],
    )
    operators.push({ userId, name })
  }
  return operators
}

/** An account belongs to one environment, so a provider that serves both has two. */
function accountName({ connector, environment }: Pick<PointWish, 'connector' | 'environment'>): string {
  return `${connector} ${environment}`
}

/** One account of each connector and environment that a point needs. */
async function addAccounts(deps: Deps): Promise<ReadonlyMap<string, string>> {
  const connectors = new Map([['own-account', ownAccount()]])
  const wanted = { ...deposit, beneficiary: 'Pasarela SA', ...by, evidence: 'set up' }
  const { connectorAccountId } = await addDepositAccount({ ...deps, connectors }, wanted)
  const own = accountName({ connector: 'own-account', environment: 'live' })
  const accounts = new Map([[own, connectorAccountId]])
  for (const { connector, environment } of wishes) {
    const name = accountName({ connector, environment })
    if (accounts.has(name)) continue
    const id = uuidV7(deps.clock.now())
    const credentialsBox = deps.secretBox.seal('{}', connectorCredentialsPlace(id))
    await insertConnectorAccount(deps.database.owner, { id, connector, environment, name, credentialsBox })
    accounts.set(name, id)
  }
  return accounts
}

async function addPoint(deps: Deps, wish: PointWish, connectorAccountId: string): Promise<PointFacts> {
  const { name, environment, connector } = wish
  const { merchantId } = await createMerchant(deps, { name: `Merchant of ${name}`, actor: by.actor })
  const webhookUrl = wish.hasWebhook ? `https://${name}.example/hook` : null
  const { pointId, authApiToken, webhookSecret } = await createPoint(deps, {
    ...{ merchantId, environment, name, actor: by.actor },
    ...(webhookUrl === null ? {} : { callbackUrl: webhookUrl }),
  })
  const services = servicesOf(wish)
  await addRoutes(deps, { wish, pointId, connectorAccountId })
  await setRules(deps, { wish, pointId, services })
  const key = async (keyName: string, scopes: readonly string[]) =>
    (await createApiKey(deps, { pointId, name: keyName, scopes, actor: by.actor })).key
  const paymentScopes = ['payins', 'payouts', 'refunds', 'read', 'approve_payouts']
  return {
    ...{ name, pointId, environment },
    apiKeys: [await key('Payments', paymentScopes), await key('Second hand', paymentScopes)],
    settingsKey: await key('Settings', ['webhook', 'settings', 'read']),
    ...{ authApiToken, webhookSecret, webhookUrl, connector, connectorAccountId, services },
    funds: await fund(deps, { wish, pointId, services }),
    approvalAboveMinor: wish.limits?.approvalAboveMinor?.toString() ?? null,
    singleMinor: wish.limits?.singleMinor?.toString() ?? null,
    dailyMinor: wish.limits?.dailyMinor?.toString() ?? null,
    limitsCurrency: wish.limits?.currency ?? null,
  }
}

function servicesOf({ serviceCodes }: PointWish): readonly PointService[] {
  return methods
    .filter(({ code }) => serviceCodes?.includes(code) ?? true)
    .flatMap((method) => {
      const payTypes: readonly PayType[] = ['payin', 'payout']
      return payTypes
        .filter((payType) => payType in method)
        .map((payType) => ({ serviceCode: method.code, payType, currency: method.currency }))
    })
}

/** A point's own routes come before the general ones, which deposit accounts have made for live points. */
async function addRoutes(
  { database, clock }: Deps,
  { wish, pointId, connectorAccountId }: { wish: PointWish; pointId: string; connectorAccountId: string },
): Promise<void> {
  if (wish.connector === 'own-account') return
  for (const payType of ['payin', 'payout']) {
    await database.owner.query(
      `insert into routes (id, environment, point_id, service_code, pay_type, connector_account_id)
        values ($1, $2, $3, '*', $4, $5)`,
      [uuidV7(clock.now()), wish.environment, pointId, payType, connectorAccountId],
    )
  }
}

interface AddedPoint {
  wish: PointWish
  pointId: string
  services: readonly PointService[]
}

async function setRules(deps: Deps, { wish, pointId, services }: AddedPoint): Promise<void> {
  const { fees, limits, policies } = wish
  if (policies) await setPolicies(deps, { pointId, policies }, by)
  if (wish.sendsRefunds) {
    await deps.database.owner.query('update callback_endpoints set send_refunds = true where point_id = $1', [pointId])
  }
  for (const { serviceCode, payType } of fees ? services : []) {
    const terms = { pointId, payType, serviceCode, feeMillionths: fees?.millionths ?? 0 }
    const releaseDelaySeconds = payType === 'payin' ? (fees?.releaseDelaySeconds ?? null) : null
    await setTerms(deps, { ...terms, feeFixedMinor: fees?.fixedMinor ?? 0n, releaseDelaySeconds }, by)
  }
  // What is not said waits as long as the payment method wants; cards would wait longer than a run lasts.
  if (!fees) {
    const terms = { pointId, payType: 'payin', serviceCode: '*', feeMillionths: 0, feeFixedMinor: 0n } as const
    await setTerms(deps, { ...terms, releaseDelaySeconds: 0 }, by)
  }
  if (limits) await setPayoutLimits(deps, { pointId, ...limits }, by)
}

/** Funds and no overdraft, so that payouts can meet the end of what there is. */
async function fund(deps: Deps, { wish, pointId, services }: AddedPoint): Promise<PointFacts['funds']> {
  const { environment } = wish
  const availableMinor = usualAmountMinor * wish.fundsForPayouts
  const currencies = payoutCurrencies(services)
  for (const currency of currencies) {
    const point = { pointId, currency }
    await setOverdraft(deps, { ...point, overdraftMinor: 0n, evidence: 'set up', ...by })
    const audit = { actor: by.actor, action: 'point.funding', pointId, objectId: pointId, detail: {} }
    await fundPoint(deps, {
      ...{ ...point, environment, kind: 'funding', change: { to: availableMinor }, note: 'set up' },
      audit: { ...audit, breakGlass: by.breakGlass },
    })
  }
  return currencies.map((currency) => ({ currency, availableMinor: availableMinor.toString() }))
}

function payoutCurrencies(services: readonly PointService[]): readonly CurrencyCode[] {
  return [...new Set(services.filter(({ payType }) => payType === 'payout').map(({ currency }) => currency))]
}
