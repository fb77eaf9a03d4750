import { z } from 'zod'
import type { SetBy } from '../audit/dual-approval.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { CertificateFacts, ProviderAccountRow } from '../processing/store/provider-accounts.ts'
import type { Environment } from '../values/environment.ts'
import { Problem } from '../values/problem.ts'
import { payTypes } from '../values/status.ts'
import { uuidField } from '../web/operator-query.ts'
import { fieldsOfIssues } from '../web/query-problems.ts'
import type { ProviderAccountDeps } from './deps.ts'
import {
  addProviderAccount,
  enabledAlready,
  enableProviderAccount,
  replaceCredentials,
  replacedMeanwhile,
} from './provider-account.ts'
import {
  addRoute,
  checkRoute,
  type RouteInput,
  removeRoute,
  requireRoute,
  routeAmounts,
  routeOfDeposits,
} from './routes.ts'
import type { ProviderActionName } from './rules/provider-action-names.ts'
import { isSandbox, requireProviderAccount, requireSealed, type SealedReference } from './seal-credentials.ts'

/** A proposed action on provider accounts and routes. It never holds credentials, only the name of sealed ones. */
export type ProviderProposal =
  | ({ action: 'provider_account' | 'provider_credentials' } & SealedReference)
  | { action: 'provider_enable'; connectorAccountId: string }
  | ({ action: 'route_add' } & RouteInput)
  | { action: 'route_remove'; routeId: string }

/** What an action is about, and what it would change now. */
export interface PreviewedProviderAction {
  environment: Environment
  blocked: string | undefined
  /** Amounts are decimal text. */
  changes: readonly { name: string; before: string | null; after: string | null }[]
}

const sealed = z.object({ sealed_id: uuidField, digest: z.string().regex(/^[0-9a-f]{32}$/) })
const account = z.object({ connector_account_id: uuidField })
const amount = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,2})?$/, 'must be a plain decimal number such as 1250.50')
  .nullish()
const newRoute = z.object({
  connector_account_id: uuidField,
  service_code: z.string().min(1).max(60),
  pay_type: z.enum(payTypes),
  route_point_id: uuidField.nullish(),
  priority: z.coerce.number().int().default(100),
  amount_min: amount,
  amount_max: amount,
})
const route = z.object({ route_id: uuidField })

/** Reads an action's fields, by their API names. Each throws `validation_failed` with every wrong field. */
export const providerReaders: Readonly<Record<ProviderActionName, (fields: unknown) => ProviderProposal>> = {
  provider_account: (fields) => ({ action: 'provider_account', ...sealedOf(fields) }),
  provider_credentials: (fields) => ({ action: 'provider_credentials', ...sealedOf(fields) }),
  provider_enable: (fields) => ({
    action: 'provider_enable',
    connectorAccountId: parsed(account, fields).connector_account_id,
  }),
  route_add: (fields) => {
    const read = parsed(newRoute, fields)
    return {
      action: 'route_add',
      connectorAccountId: read.connector_account_id,
      serviceCode: read.service_code,
      payType: read.pay_type,
      priority: read.priority,
      ...(read.route_point_id ? { routePointId: read.route_point_id } : {}),
      ...(read.amount_min ? { amountMin: read.amount_min } : {}),
      ...(read.amount_max ? { amountMax: read.amount_max } : {}),
    }
  },
  route_remove: (fields) => ({ action: 'route_remove', routeId: parsed(route, fields).route_id }),
}

export function isProviderProposal(proposed: { action: string }): proposed is ProviderProposal {
  return Object.hasOwn(providerReaders, proposed.action)
}

/** With connectors, a route that its connector does not support is refused before it is proposed. */
export type PreviewDeps = Pick<PlatformDeps, 'database'> & Partial<Pick<ProviderAccountDeps, 'connectors'>>

