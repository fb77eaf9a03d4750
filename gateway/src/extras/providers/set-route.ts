import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { writeAudit } from '../../core/audit/write-audit.ts'
import { methodFor } from '../../core/payment-methods/index.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid, uuidV7 } from '../../core/platform/ids.ts'
import { supports } from '../../core/processing/create-transaction.ts'
import type { ProcessingDeps } from '../../core/processing/deps.ts'
import { lockConnectorSetUp } from '../../core/processing/store/connector-accounts.ts'
import type { Environment } from '../../core/values/environment.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import type { PayType } from '../../core/values/status.ts'
import { requirePoint } from '../point-settings/set-point-money.ts'
import { say } from './messages/en.ts'
import {
  endRoute,
  findProviderAccount,
  findRouteById,
  insertProviderRoute,
  type ProviderAccountRow,
  type RouteOfAccountRow,
  routesOfOrder,
} from './store/provider-accounts.ts'

/** Orders of a code and a direction go to an account: of one point, or of all of the account's environment. */
export interface RouteInput {
  connectorAccountId: string
  serviceCode: string
  payType: PayType
  pointId?: string | undefined
  /** The lowest number is asked first, after a point's own routes and an exact code. */
  priority: number
}

export type RouteOfAccount = RouteOfAccountRow

type RouteDeps = Pick<PlatformDeps, 'database'> & Pick<ProcessingDeps, 'connectors'>

/** Where orders go, and what stands behind. */
export interface Whereto {
  /** The route that takes the order; undefined: it would be refused. */
  chosen: RouteOfAccountRow | undefined
  /** In the order in which they are asked. */
  candidates: readonly (RouteOfAccountRow & { state: CandidateState })[]
}

/** `unsupported`: the connector does not carry the code, and the order is refused rather than sent elsewhere. */
export type CandidateState = 'chosen' | 'behind' | 'not_started' | 'unsupported'

export interface OrderKind {
  environment: Environment
  pointId: string | null
  serviceCode: string
  payType: PayType
}

/** Says where such an order would go now, and why, by the rule by which orders are routed. */
export async function explainRoute(deps: RouteDeps, order: OrderKind): Promise<Whereto> {
  const rows = await routesOfOrder(deps.database.engine, order)
  const first = rows.find(({ has_started }) => has_started)
  const carries = (row: RouteOfAccountRow) => {
    const connector = deps.connectors.get(row.connector)
    return connector !== undefined && supports(connector, order)
  }
  const stateOf = (row: RouteOfAccountRow): CandidateState => {
    if (!row.has_started) return 'not_started'
    if (!carries(row)) return 'unsupported'
    return row === first ? 'chosen' : 'behind'
  }
  const candidates = rows.map((row) => ({ ...row, state: stateOf(row) }))
  return { chosen: candidates.find(({ state }) => state === 'chosen'), candidates }
}

/** Throws `not_found`. */
export async function requireProviderAccount(db: Db, id: string): Promise<ProviderAccountRow> {
  const account = isUuid(id) ? await findProviderAccount(db, id) : undefined
  if (!account) throw new Problem('not_found', { message: say('provider.unknown_account') })
  return account
}

/** Throws `not_found` for a route that never was or has ended. */
export async function requireRoute(db: Db, id: string): Promise<RouteOfAccountRow> {
  const route = isUuid(id) ? await findRouteById(db, id) : undefined
  if (!route) throw new Problem('not_found', { message: say('provider.unknown_route') })
  return route
}

/** The account of a route, if the route is possible. Throws `not_found` and `validation_failed` with every fault. */
export async function checkRoute(deps: RouteDeps, input: RouteInput): Promise<ProviderAccountRow> {
  const { serviceCode, payType, pointId } = input
  const account = await requireProviderAccount(deps.database.engine, input.connectorAccountId)
  const point = pointId === undefined ? undefined : await requirePoint(deps.database.engine, pointId)
  const { environment } = account
  const method = methodFor(serviceCode)
  const faults: FieldProblem[] = []
  if (serviceCode !== '*' && !method?.[payType]) {
    const message = say('account.unknown_service', { service_code: serviceCode })
    faults.push({ code: 'unknown_service_code', param: 'service_code', message })
  } else if (!carries(deps, account, { environment, serviceCode, payType })) {
    const values = { connector: account.connector, pay_type: payType, service_code: serviceCode }
    faults.push({ code: 'not_allowed', param: 'service_code', message: say('account.not_carried', values) })
  }
  if (point && point.environment !== environment) {
    faults.push({ code: 'not_allowed', param: 'point_id', message: say('provider.other_environment') })
  }
  refuseFaults(faults)
  return account
}

function carries(
  { connectors }: RouteDeps,
  { connector: name }: ProviderAccountRow,
  wanted: Omit<OrderKind, 'pointId'>,
): boolean {
  const connector = connectors.get(name)
  return connector !== undefined && supports(connector, wanted)
}

/**
 * Routes orders to an account from now on. Orders under way stay where they are. Throws what `checkRoute` throws,
 * `not_in_this_state` where another route has the same rank, and `second_person_required` for live orders.
 */
export async function setRoute(
  deps: RouteDeps & Pick<PlatformDeps, 'clock'>,
  input: RouteInput,
  by: SetBy,
): Promise<{ routeId: string }> {
  const { id: accountId, environment } = await checkRoute(deps, input)
  requireSecondOperator(environment, by)
  const now = deps.clock.now()
  const { serviceCode: service_code, payType: pay_type, pointId = null, priority } = input
  const route = { id: uuidV7(now), environment, service_code, pay_type, priority, point_id: pointId }
  await inTransaction(deps.database.engine, async (tx) => {
    await lockConnectorSetUp(tx)
    if (!(await insertProviderRoute(tx, { ...route, connector_account_id: accountId }))) throw takenRank()
    const detail = detailOf(by, { service_code, pay_type, priority, connector_account_id: accountId })
    const entry = { actor: by.actor, action: 'route.set', pointId, objectId: route.id, detail }
    await writeAudit(tx, { ...entry, ...commitFacts(by) }, now)
  })
  return { routeId: route.id }
}

/** Ends a route: new orders go to the next one. Throws `not_found`, and `second_person_required` for live orders. */
export async function removeRoute(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  routeId: string,
  by: SetBy,
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    await lockConnectorSetUp(tx)
    const route = await requireRoute(tx, routeId)
    requireSecondOperator(route.environment, by)
    await endRoute(tx, routeId)
    const { service_code, pay_type, priority, connector_account_id } = route
    const detail = detailOf(by, { service_code, pay_type, priority, connector_account_id })
    const entry = { actor: by.actor, action: 'route.end', pointId: route.point_id, objectId: routeId, detail }
    await writeAudit(tx, { ...entry, ...commitFacts(by) }, deps.clock.now())
  })
}

/** Whether another route has the rank of a new one. */
export function takesRank(candidates: readonly RouteOfAccountRow[], input: RouteInput): boolean {
  return candidates.some(
    (row) =>
      row.service_code === input.serviceCode &&
      row.point_id === (input.pointId ?? null) &&
      row.priority === input.priority,
  )
}

export function takenRank(): Problem {
  return new Problem('not_in_this_state', { message: say('provider.rank_taken') })
}
