import type { SetBy } from '../audit/dual-approval.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { currencyOfService, methodFor } from '../payment-methods/index.ts'
import { inTransaction } from '../platform/database/database.ts'
import { isUuid, uuidV7 } from '../platform/ids.ts'
import { requirePoint } from '../point-settings/set-point-money.ts'
import { lockConnectorSetUp } from '../processing/store/connector-accounts.ts'
import type { ProviderAccountRow } from '../processing/store/provider-accounts.ts'
import {
  deleteRoute,
  insertRouteSetting,
  type ListedRoute,
  listRoutes,
  readRoute,
} from '../processing/store/route-settings.ts'
import { findDepositAccount } from '../processing/store/routes.ts'
import { supports } from '../processing/supports.ts'
import { formatAmount, parseAmount } from '../values/money.ts'
import { type FieldProblem, Problem } from '../values/problem.ts'
import { refuseFaults } from '../values/refuse-faults.ts'
import type { PayType } from '../values/status.ts'
import type { ProviderAccountDeps } from './deps.ts'
import { entryOf, requireSecond } from './provider-account.ts'
import { requireProviderAccount } from './seal-credentials.ts'

export type { ListedRoute } from '../processing/store/route-settings.ts'

/** A route as an operator asks for it. Amounts are decimal text in the service code's currency. */
export interface RouteInput {
  connectorAccountId: string
  /** `*`: every code without a route of its own. */
  serviceCode: string
  payType: PayType
  /** For this point alone. Undefined: for all points of the account's environment. */
  routePointId?: string | undefined
  /** The lowest number is tried first. */
  priority: number
  amountMin?: string | undefined
  amountMax?: string | undefined
}

/** A route that was checked, and why it cannot be made now. */
export interface CheckedRoute {
  account: ProviderAccountRow
  amountMinMinor: bigint | null
  amountMaxMinor: bigint | null
  blocked: string | undefined
}

const prioritiesMax = 10_000

/**
 * Checks a route. Throws `validation_failed` with every wrong field, `not_found`, and `service_not_enabled` if the
 * connector does not support the code in this direction and environment.
 */
export async function checkRoute(
  deps: Pick<ProviderAccountDeps, 'database'> & Partial<Pick<ProviderAccountDeps, 'connectors'>>,
  input: RouteInput,
): Promise<CheckedRoute> {
  const { serviceCode, payType } = input
  const account = await requireProviderAccount(deps, input.connectorAccountId)
  const { routePointId } = input
  const point = routePointId === undefined ? undefined : await requirePoint(deps.database.engine, routePointId)
  const method = methodFor(serviceCode)
  const faults: FieldProblem[] = []
  const fault = (param: string, message: string) => faults.push({ code: 'not_allowed', param, message })
  if (serviceCode !== '*' && !method) fault('service_code', 'is no service code')
  else if (method && !method[payType]) fault('pay_type', `${serviceCode} has no ${payType}`)
  if (point && point.environment !== account.environment) {
    fault('point', `is a ${point.environment} point, and the account is of ${account.environment}`)
  }
  if (!Number.isInteger(input.priority) || Math.abs(input.priority) > prioritiesMax) {
    fault('priority', `is a whole number up to ${prioritiesMax}`)
  }
  const amounts = amountsOf(input, faults)
  refuseFaults(faults)
  if (deps.connectors) refuseUnsupported(deps.connectors, account, input)
  const blocked = await blockedBy(deps, { account, input })
  return { account, ...amounts, blocked }
}

function amountsOf({ serviceCode, amountMin, amountMax }: RouteInput, faults: FieldProblem[]) {
  const currency = currencyOfService(serviceCode)
  const minorOf = (param: string, text: string | undefined): bigint | null => {
    if (text === undefined) return null
    if (!currency) {
      faults.push({ code: 'not_allowed', param, message: 'needs one service code: each has its currency' })
      return null
    }
    const read = parseAmount(text, currency)
    if (read.ok) return read.minor
    faults.push({ code: read.code, param, message: read.message })
    return null
  }
  const amountMinMinor = minorOf('amount_min', amountMin)
  const amountMaxMinor = minorOf('amount_max', amountMax)
  if (amountMinMinor !== null && amountMaxMinor !== null && amountMinMinor > amountMaxMinor) {
    faults.push({ code: 'not_allowed', param: 'amount_max', message: 'is below the smallest amount' })
  }
  return { amountMinMinor, amountMaxMinor }
}

