import { flatCard } from '../../../test/support/card-request.ts'
import type { Bench } from '../bench-world.ts'
import { loopsOf, type OpenedPath } from '../contender.ts'
import { anotherRow, readExample } from '../example-rows.ts'
import { gatewayContender, orderAtBank, type PathRequest, send } from '../gateway-requests.ts'
import { creationSteps, outcomeSteps } from '../limit-rows.ts'
import { type Row, writeOne } from '../limit-statements.ts'

const number = '4111111111111111'

export const cardRequest: PathRequest = {
  method: 'POST',
  path: () => '/api/v1/payments/payin_hth',
  body: () => flatCard(number),
}

/** The driver's card: write, commit, ask the same bank, write what it said, commit. */
export async function takeCardByDriver(bench: Bench, row: Row): Promise<void> {
  await writeOne(bench.limit, creationSteps, row)
  const body = {
    ...{ direction: 'in', kind: 'card', country: 'AR', currency: 'EUR', amount_minor: String(row['amount_minor']) },
    ...{ decimals: 2, return_url: bench.noticesUrl, expires_at: row['expired_at'], payer: { name: 'Ana' } },
    card: { number, security_code: '737', holder: 'ANA PRUEBA', exp_month: '12', exp_year: '2030', brand: 'VISA' },
  }
  const told = await orderAtBank(bench, { id: row['id'], state: 'pending', body })
  const known = { provider_reference: told.bank_reference, provider_page_url: told.payer_url ?? null }
  await writeOne(bench.limit, outcomeSteps, { ...row, ...known })
}

/** A card that the bank takes and pays out later. */
export async function openCardPayin(bench: Bench): Promise<OpenedPath> {
  const example = await readCardExample(bench, await send(bench, cardRequest))
  return {
    contenders: {
      gateway: gatewayContender(bench, cardRequest),
      driver: loopsOf(async () => await takeCardByDriver(bench, anotherRow(bench, example))),
    },
  }
}

/** A card that the bank took, read back from the gateway's reply. */
export async function readCardExample(bench: Bench, reply: string): Promise<Row> {
  return { ...(await readExample(bench, reply)), new_attempt_state: 'open', outcome: 'pending' }
}
