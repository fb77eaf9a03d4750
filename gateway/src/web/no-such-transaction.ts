import { isUuid } from '../platform/ids.ts'
import { Problem } from '../values/problem.ts'
import { shownName } from '../values/refuse-faults.ts'

/** The refusal of an id that no transaction of the point has. Who sent a reference in its place learns how to ask by it. */
export function noSuchTransaction(id: string): Problem {
  const shown = shownName(id)
  const message = isUuid(id)
    ? 'There is no such transaction.'
    : `${shown} is no transaction_id. By your reference: GET /api/v1/payments?reference=${encodeURIComponent(shown)}`
  return new Problem('not_found', { message })
}
