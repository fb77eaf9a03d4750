import { methodFor } from '../payment-methods/index.ts'
import { requirePoint } from '../point-settings/set-point-money.ts'
import { type RouteVerdict, routeVerdicts } from '../processing/rules/choose-route.ts'
import { findRouteCandidates, type RouteCandidate } from '../processing/store/routes.ts'
import { supports } from '../processing/supports.ts'
import type { CurrencyCode } from '../values/currency.ts'
import type { Environment } from '../values/environment.ts'
import { parseAmount } from '../values/money.ts'
import { type FieldProblem, Problem } from '../values/problem.ts'
import { refuseFaults } from '../values/refuse-faults.ts'
import type { PayType } from '../values/status.ts'
import type { ProviderAccountDeps } from './deps.ts'

export interface AskedRoute {
  pointId: string
  serviceCode: string
  payType: PayType
  /** Decimal text in the service code's currency. */
  amount: string
}

/** `unsupported`: the route is the first that takes the order, and its connector refuses it. */
export interface ExplainedRoute {
  route: Omit<RouteCandidate, 'credentials_box'>
  verdict: RouteVerdict | 'unsupported'
}

export interface Explanation {
  environment: Environment
  currency: CurrencyCode
  /** In the order in which they are tried. */
  candidates: readonly ExplainedRoute[]
  /** The connector account that gets the order; undefined: it is refused. */
  chosen: ExplainedRoute | undefined
}

/**
 * Where an order would go now, and why, by the rule that routes orders. Sends nothing. Throws `validation_failed` with
 * every wrong field, and `not_found`.
 */
export async function explainRoute(
  deps: Pick<ProviderAccountDeps, 'database' | 'connectors'>,
  asked: AskedRoute,
): Promise<Explanation> {
  const point = await requirePoint(deps.database.engine, asked.pointId)
  const { method, amountMinor } = read(asked)
  const { pointId, serviceCode, payType } = asked
  const { environment } = point
  const found = await findRouteCandidates(deps.database.engine, { environment, pointId, serviceCode, payType })
  const candidates = routeVerdicts(found, amountMinor).map(({ route, verdict }): ExplainedRoute => {
    const { credentials_box: _, ...shown } = route
    const connector = deps.connectors.get(route.connector)
    const isSupported = connector && supports(connector, { environment, serviceCode, payType })
    return { route: shown, verdict: verdict === 'taken' && !isSupported ? 'unsupported' : verdict }
  })
  return {
    environment,
    currency: method.currency,
    candidates,
    chosen: candidates.find(({ verdict }) => verdict === 'taken'),
  }
}

function read({ serviceCode, payType, amount }: AskedRoute) {
  const method = methodFor(serviceCode)
  const faults: FieldProblem[] = []
  if (!method) faults.push({ code: 'not_allowed', param: 'service_code', message: 'is no service code' })
  else if (!method[payType]) {
    faults.push({ code: 'not_allowed', param: 'pay_type', message: `${serviceCode} has no ${payType}` })
  }
  const parsed = method && parseAmount(amount, method.currency)
  if (parsed && !parsed.ok) faults.push({ code: parsed.code, param: 'amount', message: parsed.message })
  refuseFaults(faults)
  if (!method || !parsed?.ok) throw new Problem('validation_failed')
  return { method, amountMinor: parsed.minor }
}
