import { z } from 'zod'
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
import { say } from '../messages/en.ts'
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
    const preview = valuesPreview(
      { connector, name, environment, ...settings, credentials: fingerprint, trial },
      before,
    )
    const labels = new Map(deps.connectors.get(connector)?.setUp?.fields.map((field) => [field.name, field.label]))
    const labelled = preview.settings.map((each) => {
      const label = labels.get(each.name)
      return { ...each, ...(label && { label }) }
    })
    return { ...preview, settings: labelled }
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
    const { candidates } = await explainRoute(deps, order)
    const first = firstAsked(candidates)
    const now = takerOf(first)
    const isFirst = !first || comesBefore(input, first)
    return {
      ...goesPreview(order, now, isFirst ? account.name : now),
      blocked: takesRank(candidates, input) ? takenRank().said : undefined,
      warnings: isFirst ? [] : [say('provider.behind', { account: first.account_name })],
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
    const { candidates } = await explainRoute(deps, order)
    const after = takerOf(firstAsked(candidates.filter(({ id }) => id !== routeId)))
    return {
      ...goesPreview(order, takerOf(firstAsked(candidates)), after),
      warnings: after === null ? [say('provider.refused_then')] : [],
    }
  },
  execute: async (deps, { routeId }, by) => await removeRoute(deps, routeId, setBy(by)),
} satisfies OperatorAction<OfRoute>

function orderOf({ pointId, serviceCode, payType }: RouteInput): Omit<OrderKind, 'environment'> {
  return { pointId: pointId ?? null, serviceCode, payType }
}

type Candidate = Whereto['candidates'][number]

function firstAsked(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.find(({ state }) => state !== 'not_started')
}

/** The account that takes the orders; null where the route asked first does not carry them, and they are refused. */
function takerOf(first: Candidate | undefined): string | null {
  return first && first.state !== 'unsupported' ? first.account_name : null
}

/** Whether a new route is asked before the one that is asked first now. */
function comesBefore(input: RouteInput, now: Candidate): boolean {
  const isOwn = input.pointId !== undefined
  if (isOwn !== (now.point_id !== null)) return isOwn
  const isExact = input.serviceCode !== '*'
  return isExact === (now.service_code !== '*') ? input.priority < now.priority : isExact
}

function goesPreview({ serviceCode, payType }: OrderKind, before: string | null, after: string | null): Preview {
  return {
    ...emptyPreview,
    settings: [
      { name: 'goesTo', before, after },
      { name: 'serviceCode', before: serviceCode, after: serviceCode },
      { name: 'payType', before: payType, after: payType },
    ],
  }
}

export const providerActions = { provider_account: providerAccount, route, route_end: routeEnd }
