import type { SetBy } from '../audit/dual-approval.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { TriedCredentials } from '../connectors/set-up.ts'
import { inTransaction } from '../platform/database/database.ts'
import { Problem } from '../values/problem.ts'
import { entryOf } from './provider-account.ts'
import { requireProviderAccount, setUpOf } from './seal-credentials.ts'
import { callAccount, type TryDeps } from './try-account.ts'

/**
 * Tells the provider where to send an account's notifications, and writes an audit entry once it took the address. Throws
 * `not_found` and `not_in_this_state`.
 */
export async function registerNotifications(deps: TryDeps, id: string, by: SetBy): Promise<TriedCredentials> {
  const { connector, name } = await requireProviderAccount(deps, id)
  const { registerNotifications: register } = setUpOf(deps.connectors, { connector })
  if (!register) {
    throw new Problem('not_in_this_state', { message: 'The provider of this connector takes no address by a call.' })
  }
  const registered = await callAccount(deps, id, register)
  if (registered.ok) {
    const detail = { connector, name }
    const entry = entryOf(by, { action: 'provider_account.notify', id, detail })
    await inTransaction(deps.database.engine, async (tx) => await writeAudit(tx, entry, deps.clock.now()))
  }
  return registered
}
