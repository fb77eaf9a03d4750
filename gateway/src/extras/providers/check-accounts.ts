import { notifyUrl } from '../../core/processing/call-connector.ts'
import type { ProcessingDeps } from '../../core/processing/deps.ts'
import { claimToCheck, saveFindings } from './store/provider-accounts.ts'

const accountsPerRound = 20
const timeoutMs = 10_000
const findingsMax = 10
const findingLengthMax = 500

/**
 * Checks what accounts need at their providers, once a day each, and soon after their credentials changed. What is wrong is kept,
 * and is an alert while it is. Returns how many it handled.
 */
export async function checkAccounts(deps: ProcessingDeps): Promise<number> {
  const connectors = [...deps.connectors].flatMap(([name, { checkAccount }]) => (checkAccount ? [name] : []))
  const ids = await claimToCheck(deps.database.engine, { connectors, limit: accountsPerRound })
  await Promise.all(
    ids.map(async (id) => {
      const account = await deps.routes.account(id)
      const found =
        account &&
        (await deps.connectors
          .get(account.connector)
          ?.checkAccount?.({ account, timeoutMs, notifyUrl: notifyUrl(deps, account) }))
      const kept = (found ?? []).slice(0, findingsMax).map((each) => each.slice(0, findingLengthMax))
      await saveFindings(deps.database.engine, id, kept)
    }),
  )
  return ids.length
}
