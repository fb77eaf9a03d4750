import { type ExplainedRoute, explainRoute } from '../../../provider-accounts/explain-route.ts'
import {
  addRoute,
  type ListedRoute,
  type RouteInput,
  removeRoute,
  routeAmounts,
} from '../../../provider-accounts/routes.ts'
import { listAllRoutes } from '../../../provider-accounts/show-accounts.ts'
import { present } from '../../../values/assert.ts'
import { environments } from '../../../values/environment.ts'
import { payTypes } from '../../../values/status.ts'
import { type Command, UsageError } from '../command.ts'
import { actOrPropose, creatorOptions, reasonOption } from '../people.ts'
import { choiceFrom } from '../values.ts'
import { setByOf, withProviderDeps } from './provider-command.ts'

const codeOption = { value: 'CODE', help: 'a service code, for example PIX_BR', required: true }
const directionOption = { value: 'payin|payout', help: 'the direction', required: true }

/** The priority of a route that names none. */
const usualPriority = 100

const addCommand: Command = {
  name: 'route add',
  summary: 'Send orders of a service code to a connector account. The lowest priority number is tried first.',
  options: {
    account: { value: 'ID', help: 'the connector account: see pasarela connector list', required: true },
    'service-code': { ...codeOption, help: 'a service code, or * for all codes without a route of their own' },
    direction: directionOption,
    point: {
      value: 'ID',
      help: "for this point alone, before general routes; default: all points of the account's environment",
    },
    priority: { value: 'NUMBER', help: `default ${usualPriority}` },
    'amount-min': { value: 'AMOUNT', help: "the smallest amount, in the service code's currency; default: no limit" },
    'amount-max': { value: 'AMOUNT', help: 'the largest amount; default: no limit' },
    note: reasonOption,
    ...creatorOptions,
  },
  run: async (surroundings, values) => {
    const priority = values['priority'] ?? String(usualPriority)
    if (!/^-?\d{1,5}$/.test(priority)) throw new UsageError('--priority is a whole number')
    const route: RouteInput = {
      connectorAccountId: present(values['account'], 'account'),
      serviceCode: present(values['service-code'], 'service-code'),
      payType: choiceFrom('direction', present(values['direction'], 'direction'), payTypes),
      priority: Number(priority),
      ...(values['point'] === undefined ? {} : { routePointId: values['point'] }),
      ...(values['amount-min'] === undefined ? {} : { amountMin: values['amount-min'] }),
      ...(values['amount-max'] === undefined ? {} : { amountMax: values['amount-max'] }),
    }
    return await withProviderDeps(surroundings, async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'route_add', ...route })
      if (acting.kind === 'proposed') return acting.result
      const added = await addRoute(deps, route, setByOf(acting.by))
      return { facts: { route_id: added.id, route: routeText(added) } }
    })
  },
}

const listCommand: Command = {
  name: 'route list',
  summary: 'List routes in the order in which they are tried.',
  options: { environment: { value: 'test|live', help: 'default: both' } },
  run: async (surroundings, values) => {
    const asked = values['environment']
    const environment = asked === undefined ? undefined : choiceFrom('environment', asked, environments)
    return await withProviderDeps(surroundings, async (deps) => {
      const routes = await listAllRoutes(deps, environment)
      return {
        facts: Object.fromEntries(routes.map((route) => [route.id, `${route.environment} ${routeText(route)}`])),
        json: routes.map(jsonOf),
        notes: routes.length === 0 ? ['There is none: no order is accepted.'] : [],
      }
    })
  },
}

const removeCommand: Command = {
  name: 'route remove',
  summary: 'Remove a route. Orders go to the next one that takes them.',
  argument: { value: 'ID', help: 'the route: see pasarela route list' },
  options: { note: reasonOption, ...creatorOptions },
  run: async (surroundings, values) =>
    await withProviderDeps(surroundings, async (deps) => {
      const routeId = present(values['ID'], 'ID')
      const acting = await actOrPropose(deps, values, { action: 'route_remove', routeId })
      if (acting.kind === 'proposed') return acting.result
      const removed = await removeRoute(deps, routeId, setByOf(acting.by))
      return { facts: { route_id: routeId, route: routeText(removed) } }
    }),
}

const whyCommand: Command = {
  name: 'route why',
  summary: 'Say where an order would go now, and why. Nothing is sent.',
  options: {
    point: { value: 'ID', help: 'the auth_point_id', required: true },
    'service-code': codeOption,
    direction: directionOption,
    amount: { value: 'AMOUNT', help: "in the service code's currency", required: true },
  },
  run: async (surroundings, values) => {
    const asked = {
      pointId: present(values['point'], 'point'),
      serviceCode: present(values['service-code'], 'service-code'),
      payType: choiceFrom('direction', present(values['direction'], 'direction'), payTypes),
      amount: present(values['amount'], 'amount'),
    }
    return await withProviderDeps(surroundings, async (deps) => {
      const { candidates, chosen } = await explainRoute(deps, asked)
      const rows = candidates.map(({ route, verdict }) => ({
        route_id: route.id,
        connector_account_id: route.connector_account_id,
        account: route.account_name,
        verdict,
        why: verdictTexts[verdict],
      }))
      return {
        facts: {
          goes_to: chosen
            ? `${chosen.route.account_name} (${chosen.route.connector_account_id})`
            : 'nowhere: it is refused',
          ...Object.fromEntries(
            candidates.map((each) => [each.route.id, `${candidateText(each)}: ${verdictTexts[each.verdict]}`]),
          ),
        },
        json: { goes_to: chosen?.route.connector_account_id ?? null, candidates: rows },
        notes: candidates.length === 0 ? ['No route serves this code and direction here.'] : [],
        exitCode: chosen ? 0 : 1,
      }
    })
  },
}

const verdictTexts: Readonly<Record<ExplainedRoute['verdict'], string>> = {
  taken: 'takes it',
  later: 'would take it, but a route before it does',
  not_started: 'has not begun yet',
  disabled: 'its account is disabled',
  amount_too_small: 'the amount is below its smallest',
  amount_too_large: 'the amount is above its largest',
  unsupported: 'is the first that takes it, but its connector does not support this code here: the order is refused',
}

function candidateText({ route }: ExplainedRoute): string {
  const whose = route.point_id === null ? 'all points' : 'this point'
  return `${route.account_name}, ${route.service_code}, ${whose}, priority ${route.priority}`
}

/** A route in one line. */
export function routeText(route: ListedRoute): string {
  const { min, max } = routeAmounts(route)
  const parts = [
    `${route.service_code} ${route.pay_type}`,
    route.point_id === null ? 'all points' : `point ${route.point_id}`,
    `priority ${route.priority}`,
    min !== null && `from ${min}`,
    max !== null && `up to ${max}`,
    route.starts_at && `since ${route.starts_at.toISOString()}`,
    route.is_disabled && 'account disabled',
  ]
  return `${parts.filter(Boolean).join(', ')} → ${route.account_name}`
}

function jsonOf(route: ListedRoute): object {
  const { min, max } = routeAmounts(route)
  const { id, amount_min_minor: _min, amount_max_minor: _max, is_of_deposit_account: _deposit, ...rest } = route
  return { route_id: id, ...rest, amount_min: min, amount_max: max }
}

export const routeCommands: readonly Command[] = [addCommand, listCommand, removeCommand, whyCommand]
