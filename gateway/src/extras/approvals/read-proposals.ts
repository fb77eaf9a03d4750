import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { say } from '../../core/texts/messages/say.ts'
import { Problem } from '../../core/values/problem.ts'
import type { ProposalFilters, ProposalRow } from './rules/proposal.ts'
import { countOpenProposals, readProposal, readProposals } from './store/reads/proposals.ts'

type ReadDeps = Pick<PlatformDeps, 'database'>

/** Throws `not_found`. */
export async function requireProposal({ database }: ReadDeps, id: string): Promise<ProposalRow> {
  const row = isUuid(id) ? await readProposal(database.engine, id) : undefined
  if (!row) throw new Problem('not_found', { message: say('proposal.unknown') })
  return row
}

/** A page of proposals, newest first. */
export async function listProposals(
  { database }: ReadDeps,
  filters: ProposalFilters,
): Promise<{ rows: readonly ProposalRow[]; next: string | null }> {
  const found = await readProposals(database.engine, { ...filters, limit: filters.limit + 1 })
  const rows = found.slice(0, filters.limit)
  return { rows, next: found.length > filters.limit ? (rows.at(-1)?.id ?? null) : null }
}

/** The number of open proposals. */
export async function countWaitingProposals({ database }: ReadDeps): Promise<number> {
  return await countOpenProposals(database.engine)
}
