import { detailOf, requireSecondOperator, type SetBy } from '../audit/dual-approval.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../merchants/has-only-test-money.ts'
import { methodFor } from '../payment-methods/index.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import { uuidV7 } from '../platform/ids.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { ProcessingDeps } from '../processing/deps.ts'
import {
  connectorCredentialsPlace,
  findConnectorAccount,
  insertConnectorAccount,
  insertDepositAccount,
  insertGeneralRoute,
  lockConnectorSetUp,
} from '../processing/store/connector-accounts.ts'
import { supports } from '../processing/supports.ts'
import { type FieldProblem, Problem } from '../values/problem.ts'
import { refuseFaults } from '../values/refuse-faults.ts'
import type { PayType } from '../values/status.ts'
import { type CheckedDeposit, checkDeposit, type DepositInput } from './check-deposit-account.ts'

const connector = 'own-account'

export interface AddedDepositAccount extends CheckedDeposit {
  depositAccountId: string
  connectorAccountId: string
  /** Findings that do not prevent the account. */
  warnings: readonly FieldProblem[]
}

/**
 * Adds an own bank account of the operator, to which payers of one service code deposit. Payers see the newest active
 * account. The first account of a code is active at once. Later ones become active after 24 hours or when a third
 * person agrees (`show-deposit-account.ts`). The first account also makes the live connector account `own-account`. A
 * code's first account makes the code's routes for pay-ins and payouts. Throws Problem `validation_failed` with every
 * fault, `service_not_enabled` if the connector does not support the code, and `second_person_required` if a point is
 * live and no second person agreed.
 */
export async function addDepositAccount(
  deps: Pick<ProcessingDeps, 'database' | 'secretBox' | 'clock' | 'connectors'>,
  input: DepositInput & SetBy,
): Promise<AddedDepositAccount> {
  const method = methodFor(input.serviceCode)
  const { deposit, faults, warnings } = checkDeposit(method, input)
  refuseFaults(faults)
  refuseUncarried(deps.connectors, method)
  requireSecondOperator((await hasOnlyTestMoney(deps)) ? 'test' : 'live', input)
  const now = deps.clock.now()
  const depositAccountId = uuidV7(now)
  const connectorAccountId = await inTransaction(deps.database.engine, async (tx) => {
    await lockConnectorSetUp(tx)
    const accountId = await ensureOwnAccount(tx, deps.secretBox, now)
    await ensureRoutes(tx, { method, accountId, now })
    await insertDepositAccount(tx, {
      ...deposit,
      id: depositAccountId,
      connectorAccountId: accountId,
      proposalId: input.proposal?.proposalId ?? null,
    })
    const { serviceCode, number, beneficiary } = deposit
    const detail = detailOf(input, { service_code: serviceCode, number, beneficiary })
    const entry = {
      actor: input.actor,
      action: 'deposit_account.add',
      pointId: null,
      objectId: depositAccountId,
      detail,
      proposal: input.proposal,
      breakGlass: input.breakGlass,
    }
    await writeAudit(tx, entry, now)
    return accountId
  })
  return { ...deposit, depositAccountId, connectorAccountId, warnings }
}

async function ensureOwnAccount(tx: Db, secretBox: SecretBox, now: Date): Promise<string> {
  const existing = await findConnectorAccount(tx, connector)
  if (existing) return existing.id
  const id = uuidV7(now)
  const credentialsBox = secretBox.seal('{}', connectorCredentialsPlace(id))
  await insertConnectorAccount(tx, { id, connector, environment: 'live', name: 'Own accounts', credentialsBox })
  return id
}

/**
 * One route per code, not `*`. A live code without a deposit account is then refused at once instead of failing later.
 */
async function ensureRoutes(
  tx: Db,
  wanted: { method: PaymentMethod | undefined; accountId: string; now: Date },
): Promise<void> {
  const { method, accountId, now } = wanted
  for (const payType of directionsOf(method)) {
    await insertGeneralRoute(tx, {
      id: uuidV7(now),
      environment: 'live',
      serviceCode: method?.code ?? '',
      payType,
      connectorAccountId: accountId,
    })
  }
}

function directionsOf(method: PaymentMethod | undefined): readonly PayType[] {
  const payTypes: readonly PayType[] = ['payin', 'payout']
  return payTypes.filter((each) => method?.[each])
}

/**
 * Refuses a route whose connector does not support the code. The operator sees the error now, not at the first payment.
 */
function refuseUncarried(connectors: ProcessingDeps['connectors'], method: PaymentMethod | undefined): void {
  const serviceCode = method?.code ?? ''
  const known = connectors.get(connector)
  for (const payType of directionsOf(method)) {
    if (known && supports(known, { environment: 'live', serviceCode, payType })) continue
    throw new Problem('service_not_enabled', {
      message: `The connector ${connector} carries no ${payType} with ${serviceCode}: no route was made.`,
    })
  }
}
