/** What decides whether a route takes an order. Amounts in minor units of the service code's currency. */
export interface RouteTerms {
  /** False until its start: a route that replaces another one may begin later. */
  has_started: boolean
  /** Whether its connector account takes no new orders. */
  is_disabled: boolean
  /** The smallest and the largest amount that it takes; null: no limit. */
  amount_min_minor: bigint | null
  amount_max_minor: bigint | null
}

/** Why a route takes an order, or not. `later`: it would, but one before it does. */
export type RouteVerdict = 'taken' | 'later' | 'not_started' | 'disabled' | 'amount_too_small' | 'amount_too_large'

/** Why a route refuses an order of this amount; undefined: it takes it. */
export function routeRefusal(
  route: RouteTerms,
  amountMinor: bigint,
): Exclude<RouteVerdict, 'taken' | 'later'> | undefined {
  if (!route.has_started) return 'not_started'
  if (route.is_disabled) return 'disabled'
  if (route.amount_min_minor !== null && amountMinor < route.amount_min_minor) return 'amount_too_small'
  if (route.amount_max_minor !== null && amountMinor > route.amount_max_minor) return 'amount_too_large'
  return undefined
}

/** The first of the candidates that takes an order of this amount. They stand in the order in which they are tried. */
export function chooseRoute<Route extends RouteTerms>(
  candidates: readonly Route[],
  amountMinor: bigint,
): Route | undefined {
  return candidates.find((each) => routeRefusal(each, amountMinor) === undefined)
}

/** Each candidate with its verdict, by the same rule. */
export function routeVerdicts<Route extends RouteTerms>(
  candidates: readonly Route[],
  amountMinor: bigint,
): readonly { route: Route; verdict: RouteVerdict }[] {
  const chosen = chooseRoute(candidates, amountMinor)
  return candidates.map((route) => ({
    route,
    verdict: route === chosen ? 'taken' : (routeRefusal(route, amountMinor) ?? 'later'),
  }))
}
