import type { Bench } from '../bench-world.ts'
import { loopsOf, type OpenedPath } from '../contender.ts'
import { anotherRow, newReference, readExample } from '../example-rows.ts'
import { gatewayContender, orderAtBank, type PathRequest, send } from '../gateway-requests.ts'
import { openLimitAccounts } from '../limit-accounts.ts'
import { payoutOutcomeSteps, reservationSteps } from '../limit-rows.ts'
import { type Row, writeOne } from '../limit-statements.ts'

const body = { service_code: 'BT_AR', amount: 10, account_type: 'CBU', account: '2850590940090418135201' }

export const payoutRequest: PathRequest = {
  method: 'POST',
  path: () => '/api/v1/payments/payout_hth',
  body: () => ({ ...body, reference: newReference() }),
}

/** The driver's payout: reserve, commit, ask the same bank, write what it said, commit. */
export async function payOutByDriver(bench: Bench, row: Row): Promise<void> {
  await writeOne(bench.limit, reservationSteps, row)
  const order = {
    ...{ direction: 'out', kind: 'transfer', country: 'AR', currency: 'ARS', amount_minor: '1000', decimals: 2 },
    beneficiary: { account: body.account },
  }
  const told = await orderAtBank(bench, { id: row['id'], state: 'completed', body: order })
  const known = { provider_reference: told.bank_reference, end_to_end_id: told.end_to_end_id }
  await writeOne(bench.limit, payoutOutcomeSteps, { ...row, ...known })
}

/** A payout with the simulated bank's answer. */
export async function openPayout(bench: Bench): Promise<OpenedPath> {
  const reply = await send(bench, payoutRequest)
  if (JSON.parse(reply).data.status !== 'COMPLETED') throw new Error(`the payout was not completed at once: ${reply}`)
  const example = await readPayoutExample(bench, reply)
  const withAccounts = await openLimitAccounts(bench, example)
  return {
    contenders: {
      gateway: gatewayContender(bench, payoutRequest),
      driver: loopsOf(async () => await payOutByDriver(bench, withAccounts(anotherRow(bench, example)))),
    },
  }
}

/** A completed payout, read back from the gateway's reply. */
export async function readPayoutExample(bench: Bench, reply: string): Promise<Row> {
  const closed = { new_attempt_state: 'closed', outcome: 'completed' }
  return { ...(await readExample(bench, reply)), ...closed }
}
