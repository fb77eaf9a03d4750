import { type Bench, driverPool } from '../bench-world.ts'
import { groupLoop, groupSize, loopsOf, type OpenedPath } from '../contender.ts'
import { anotherRow, newReference, readExample } from '../example-rows.ts'
import { bareContender, gatewayContender, type PathRequest, send } from '../gateway-contender.ts'
import { creationSteps, writeCreations } from '../limit-rows.ts'
import { writeOne } from '../limit-statements.ts'

/** A pay-in of one kind of instructions. `body`: all but the reference. */
export async function openCreatePayin(bench: Bench, body: object): Promise<OpenedPath> {
  const request: PathRequest = {
    method: 'POST',
    path: () => '/api/v1/payments/payin_hth',
    body: () => ({ ...body, reference: newReference() }),
  }
  const own = driverPool(bench.world.databaseUrl)
  const limit = driverPool(bench.limitUrl)
  const example = await readExample(bench, await send(bench, bench.gateway, { of: request, index: 0 }))
  const many = () => Array.from({ length: groupSize }, () => anotherRow(bench, example))
  return {
    contenders: {
      gateway: gatewayContender(bench, request, own),
      driver: loopsOf(async () => await writeOne(limit, creationSteps, anotherRow(bench, example))),
      groups: groupLoop(async () => await writeCreations(limit, many())),
      http: await bareContender(bench, request),
    },
    close: async () => void (await Promise.all([own.end(), limit.end()])),
  }
}