/** Throws `validation_failed`, `not_found` and `service_not_enabled`. */
export async function previewProviderAction(
  deps: PreviewDeps,
  proposed: ProviderProposal,
): Promise<PreviewedProviderAction> {
  switch (proposed.action) {
    case 'provider_account':
    case 'provider_credentials':
      return await previewCredentials(deps, proposed)
    case 'provider_enable': {
      const found = await requireProviderAccount(deps, proposed.connectorAccountId)
      const blocked = found.disabled_at === null ? enabledAlready : undefined
      return {
        environment: found.environment,
        blocked,
        changes: [{ name: 'takes_orders', before: 'false', after: 'true' }],
      }
    }
    case 'route_add': {
      const { account: target, blocked } = await checkRoute(deps, proposed)
      return { environment: target.environment, blocked, changes: routeChanges(proposed, target) }
    }
    default: {
      const found = await requireRoute(deps, proposed.routeId)
      const { min, max } = routeAmounts(found)
      const rows = {
        ...{ connector_account: found.account_name, service_code: found.service_code, pay_type: found.pay_type },
        ...{ point_id: found.point_id, priority: String(found.priority), amount_min: min, amount_max: max },
      }
      const changes = Object.entries(rows).flatMap(([name, before]) =>
        before === null ? [] : [{ name, before, after: null }],
      )
      return {
        environment: found.environment,
        blocked: found.is_of_deposit_account ? routeOfDeposits : undefined,
        changes,
      }
    }
  }
}

/** The use case. `by.proposal` ends in its commit. Throws what the use case throws. */
export async function executeProviderAction(
  deps: ProviderAccountDeps,
  proposed: ProviderProposal,
  by: SetBy,
): Promise<void> {
  switch (proposed.action) {
    case 'provider_account':
      await addProviderAccount(deps, proposed, by)
      return
    case 'provider_credentials':
      await replaceCredentials(deps, proposed, by)
      return
    case 'provider_enable':
      await enableProviderAccount(deps, proposed.connectorAccountId, by)
      return
    case 'route_add':
      await addRoute(deps, proposed, by)
      return
    default:
      await removeRoute(deps, proposed.routeId, by)
  }
}

/** Everything that is no secret, before and after. */
async function previewCredentials(
  deps: Pick<PlatformDeps, 'database'>,
  proposed: Extract<ProviderProposal, SealedReference>,
): Promise<PreviewedProviderAction> {
  const entered = await requireSealed(deps, proposed)
  if (entered.isNew !== (proposed.action === 'provider_account')) {
    throw new Problem('not_found', { message: 'These credentials are not kept any more: enter them again.' })
  }
  const before = entered.isNew ? undefined : await requireProviderAccount(deps, entered.connectorAccountId)
  const isLate = before && before.credentials_changed_at?.getTime() !== entered.replacesChangedAt?.getTime()
  const { environment, connector, name } = entered
  const of = { connector, connector_account: name, environment, sandbox: String(isSandbox(entered)) }
  const whose = Object.entries(of).map(([field, after]) => ({ name: field, before: before ? after : null, after }))
  return {
    environment,
    blocked: isLate ? replacedMeanwhile : undefined,
    changes: [...whose, ...differences(shownValues(before), shownValues(entered))],
  }
}

function shownValues(
  from: { facts: Readonly<Record<string, string>>; certificates: readonly CertificateFacts[] } | undefined,
): Record<string, string> {
  if (!from) return {}
  const certificates = from.certificates.map(({ name, subject, fingerprint, not_after: until }) => [
    name,
    `${subject}, ${until.slice(0, 10)}, SHA-256 ${fingerprint}`,
  ])
  return { ...from.facts, ...Object.fromEntries(certificates) }
}

function differences(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  return names.map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
}

function routeChanges(asked: RouteInput, target: ProviderAccountRow): PreviewedProviderAction['changes'] {
  const { serviceCode, payType, routePointId: pointId = null } = asked
  const rows = {
    ...{ connector_account: target.name, service_code: serviceCode, pay_type: payType, point_id: pointId },
    ...{ priority: String(asked.priority), amount_min: asked.amountMin ?? null, amount_max: asked.amountMax ?? null },
  }
  return Object.entries(rows).flatMap(([name, after]) => (after === null ? [] : [{ name, before: null, after }]))
}

function sealedOf(fields: unknown): SealedReference {
  const { sealed_id: sealedId, digest } = parsed(sealed, fields)
  return { sealedId, digest }
}

function parsed<Schema extends z.ZodObject>(schema: Schema, fields: unknown): z.output<Schema> {
  const read = schema.safeParse(fields)
  if (read.success) return read.data
  throw new Problem('validation_failed', { fields: fieldsOfIssues(read.error.issues) })
}