function refuseUnsupported(
  connectors: ProviderAccountDeps['connectors'],
  { connector, environment }: ProviderAccountRow,
  { serviceCode, payType }: RouteInput,
): void {
  const known = connectors.get(connector)
  if (known && supports(known, { environment, serviceCode, payType })) return
  throw new Problem('service_not_enabled', {
    message: `The connector ${connector} carries no ${payType} with ${serviceCode}: no route was made.`,
  })
}

async function blockedBy(
  deps: Pick<ProviderAccountDeps, 'database'>,
  { account, input }: { account: ProviderAccountRow; input: RouteInput },
): Promise<string | undefined> {
  const { engine } = deps.database
  const { serviceCode, payType } = input
  if (account.connector === 'own-account' && payType === 'payin') {
    const deposits = await findDepositAccount(engine, account.id, serviceCode)
    if (!deposits) return 'This own bank account has no account for deposits with this service code: add one first.'
  }
  const others = await listRoutes(engine, { environment: account.environment })
  const isTaken = others.some(
    (each) =>
      each.service_code === serviceCode &&
      each.pay_type === payType &&
      each.point_id === (input.routePointId ?? null) &&
      each.priority === input.priority,
  )
  return isTaken ? takenPriority : undefined
}

/**
 * Adds a route. Every process sees it within five seconds. Throws what `checkRoute` throws, `not_in_this_state` if another
 * route has the same priority, and `second_person_required` for live orders without a second person.
 */
export async function addRoute(deps: ProviderAccountDeps, input: RouteInput, by: SetBy): Promise<ListedRoute> {
  const { account, amountMinMinor, amountMaxMinor, blocked } = await checkRoute(deps, input)
  if (blocked !== undefined) throw new Problem('not_in_this_state', { message: blocked })
  await requireSecond(deps, account.environment, by)
  const id = uuidV7(deps.clock.now())
  const { serviceCode, payType, priority, routePointId: pointId = null } = input
  await inTransaction(deps.database.engine, async (tx) => {
    await lockConnectorSetUp(tx)
    const isInserted = await insertRouteSetting(tx, {
      ...{ id, environment: account.environment, point_id: pointId, service_code: serviceCode, pay_type: payType },
      ...{ connector_account_id: account.id, priority },
      ...{ amount_min_minor: amountMinMinor, amount_max_minor: amountMaxMinor },
    })
    if (!isInserted) throw new Problem('not_in_this_state', { message: takenPriority })
    const detail = {
      ...{ connector_account_id: account.id, service_code: serviceCode, pay_type: payType, priority },
      ...(input.amountMin === undefined ? {} : { amount_min: input.amountMin }),
      ...(input.amountMax === undefined ? {} : { amount_max: input.amountMax }),
    }
    await writeAudit(tx, entryOf(by, { action: 'route.add', id, detail, pointId }), deps.clock.now())
  })
  return await requireRoute(deps, id)
}

/**
 * Removes a route; orders go to the next one from then on. Throws `not_found`, `not_in_this_state` for a route of an own
 * bank account's deposits, and `second_person_required` for live orders without a second person.
 */
export async function removeRoute(
  deps: Pick<ProviderAccountDeps, 'database' | 'clock'>,
  id: string,
  by: SetBy,
): Promise<ListedRoute> {
  const route = await requireRoute(deps, id)
  if (route.is_of_deposit_account) throw new Problem('not_in_this_state', { message: routeOfDeposits })
  await requireSecond(deps, route.environment, by)
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await deleteRoute(tx, id))) throw noRoute()
    const { connector_account_id, service_code, pay_type, priority } = route
    const detail = { connector_account_id, service_code, pay_type, priority }
    await writeAudit(tx, entryOf(by, { action: 'route.remove', id, detail, pointId: route.point_id }), deps.clock.now())
  })
  return route
}

/** Throws `not_found`. */
export async function requireRoute(deps: Pick<ProviderAccountDeps, 'database'>, id: string): Promise<ListedRoute> {
  const route = isUuid(id) ? await readRoute(deps.database.engine, id) : undefined
  if (!route) throw noRoute()
  return route
}

/** The limits of a route as decimal text; null: no limit. */
export function routeAmounts(route: Pick<ListedRoute, 'service_code' | 'amount_min_minor' | 'amount_max_minor'>): {
  min: string | null
  max: string | null
} {
  const currency = currencyOfService(route.service_code)
  const text = (minor: bigint | null) => (minor === null || !currency ? null : formatAmount(minor, currency))
  return { min: text(route.amount_min_minor), max: text(route.amount_max_minor) }
}

function noRoute(): Problem {
  return new Problem('not_found', { message: 'There is no such route.' })
}

const takenPriority = 'Another route with this priority serves the same orders: choose another number.'
export const routeOfDeposits = 'This route belongs to an account for deposits on an own bank account.'
