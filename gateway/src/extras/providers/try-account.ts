import { requireOperator } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import type { Connector, ProviderSetUp, SetUpValues } from '../../core/connectors/connector.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { SecretPlace } from '../../core/platform/secret-box.ts'
import type { ProcessingDeps } from '../../core/processing/deps.ts'
import { connectorCredentialsPlace } from '../../core/processing/store/connector-accounts.ts'
import type { Actor } from '../../core/values/actor.ts'
import type { Environment } from '../../core/values/environment.ts'
import { Problem } from '../../core/values/problem.ts'
import { nameFaults, refuseFaults } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'
import { readSetUp } from './rules/read-set-up.ts'
import { type DraftRow, findDraft, findProviderAccount, insertDraft } from './store/provider-accounts.ts'

export type ProvidersDeps = Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'> & Pick<ProcessingDeps, 'connectors'>

export interface TriedAccount {
  /** Made by who asks, so that a repeated request makes one draft. */
  draftId: string
  connector: string
  environment: Environment
  name: string
  /** The account that gets other credentials. Undefined: a new one. */
  connectorAccountId?: string | undefined
  /** By the names of the connector's fields. For an account that stands, those that change. */
  values: Readonly<Record<string, string>>
}

const nameLengthMax = 200
const trialTimeoutMs = 10_000
const trialLengthMax = 500

/** Binding of a draft's credentials in the secret box. */
export function draftPlace(draftId: string): SecretPlace {
  return { table: 'provider_drafts', column: 'credentials', rowId: draftId }
}

/** The set-up of a connector. Throws `validation_failed` for one that operators do not connect. */
export function requireSetUp(
  connectors: ProcessingDeps['connectors'],
  name: string,
): { connector: Connector; setUp: ProviderSetUp } {
  const connector = connectors.get(name)
  if (connector?.setUp) return { connector, setUp: connector.setUp }
  const message = say('provider.unknown_connector', { connector: name })
  throw new Problem('validation_failed', { fields: [{ code: 'not_allowed', param: 'connector', message }] })
}

/**
 * Checks the values of an account, calls the provider with them, and keeps them sealed as a draft that an action then puts
 * to use. Nothing is kept where the provider refuses. Throws `validation_failed` with every fault, `not_found`, and
 * `not_in_this_state` with the provider's answer.
 */
export async function tryAccount(deps: ProvidersDeps, asked: TriedAccount, by: string | Actor): Promise<DraftRow> {
  const known = await findDraft(deps.database.engine, asked.draftId)
  if (known) return known
  const { connector, setUp } = requireSetUp(deps.connectors, asked.connector)
  const { environment, name, draftId } = asked
  const before = await valuesBefore(deps, asked)
  const read = readSetUp(setUp, asked.values, { environment, now: deps.clock.now(), before })
  const canServe = connector.manifest.environments.includes(environment)
  refuseFaults([
    ...nameFaults(name, 'name', nameLengthMax),
    ...(canServe ? [] : [{ code: 'not_allowed', param: 'environment', message: say('provider.environment') } as const]),
    ...read.faults,
  ])
  const credentials = JSON.stringify(read.values)
  const id = asked.connectorAccountId ?? draftId
  const trial = await setUp.try(
    { id, connector: asked.connector, environment, credentials },
    {
      timeoutMs: trialTimeoutMs,
      now: deps.clock.now(),
    },
  )
  if (trial.kind === 'fails') {
    throw new Problem('not_in_this_state', { message: say('provider.trial_failed', { why: trial.why }) })
  }
  const draft = {
    ...{ id: draftId, connector: asked.connector, environment, name, settings: read.settings },
    connector_account_id: asked.connectorAccountId ?? null,
    credentials_box: deps.secretBox.seal(credentials, draftPlace(draftId)),
    certificate_ends_at: read.certificateEndsAt,
    trial: trial.said.slice(0, trialLengthMax),
    made_by: requireOperator(typeof by === 'string' ? by : by.name),
  }
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await insertDraft(tx, draft))) throw new Problem('not_in_this_state', { message: say('provider.full') })
    const detail = { connector: asked.connector, environment, name, ...read.settings }
    await writeAudit(tx, auditOf(by, 'provider.try', { objectId: id, merchantId: null, detail }), deps.clock.now())
  })
  return await requireDraft(deps, draftId)
}

/** The values that an account has now. Throws `not_found`, and `validation_failed` where it is of another connector. */
async function valuesBefore(deps: ProvidersDeps, asked: TriedAccount): Promise<SetUpValues> {
  const { connectorAccountId: id } = asked
  if (id === undefined) return {}
  const account = isUuid(id) ? await findProviderAccount(deps.database.engine, id) : undefined
  if (!account) throw new Problem('not_found', { message: say('provider.unknown_account') })
  if (account.connector !== asked.connector || account.environment !== asked.environment) {
    refuseFaults([{ code: 'not_allowed', param: 'connector_account_id', message: say('provider.other_connector') }])
  }
  return JSON.parse(deps.secretBox.open(account.credentials_box, connectorCredentialsPlace(id))) as SetUpValues
}

/** Throws `not_found` for a draft that never was, was used, or is too old. */
export async function requireDraft({ database }: Pick<PlatformDeps, 'database'>, id: string): Promise<DraftRow> {
  const draft = isUuid(id) ? await findDraft(database.engine, id) : undefined
  if (!draft) throw new Problem('not_found', { message: say('provider.unknown_draft') })
  return draft
}
