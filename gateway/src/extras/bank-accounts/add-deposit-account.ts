import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { type AuditEntry, writeAudit } from '../../core/audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../core/merchants/has-only-test-money.ts'
import { methodFor } from '../../core/payment-methods/index.ts'
import type { PaymentMethod } from '../../core/payment-methods/payment-method.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { supports } from '../../core/processing/create-transaction.ts'
import type { ProcessingDeps } from '../../core/processing/deps.ts'
import {
  insertDepositAccount,
  insertDepositRoute,
  insertRoute,
  lockConnectorSetUp,
} from '../../core/processing/store/connector-accounts.ts'
import { present } from '../../core/values/assert.ts'
import type { Environment } from '../../core/values/environment.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import type { PayType } from '../../core/values/status.ts'
import { requirePoint } from '../point-settings/set-point-money.ts'
import { bankAccountFor } from './bank-account-for.ts'
import { type CheckedDeposit, checkDeposit, type DepositInput } from './check-deposit-account.ts'
import { say } from './messages/en.ts'

const connector = 'own-account'

export interface AddedDepositAccount extends CheckedDeposit {
  depositAccountId: string
  bankAccountId: string
  connectorAccountId: string
  environment: Environment
  /** From when payers see the account; null: at once. */
  shownFrom: Date | null
  /** Findings that do not prevent the account. */
  warnings: readonly FieldProblem[]
}

/**
 * Adds an own bank account of the operator, to which payers of one service code deposit. Each bank account has a
 * connector account of its own, made with its first deposit account. Payers see the newest active deposit account. The
 * first one of a code is active at once; a later one after 24 hours or when a third person agrees
 * (`show-deposit-account.ts`), and the code's route goes to it from then on. Without a point it serves all live points,
 * with one that test point alone. Throws Problem `validation_failed` with every fault,
 * `not_found` for a point that
 * does not exist, `service_not_enabled` if the connector does not support the code, and `second_person_required` if it is for live
 * points, one exists, and no second person agreed.
 */
export async function addDepositAccount(
  deps: Pick<ProcessingDeps, 'database' | 'secretBox' | 'clock' | 'connectors'>,
  input: DepositInput & SetBy,
): Promise<AddedDepositAccount> {
  const method = methodFor(input.serviceCode)
  const { deposit, faults, warnings } = checkDeposit(method, input)
  refuseFaults(faults)
  const environment = await environmentOf(deps, input.onlyPointId)
  refuseFaults(input.onlyPointId !== undefined && environment === 'live' ? [trialsOnly] : [])
  const known = present(method, 'a method without faults')
  refuseUncarried(deps.connectors, known, environment)
  requireSecondOperator((await hasOnlyTestMoney(deps)) ? 'test' : environment, input)
  const now = deps.clock.now()
  const added = await inTransaction(deps.database.engine, async (tx) => {
    await lockConnectorSetUp(tx)
    const { bankAccountId } = input
    const account = await bankAccountFor(tx, deps.secretBox, {
      environment,
      method: known,
      deposit,
      bankAccountId,
      now,
    })
    const depositAccountId = uuidV7(now)
    const connectorAccountId = account.connector_account_id
    const shownFrom = await insertDepositAccount(tx, {
      ...deposit,
      id: depositAccountId,
      connectorAccountId,
      environment,
      proposalId: input.proposal?.proposalId ?? null,
    })
    const ids = { depositAccountId, connectorAccountId, shownFrom, bankAccountId: account.id }
    await addRoutes(tx, { ...ids, method: known, environment, pointId: input.onlyPointId ?? null, now })
    await writeAudit(tx, auditEntry(input, deposit, depositAccountId), now)
    return ids
  })
  return { ...deposit, ...added, environment, warnings }
}

/** Payers of every live point see the accounts of its connector account: none of them is one point's alone. */
const trialsOnly: FieldProblem = {
  code: 'not_allowed',
  param: 'point_id',
  message: 'an account for one point alone is for trials: name a test point',
}

/** The environment of a point; live where none is named. */
async function environmentOf(
  deps: Pick<ProcessingDeps, 'database'>,
  pointId: string | undefined,
): Promise<Environment> {
  return pointId === undefined ? 'live' : (await requirePoint(deps.database.engine, pointId)).environment
}

function auditEntry(input: DepositInput & SetBy, deposit: CheckedDeposit, objectId: string): AuditEntry {
  const { serviceCode, number, beneficiary } = deposit
  return {
    actor: input.actor,
    action: 'deposit_account.add',
    pointId: input.onlyPointId ?? null,
    objectId,
    detail: detailOf(input, { service_code: serviceCode, number, beneficiary }),
    ...commitFacts(input),
  }
}

/**
 * One route per code, not `*`. A live code without a deposit account is then refused at once instead of failing later.
 * Payouts stay with the account that had the code first.
 */
async function addRoutes(
  tx: Db,
  wanted: {
    method: PaymentMethod
    environment: Environment
    pointId: string | null
    connectorAccountId: string
    depositAccountId: string
    shownFrom: Date | null
    now: Date
  },
): Promise<void> {
  const { method, environment, pointId, connectorAccountId, now } = wanted
  const route = { environment, pointId, serviceCode: method.code, connectorAccountId }
  const { shownFrom: startsAt, depositAccountId } = wanted
  await insertDepositRoute(tx, { ...route, id: uuidV7(now), startsAt, depositAccountId })
  if (method.payout) await insertRoute(tx, { ...route, id: uuidV7(now), payType: 'payout' })
}

function directionsOf(method: PaymentMethod): readonly PayType[] {
  const payTypes: readonly PayType[] = ['payin', 'payout']
  return payTypes.filter((each) => method[each])
}

/**
 * Refuses a route whose connector does not support the code. The operator sees the error now, not at the first payment.
 */
function refuseUncarried(
  connectors: ProcessingDeps['connectors'],
  method: PaymentMethod,
  environment: Environment,
): void {
  const { code: serviceCode } = method
  const known = connectors.get(connector)
  for (const payType of directionsOf(method)) {
    if (known && supports(known, { environment, serviceCode, payType })) continue
    throw new Problem('service_not_enabled', {
      message: say('account.not_carried', { connector, pay_type: payType, service_code: serviceCode }),
    })
  }
}
