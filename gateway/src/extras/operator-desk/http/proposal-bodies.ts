import { z } from 'zod'
import { uuidField } from '../../../core/web/operator-query.ts'
import { actionNames, type ProposedAction, readActionOfPage } from '../actions.ts'

export const proposalBody = z.object({
  action: z.enum(actionNames),
  transaction_id: uuidField.optional(),
  point_id: uuidField.optional(),
  input: z.record(z.string().max(40), z.unknown()).default({}),
  evidence: z.string().max(2_000).default(''),
  operation_id: uuidField.optional(),
})

/** Reads a proposal from a body. Throws `validation_failed` with every wrong field. */
export function proposedOf({ action, input, transaction_id, point_id }: z.output<typeof proposalBody>): ProposedAction {
  return readActionOfPage(action, { ...input, transaction_id, point_id })
}
