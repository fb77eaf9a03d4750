import type { CallContext, ConnectorAccount } from '../connectors/connector.ts'
import type { ConnectorSetUp, TriedCredentials } from '../connectors/set-up.ts'
import { notifyUrl } from '../processing/call-connector.ts'
import { connectorCredentialsPlace } from '../processing/store/connector-accounts.ts'
import { readConnectorAccount } from '../processing/store/routes.ts'
import { present } from '../values/assert.ts'
import { Problem } from '../values/problem.ts'
import type { ProviderAccountDeps } from './deps.ts'
import { requireProviderAccount, requireSealed, type SealedReference, setUpOf } from './seal-credentials.ts'

/** The URLs for notifications are part of a call's context. */
export type TryDeps = ProviderAccountDeps & { publicUrl: string; localUrl: string }

/** One of the calls of a connector's set-up. */
type SetUpCall = (context: CallContext) => Promise<TriedCredentials>

/** How long a person waits for the provider. */
const tryTimeoutMs = 15_000

/** Calls the provider with the credentials that the account has now. Throws `not_found` and `not_in_this_state`. */
export async function tryAccount(deps: TryDeps, id: string): Promise<TriedCredentials> {
  return await callAccount(deps, id, trialOf(setUpOf(deps.connectors, await requireProviderAccount(deps, id))))
}

/** Makes a call of the set-up with the credentials that an account has now. Throws `not_found`. */
export async function callAccount(deps: TryDeps, id: string, call: SetUpCall): Promise<TriedCredentials> {
  return await called(await contextOfAccount(deps, id), call)
}

/** What a call needs, with the credentials that an account has now. Throws `not_found`. */
export async function contextOfAccount(deps: TryDeps, id: string): Promise<CallContext> {
  const { connector, environment } = await requireProviderAccount(deps, id)
  const { credentials_box: box } = present(await readConnectorAccount(deps.database.engine, id), 'the account')
  return contextOf(deps, { id, connector, environment, credentials: open(deps, id, box) })
}

/** Calls the provider with credentials that were entered and are not in use yet. Throws the same. */
export async function trySealed(deps: TryDeps, reference: SealedReference): Promise<TriedCredentials> {
  const sealed = await requireSealed(deps, reference)
  const { connectorAccountId: id, connector, environment } = sealed
  const account = { id, connector, environment, credentials: open(deps, id, sealed.credentialsBox) }
  return await called(contextOf(deps, account), trialOf(setUpOf(deps.connectors, account)))
}

function open({ secretBox }: TryDeps, accountId: string, box: Buffer): string {
  return secretBox.open(box, connectorCredentialsPlace(accountId))
}

function trialOf({ tryCredentials }: ConnectorSetUp): SetUpCall {
  if (tryCredentials) return tryCredentials
  throw new Problem('not_in_this_state', { message: 'This connector has no call that tries credentials.' })
}

function contextOf(deps: TryDeps, account: ConnectorAccount): CallContext {
  return { account, timeoutMs: tryTimeoutMs, notifyUrl: notifyUrl(deps, account) }
}

async function called(context: CallContext, call: SetUpCall): Promise<TriedCredentials> {
  try {
    return await call(context)
  } catch {
    // The error may quote the credentials, so neither the reply nor the log gets it.
    return { ok: false, why: 'The connector failed while it called the provider.' }
  }
}
