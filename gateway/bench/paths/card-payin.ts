import { flatCard } from '../../test/support/card-request.ts'
import { type Bench, driverPool } from '../bench-world.ts'
import { loopsOf, type OpenedPath } from '../contender.ts'
import { anotherRow, readExample } from '../example-rows.ts'
import { bareContender, gatewayContender, type PathRequest, send } from '../gateway-contender.ts'
import { creationSteps, pendingOutcomeSteps } from '../limit-rows.ts'
import { type Row, writeOne } from '../limit-statements.ts'

const number = '4111111111111111'

const request: PathRequest = {
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

async function payByDriver(bench: Bench, pool: ReturnType<typeof driverPool>, row: Row): Promise<void> {
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
  const made = await readExample(bench, await send(bench, bench.gateway, { of: request, index: 0 }))
  const example = { ...made, new_attempt_state: 'open', outcome: 'pending' }
  return {
    contenders: {
      gateway: gatewayContender(bench, request, own),
      driver: loopsOf(async () => await payByDriver(bench, limit, anotherRow(bench, example))),
      http: await bareContender(bench, request),
    },
    close: async () => void (await Promise.all([own.end(), limit.end()])),
  }
}
