import { setTimeout as sleep } from 'node:timers/promises'
import { accountConnections } from '../../core/connectors/account-connections.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import { migrate } from '../../core/platform/database/migrate.ts'
import { readLastBeatMs } from '../../core/platform/database/nodes.ts'
import { inquiryBudget } from '../../core/processing/inquiries/inquiry-budget.ts'
import { routeFinder } from '../../core/processing/route-finder.ts'
import { findSimulatedBanks } from '../../core/processing/store/connector-accounts.ts'
import { fromStored } from '../../core/texts/messages/say.ts'
import { cellFacts, routerMap } from '../cells/cell-facts.ts'
import { checkCells } from '../cells/check-cells.ts'
import { connectorsOfExtras } from '../providers/connectors.ts'
import { settleRestored } from '../restore/settle-restored.ts'
import { type InvariantResult, invariants, type UnderReview } from '../verify/invariant.ts'
import { verify } from '../verify/verify.ts'
import { type Command, UsageError } from './command.ts'
import { type CliDeps, withDatabase } from './deps.ts'
import { machineActor } from './machine.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: "Bring the database's schema to this version; for deployments with MIGRATE=off.",
  options: {},
  run: async ({ config, say }) => {
    const version = await withDatabase(config, say, async (database) => await migrate(database.owner, say))
    return { facts: { schema_version: String(version) } }
  },
}

/**
 * Longer than the heartbeat of running processes, which is every second. Heartbeats restored from a backup do not
 * change.
 */
const beatWaitMs = 3_000

async function isServing({ database }: Pick<CliDeps, 'database'>): Promise<boolean> {
  const before = await readLastBeatMs(database.engine)
  if (before === undefined) return false
  await sleep(beatWaitMs)
  return (await readLastBeatMs(database.engine)) !== before
}

export const afterRestoreCommand: Command = {
  name: 'after-restore',
  summary: 'Run once after a restore of the database, before a gateway starts on it.',
  options: {},
  run: async ({ withDeps }) => {
    const done = await withDeps(async (deps) => {
      if (await isServing(deps)) {
        throw new UsageError('A gateway is running on this database: stop all of them first, or check DATABASE_URL.')
      }
      return await settleRestored(deps, machineActor())
    })
    return {
      facts: {
        order_numbers_from: String(done.orderNumber),
        orders_asked_for: String(done.asked),
        approvals_ended: String(done.approvalsEnded),
        invitations_revoked: String(done.invitationsRevoked),
        sessions_ended: String(done.sessionsEnded),
      },
      notes: [
        'What happened after the backup is not in it. Before merchants are let in: compare the payouts of your banks since then',
        'with what the gateway knows, revoke again the keys and people that were revoked since, and run "pasarela verify" (docs/operations.md).',
      ],
    }
  },
}

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Prove the books: every invariant against the database and the records of its providers.',
  options: { changed: { help: 'check only data that changed since the last run' } },
  run: async ({ withDeps }, values) => {
    const verdict = await withDeps(async (deps) => {
      const routes = routeFinder(deps)
      const connections = accountConnections({ allowCidrs: deps.callbackAllowCidrs })
      // An account without provider records is shown as not checked.
      const connectors = createConnectors({
        simulatedBankUrl: await bankUrl(deps, routes),
        further: connectorsOfExtras({ allowCidrs: deps.callbackAllowCidrs, connections }),
        onThrown: () => undefined,
      })
      // The gateway's processes ask the same providers meanwhile.
      const budget = inquiryBudget(() => 2)
      try {
        return await verify(
          { ...deps, routes, connectors, inquiryBudget: budget },
          { full: values['changed'] === undefined },
        )
      } finally {
        await connections.close()
      }
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
  const missing = notChecked === undefined ? '' : ` (${notChecked.map(fromStored).join('; ')})`
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

const mapCommand: Command = {
  name: 'router map',
  summary: 'Print the ids of points and keys that do not tell their cell, as a map file of HAProxy.',
  options: {},
  run: async ({ withDeps }) => ({ facts: await withDeps(routerMap) }),
}

const factsCommand: Command = {
  name: 'cell facts',
  summary: 'Print hashes, keyed by CELLS_KEY, of what must stand in one cell only: accounts, points and keys.',
  options: {},
  run: async ({ config, withDeps }) => ({
    facts: await withDeps(async (deps) => await cellFacts(deps, config.cellsKey)),
  }),
}

const checkCommand: Command = {
  name: 'cell check',
  summary: 'Compare what cell facts printed in each cell, and name what stands in two cells; then the exit code is 1.',
  argument: { value: 'FILE', help: 'the outputs of cell facts, one of each cell', isList: true },
  options: {},
  run: async (_surroundings, _values, files) => {
    const checked = checkCells(files)
    if ('faults' in checked) throw new UsageError(checked.faults.join('\n'))
    const { cells, shared } = checked
    return await Promise.resolve({
      facts: Object.fromEntries(shared.map(({ name, last, cells: of }) => [name, `${last} in cells ${of.join(', ')}`])),
      json: shared,
      notes: [`${cells} cells were compared: ${shared.length} hashes stand in two of them or more.`],
      exitCode: shared.length > 0 ? 1 : 0,
    })
  },
}

export const cellCommands: readonly Command[] = [mapCommand, factsCommand, checkCommand]
