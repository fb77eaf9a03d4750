import { isUuid } from '../platform/ids.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { shownName } from '../values/refuse-faults.ts'

/**
 * The refusal of an id that no transaction of the point has. Who sent a reference in place of the id learns how to ask
 * by it. What was sent is shown without control characters and without a possible card number.
 */
export function noSuchTransaction(id: string): Problem {
  if (isUuid(id)) return new Problem('not_found', { message: say('transaction.unknown') })
  const shown = shownName(id)
  // A text that is not shown as it was sent is no reference to ask by.
  const reference = shown === id ? encodeURIComponent(id) : '{reference}'
  const address = `GET /api/v1/payments?reference=${reference}`
  const message = say('transaction.id_form', { text: shown, address })
  return new Problem('not_found', { message })
}
