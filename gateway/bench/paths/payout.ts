import { type Bench, driverPool } from '../bench-world.ts'
import { loopsOf, type OpenedPath } from '../contender.ts'
import { anotherRow, newReference, readExample } from '../example-rows.ts'
import { bareContender, gatewayContender, type PathRequest, send } from '../gateway-contender.ts'
import { openLimitAccounts } from '../limit-accounts.ts'
import { payoutOutcomeSteps, reservationSteps } from '../limit-rows.ts'
import { type Row, writeOne } from '../limit-statements.ts'

const body = { service_code: 'BT_AR', amount: 10, account_type: 'CBU', account: '2850590940090418135201' }

export const payoutRequest: PathRequest = {
  method: 'POST',
  path: () => '/api/v1/payments/payout_hth',
  body: () => ({ ...body, reference: newReference() }),
}

/** What the driver tells the bank: the same order as the gateway's. */
function bankOrder(bench: Bench): object {
  return {
    ...{ direction: 'out', kind: 'transfer', country: 'AR', currency: 'ARS', amount_minor: '1000', decimals: 2 },
    ...{ notify_url: bench.bareServer.url, beneficiary: { account: body.account } },
  }
}

/** The driver's payout: reserve, commit, ask the same bank, write what it said, commit. */
export async function payOutByDriver(bench: Bench, pool: ReturnType<typeof driverPool>, row: Row): Promise<void> {
  await writeOne(pool, reservationSteps, row)
  const answer = await bench.bank.call({
    method: 'PUT',
    path: `/v1/orders/${String(row['id'])}`,
    authorization: `Bearer ${bench.world.bankToken}`,
    body: JSON.stringify(bankOrder(bench)),
  })
  const order = JSON.parse(answer.body)
  if (order.state !== 'completed') throw new Error(`the bank answered ${answer.status}: ${answer.body}`)
  const told = { provider_reference: order.bank_reference, end_to_end_id: order.end_to_end_id }
  await writeOne(pool, payoutOutcomeSteps, { ...row, ...told })
}

/** A payout with the simulated bank's answer. */
export async function openPayout(bench: Bench): Promise<OpenedPath> {
  const own = driverPool(bench.world.databaseUrl)
  const limit = driverPool(bench.limitUrl)
  const reply = await send(bench, bench.gateway, { of: payoutRequest, index: 0 })
  if (JSON.parse(reply).data.status !== 'COMPLETED') throw new Error(`the payout was not completed at once: ${reply}`)
  const example = await readPayoutExample(bench, reply)
  const withAccounts = await openLimitAccounts(bench, limit, {
    currency: 'ARS',
    connectorAccountId: example['connector_account_id'],
  })
  return {
    contenders: {
      gateway: gatewayContender(bench, payoutRequest, own),
      driver: loopsOf(async () => await payOutByDriver(bench, limit, withAccounts(anotherRow(bench, example)))),
      http: await bareContender(bench, payoutRequest),
    },
    close: async () => void (await Promise.all([own.end(), limit.end()])),
  }
}

/** A completed payout, read back from the gateway's reply. */
export async function readPayoutExample(bench: Bench, reply: string): Promise<Row> {
  const closed = { new_attempt_state: 'closed', outcome: 'completed' }
  return { ...(await readExample(bench, reply)), ...closed }
}
