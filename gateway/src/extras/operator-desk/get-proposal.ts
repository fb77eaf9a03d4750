import type { PlatformDeps } from '../../core/platform/deps.ts'
import { Problem } from '../../core/values/problem.ts'
import { requireProposal } from '../approvals/read-proposals.ts'
import { type ProposalRow, proposedBy } from '../approvals/rules/proposal.ts'
import { type ProposedAction, previewAction } from './actions.ts'
import { emptyPreview, type Preview } from './preview.ts'

/** A proposal with its preview; without preview if it is decided. */
export interface ProposalWithPreview {
  row: ProposalRow
  preview: Preview | undefined
}

/** Throws `not_found`. */
export async function getProposal(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  id: string,
): Promise<ProposalWithPreview> {
  const row = await requireProposal(deps, id)
  if (row.state !== 'open') return { row, preview: undefined }
  return { row, preview: await previewOpen(deps, row) }
}

/** The preview may now fail although the proposal was valid. The deciding operator must see that. */
async function previewOpen(deps: Pick<PlatformDeps, 'database'>, row: ProposalRow): Promise<Preview> {
  try {
    return await previewAction(deps, proposedBy<ProposedAction>(row))
  } catch (error) {
    if (error instanceof Problem) return { ...emptyPreview, blocked: error.message }
    throw error
  }
}
