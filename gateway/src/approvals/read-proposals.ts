import type { PlatformDeps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { type Foresight, nothingForeseen } from '../review/preview.ts'
import { foresee } from '../review/preview-action.ts'
import type { ProposedAction } from '../review/proposed-action.ts'
import { Problem } from '../values/problem.ts'
import { type ProposalFilters, type ProposalRow, readProposal, readProposals } from './store/reads/proposals.ts'

/** A proposal with what it would do now; nothing where it is decided. */
export interface ProposalWithForesight {
  row: ProposalRow
  foreseen: Foresight | undefined
}

/** Throws `not_found`. */
export async function requireProposal(deps: Pick<PlatformDeps, 'database'>, id: string): Promise<ProposalRow> {
  const row = isUuid(id) ? await readProposal(deps.database.engine, id) : undefined
  if (!row) throw new Problem('not_found', { message: 'There is no such proposal.' })
  return row
}

/** What was proposed, exactly as it was stored. */
export function proposedBy(row: ProposalRow): ProposedAction {
  return row.input as unknown as ProposedAction
}

/** Throws `not_found`. */
export async function getProposal(deps: Pick<PlatformDeps, 'database'>, id: string): Promise<ProposalWithForesight> {
  const row = await requireProposal(deps, id)
  if (row.state !== 'open') return { row, foreseen: undefined }
  return { row, foreseen: await foreseeOpen(deps, row) }
}

/** What was right when it was proposed may be wrong by now: that is what the decider must read. */
async function foreseeOpen(deps: Pick<PlatformDeps, 'database'>, row: ProposalRow): Promise<Foresight> {
  try {
    return await foresee(deps, proposedBy(row))
  } catch (error) {
    if (error instanceof Problem) return { ...nothingForeseen, blocked: error.message }
    throw error
  }
}

/** A page of proposals, newest first. */
export async function listProposals(
  deps: Pick<PlatformDeps, 'database'>,
  filters: ProposalFilters,
): Promise<{ rows: readonly ProposalRow[]; next: string | null }> {
  const found = await readProposals(deps.database.engine, { ...filters, limit: filters.limit + 1 })
  const rows = found.slice(0, filters.limit)
  return { rows, next: found.length > filters.limit ? (rows.at(-1)?.id ?? null) : null }
}
