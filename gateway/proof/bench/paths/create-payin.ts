import type { Bench } from '../bench-world.ts'
import { groupLoop, groupSize, loopsOf, type OpenedPath } from '../contender.ts'
import { anotherRow, newReference, readExample } from '../example-rows.ts'
import { gatewayContender, type PathRequest, send } from '../gateway-requests.ts'
import { creationSteps, transactionSteps, writeCreations, writeTransactions } from '../limit-rows.ts'
import { writeOne } from '../limit-statements.ts'

/** A pay-in of one kind of instructions. `body`: all but the reference. */
export async function openCreatePayin(bench: Bench, body: object): Promise<OpenedPath> {
  const request: PathRequest = {
    method: 'POST',
    path: () => '/api/v1/payments/payin_hth',
    body: () => ({ ...body, reference: newReference() }),
  }
  const example = await readExample(bench, await send(bench, request))
  // An operator's own account has no provider that would be told.
  const told = example['attempt_kind'] !== null
  const steps = told ? creationSteps : transactionSteps
  const writeMany = told ? writeCreations : writeTransactions
  const many = () => Array.from({ length: groupSize }, () => anotherRow(bench, example))
  return {
    contenders: {
      gateway: gatewayContender(bench, request),
      driver: loopsOf(async () => await writeOne(bench.limit, steps, anotherRow(bench, example))),
      groups: groupLoop(async () => await writeMany(bench.limit, many())),
    },
  }
}
