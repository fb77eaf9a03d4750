import { flatCard } from '../../test/support/card-request.ts'
import { type Bench, driverPool } from '../bench-world.ts'
import { loopsOf, type OpenedPath } from '../contender.ts'
import { anotherRow, readExample } from '../example-rows.ts'
import { bareContender, gatewayContender, type PathRequest, send } from '../gateway-contender.ts'
import { creationSteps, pendingOutcomeSteps } from '../limit-rows.ts'
import { type Row, writeOne } from '../limit-statements.ts'

const number = '4111111111111111'

export const cardRequest: PathRequest = {
  method: 'POST',
  path: () => '/api/v1/payments/payin_hth',
  body: () => flatCard(number),
}

/** What the driver tells the bank: the same order as the gateway's. */
function bankOrder(bench: Bench, row: Row): object {
  return {
    ...{ direction: 'in', kind: 'card', country: 'AR', currency: 'EUR', amount_minor: String(row['amount_minor']) },
    ...{ decimals: 2, notify_url: bench.bareServer.url, return_url: bench.bareServer.url },
    expires_at: row['expired_at'],
    payer: { name: 'Ana' },
    card: { number, security_code: '737', holder: 'ANA PRUEBA', exp_month: '12', exp_year: '2030', brand: 'VISA' },
  }
}

/** The driver's card: write, commit, ask the same bank, write what it said, commit. */
export async function takeCardByDriver(bench: Bench, pool: ReturnType<typeof driverPool>, row: Row): Promise<void> {
  await writeOne(pool, creationSteps, row)
  const answer = await bench.bank.call({
    method: 'PUT',
    path: `/v1/orders/${String(row['id'])}`,
    authorization: `Bearer ${bench.world.bankToken}`,
    body: JSON.stringify(bankOrder(bench, row)),
  })
  const order = JSON.parse(answer.body)
  if (order.state !== 'pending') throw new Error(`the bank answered ${answer.status}: ${answer.body}`)
  const told = { provider_reference: order.bank_reference, provider_page_url: order.payer_url ?? null }
  await writeOne(pool, pendingOutcomeSteps, { ...row, ...told })
}

/** A card that the bank takes and pays out later. */
export async function openCardPayin(bench: Bench): Promise<OpenedPath> {
  const own = driverPool(bench.world.databaseUrl)
  const limit = driverPool(bench.limitUrl)
  const example = await readCardExample(bench, await send(bench, bench.gateway, { of: cardRequest, index: 0 }))
  return {
    contenders: {
      gateway: gatewayContender(bench, cardRequest, own),
      driver: loopsOf(async () => await takeCardByDriver(bench, limit, anotherRow(bench, example))),
      http: await bareContender(bench, cardRequest),
    },
    close: async () => void (await Promise.all([own.end(), limit.end()])),
  }
}

/** A card that the bank took, read back from the gateway's reply. */
export async function readCardExample(bench: Bench, reply: string): Promise<Row> {
  return { ...(await readExample(bench, reply)), new_attempt_state: 'open', outcome: 'pending' }
}
