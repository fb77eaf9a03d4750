import { requireProposal } from '../approvals/read-proposals.ts'
import { type ProposalRow, proposedBy } from '../approvals/rules/proposal.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { Problem } from '../values/problem.ts'
import { type Foresight, nothingForeseen } from './preview.ts'
import { foresee } from './preview-action.ts'
import type { ProposedAction } from './proposed-action.ts'

/** A proposal with what it would do now; nothing where it is decided. */
export interface ProposalWithForesight {
  row: ProposalRow
  foreseen: Foresight | undefined
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
    return await foresee(deps, proposedBy<ProposedAction>(row))
  } catch (error) {
    if (error instanceof Problem) return { ...nothingForeseen, blocked: error.message }
    throw error
  }
}
