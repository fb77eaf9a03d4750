import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import type { ProposalFilters, ProposalRow } from './rules/proposal.ts'
import { hasLapsing, lapseProposals } from './store/proposals.ts'
import { countOpenProposals, readProposal, readProposals } from './store/reads/proposals.ts'

type ReadDeps = Pick<PlatformDeps, 'database' | 'clock'>

/** Throws `not_found`. */
export async function requireProposal(deps: ReadDeps, id: string): Promise<ProposalRow> {
  await lapse(deps)
  const row = isUuid(id) ? await readProposal(deps.database.engine, id) : undefined
  if (!row) throw new Problem('not_found', { message: say('proposal.unknown') })
  return row
}

/** A page of proposals, newest first. */
export async function listProposals(
  deps: ReadDeps,
  filters: ProposalFilters,
): Promise<{ rows: readonly ProposalRow[]; next: string | null }> {
  await lapse(deps)
  const found = await readProposals(deps.database.engine, { ...filters, limit: filters.limit + 1 })
  const rows = found.slice(0, filters.limit)
  return { rows, next: found.length > filters.limit ? (rows.at(-1)?.id ?? null) : null }
}

/** The number of open proposals. */
export async function countWaitingProposals(deps: ReadDeps): Promise<number> {
  await lapse(deps)
  return await countOpenProposals(deps.database.engine)
}

/** Whoever looks at proposals or makes one ends those of people who may not act any more. Two people must stand behind each. */
export async function lapse({ database, clock }: ReadDeps): Promise<void> {
  if (!(await hasLapsing(database.engine))) return
  await inTransaction(database.engine, async (tx) => {
    for (const { id, action } of await lapseProposals(tx, say('proposal.proposer_gone'))) {
      const facts = { objectId: id, detail: { action, why: 'proposer_gone' } }
      await writeAudit(tx, auditOf('gateway', 'proposal.withdraw', facts), clock.now())
    }
  })
}
