import { z } from 'zod'
import { say } from '../../../core/texts/messages/say.ts'
import { uuidField } from '../../../core/web/operator-query.ts'
import { setProviderAccount, viewDraft } from '../../providers/set-account.ts'
import {
  checkRoute,
  explainRoute,
  type OrderKind,
  type RouteInput,
  removeRoute,
  requireProviderAccount,
  requireRoute,
  setRoute,
  takenRank,
  takesRank,
  type Whereto,
} from '../../providers/set-route.ts'
import { requireDraft } from '../../providers/try-account.ts'
import { emptyPreview, type Preview, valuesPreview } from '../preview.ts'
import { aboutNoPoint, named, type OperatorAction, reading, serviceCodeField, setBy } from './action.ts'

interface OfDraft {
  draftId: string
}

/** Puts credentials to use that a call to the provider proved. */
const providerAccount = {
  ...reading(z.object({ draft_id: named(uuidField, 'UUID', 'what was tried: see pasarela provider try') })),
  about: async (deps, { draftId }) => aboutNoPoint((await requireDraft(deps, draftId)).environment),
  preview: async (deps, { draftId }) => {
    const { draft, account, fingerprint } = await viewDraft(deps, draftId)
    const { connector, name, environment, settings, trial } = draft
    const before = account && { connector: account.connector, name: account.name, environment, ...account.settings }
    return valuesPreview({ connector, name, environment, ...settings, credentials: fingerprint, trial }, before)
  },
  execute: async (deps, { draftId }, by) => await setProviderAccount(deps, draftId, setBy(by)),
} satisfies OperatorAction<OfDraft>

const route = {
  ...reading(
    z.object({
      connector_account_id: named(uuidField, 'UUID', 'the account that takes the orders: see pasarela provider list'),
      service_code: named(serviceCodeField, 'CODE', 'the service code, or * for every one'),
      pay_type: named(z.enum(['payin', 'payout']), '', 'the direction'),
      point_id: named(uuidField.optional(), 'UUID', 'for this point alone; default: every point of the environment'),
      priority: named(z.number().int().min(1).max(1_000).default(100), 'NUMBER', 'the lowest is asked first (100)'),
    }),
  ),
  about: async (deps, { connectorAccountId, pointId = null }) => {
    const { environment } = await requireProviderAccount(deps.database.engine, connectorAccountId)
    return { environment, pointId, transactionId: null }
  },
  preview: async (deps, input) => {
    const account = await checkRoute(deps, input)
    const order = { ...orderOf(input), environment: account.environment }
    const { candidates, chosen } = await explainRoute(deps, order)
    const isFirst = !chosen || comesBefore(input, chosen)
    return {
      ...goesPreview(order, chosen?.account_name ?? null, isFirst ? account.name : chosen.account_name),
      blocked: takesRank(candidates, input) ? takenRank().said : undefined,
      warnings: isFirst ? [] : [say('provider.behind', { account: chosen.account_name })],
    }
  },
  execute: async (deps, input, by) => await setRoute(deps, input, setBy(by)),
} satisfies OperatorAction<RouteInput>

interface OfRoute {
  routeId: string
}

const routeEnd = {
  ...reading(z.object({ route_id: named(uuidField, 'UUID', 'the route: see pasarela route list') })),
  about: async (deps, { routeId }) => {
    const { environment, point_id: pointId } = await requireRoute(deps.database.engine, routeId)
    return { environment, pointId, transactionId: null }
  },
  preview: async (deps, { routeId }) => {
    const { environment, point_id, service_code, pay_type } = await requireRoute(deps.database.engine, routeId)
    const order = { environment, pointId: point_id, serviceCode: service_code, payType: pay_type }
    const { chosen, candidates } = await explainRoute(deps, order)
    const [next] = candidates.filter(({ id, has_started }) => id !== routeId && has_started)
    const after = chosen?.id === routeId ? (next?.account_name ?? null) : (chosen?.account_name ?? null)
    return {
      ...goesPreview(order, chosen?.account_name ?? null, after),
      warnings: after === null ? [say('provider.refused_then')] : [],
    }
  },
  execute: async (deps, { routeId }, by) => await removeRoute(deps, routeId, setBy(by)),
} satisfies OperatorAction<OfRoute>

function orderOf({ pointId, serviceCode, payType }: RouteInput): Omit<OrderKind, 'environment'> {
  return { pointId: pointId ?? null, serviceCode, payType }
}

/** Whether a new route is asked before the one that takes the orders now. */
function comesBefore(input: RouteInput, now: NonNullable<Whereto['chosen']>): boolean {
  const isOwn = input.pointId !== undefined
  if (isOwn !== (now.point_id !== null)) return isOwn
  const isExact = input.serviceCode !== '*'
  return isExact === (now.service_code !== '*') ? input.priority < now.priority : isExact
}

function goesPreview({ serviceCode, payType }: OrderKind, before: string | null, after: string | null): Preview {
  return {
    ...emptyPreview,
    settings: [
      { name: 'serviceCode', before: serviceCode, after: serviceCode },
      { name: 'payType', before: payType, after: payType },
      { name: 'goesTo', before, after },
    ],
  }
}

export const providerActions = { provider_account: providerAccount, route, route_end: routeEnd }
