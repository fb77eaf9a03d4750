import { createConnectors } from '../../core/connectors/index.ts'
import { routeFinder } from '../../core/processing/route-finder.ts'
import { findSimulatedBanks } from '../../core/processing/store/connector-accounts.ts'
import { ownAccount } from '../bank-accounts/connector/connector.ts'
import { type InvariantResult, invariants, type UnderReview } from '../verify/invariant.ts'
import { verify } from '../verify/verify.ts'
import type { Command } from './command.ts'
import type { CliDeps } from './deps.ts'

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Prove the books: thirteen invariants against the database and the provider records of the simulated bank.',
  options: { changed: { help: 'check only data that changed since the last run' } },
  run: async ({ withDeps }, values) => {
    const verdict = await withDeps(async (deps) => {
      const routes = routeFinder(deps)
      // An account without provider records is shown as not checked.
      const connectors = createConnectors({
        simulatedBankUrl: await bankUrl(deps, routes),
        further: [ownAccount()],
        onThrown: () => undefined,
      })
      return await verify({ ...deps, routes, connectors }, { full: values['changed'] === undefined })
    })
    const facts = Object.fromEntries(verdict.results.map((result) => [result.id, factOf(result)]))
    const examples = verdict.results.flatMap(({ id, examples: found }) =>
      found.map((violation) => `${id} ${violation.id}: ${violation.what}`),
    )
    const review = verdict.results.flatMap(({ underReview }) => (underReview ? reviewNotes(underReview) : []))
    const seconds = (verdict.tookMs / 1_000).toFixed(1)
    const unread = verdict.results.filter(({ notChecked, checked }) => notChecked !== undefined && checked === 0)
    const without = unread.length === 0 ? '' : `, without ${unread.map(({ id }) => id).join(', ')}`
    const what = `${verdict.full ? 'everything' : 'what changed'}${without}`
    const sum = `${verdict.violations} violations; looked at ${what}: ${verdict.transactions} transactions in ${seconds} s.`
    return {
      facts: { ...facts, violations: String(verdict.violations) },
      notes: [...examples, ...review, sum],
      exitCode: verdict.violations > 0 ? 1 : 0,
    }
  },
}

/** Transactions in the review queue, and how some of them differ from the provider's records. */
function reviewNotes(review: UnderReview): string[] {
  const { transactions, needsOperator, suspense, proposals, differing, examples } = review
  if (transactions === 0 && differing === 0) return []
  const counts = `${needsOperator} need an operator, ${suspense} have money in suspense, ${proposals} have an open proposal`
  return [
    `Under review: ${transactions} transactions (${counts}); ${differing} differences from the provider records, which are no violations:`,
    ...examples.map(({ id, what }) => `under review ${id}: ${what}`),
  ]
}

function factOf({ id, checked, violations, notChecked }: InvariantResult): string {
  const verdict = violations > 0 ? `BROKEN ${violations} times` : checked > 0 ? 'holds' : 'not checked'
  const missing = notChecked === undefined ? '' : ` (${notChecked})`
  return `${verdict.padEnd(11)} ${String(checked).padStart(8)} looked at   ${invariants[id]}${missing}`
}

/**
 * The simulated bank's address is stored with its credentials, because this command does not know the gateway's
 * settings.
 */
async function bankUrl(deps: CliDeps, routes: ReturnType<typeof routeFinder>): Promise<string | undefined> {
  const [id] = await findSimulatedBanks(deps.database.engine)
  const account = id === undefined ? undefined : await routes.account(id)
  if (!account) return undefined
  const { url } = JSON.parse(account.credentials) as { url?: unknown }
  return typeof url === 'string' ? url : undefined
}
