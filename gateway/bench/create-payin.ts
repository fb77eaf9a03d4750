import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { Agent, request } from 'undici'
import { systemClock } from '../src/lib/clock.ts'
import { uuidV7 } from '../src/lib/ids.ts'
import { insertTransactions, type NewTransaction, referenceKey } from '../src/store/creations.ts'
import { openDatabase } from '../src/store/database.ts'
import { groupWriter } from '../src/store/group-commit.ts'
import { startWorld } from '../test/support/world.ts'
import { closedLoop, type LoopResult } from './closed-loop.ts'
import { report } from './report.ts'

const inFlight = 64
const seconds = Number(process.env['BENCH_SECONDS'] ?? 6)
/** As many items per statement and statements in flight as the group writer uses. */
const groupSize = 32
const groupsInFlight = 2

const clock = systemClock()

/**
 * Create pay-in (bank transfer, durable): over HTTP, through `write(item)`, and the machine's own limit in the same
 * run: the same named statement straight from the driver, in groups and one row at a time. Ratios first.
 */
async function main(): Promise<void> {
  const world = await startWorld()
  const database = openDatabase(world.databaseUrl, (error) => console.error(error))
  try {
    const example = await exampleItem(world, database.engine)
    const straight = await closedLoop({
      inFlight: groupsInFlight,
      seconds,
      itemsPerCall: groupSize,
      work: async () =>
        await insertTransactions(
          database.engine,
          Array.from({ length: groupSize }, () => another(example)),
        ),
    })
    const single = await closedLoop({
      inFlight,
      seconds,
      work: async () => await insertTransactions(database.engine, [another(example)]),
    })
    const writer = groupWriter({
      keyOf: (item: NewTransaction) => referenceKey(item.pointId, item.payType, item.reference),
      writeGroup: async (items) => await insertTransactions(database.engine, items),
    })
    const written = await closedLoop({ inFlight, seconds, work: async () => await writer.write(another(example)) })
    const overHttp = await httpLoop(world)
    await report(database.engine, {
      title: `Create pay-in (BT_AR, durable), ${inFlight} in flight, closed loop, ${seconds} s each`,
      limit: straight.perSecond,
      lines: [
        [
          `the same statement straight from the driver, ${groupsInFlight} × ${groupSize} rows (times per statement)`,
          straight,
        ],
        ['the same statement straight from the driver, one row each', single],
        ['write(item), grouped', written],
        ['over HTTP: validation, keys, instructions, reply', overHttp],
      ],
    })
  } finally {
    await database.close()
    await world.stop()
  }
}

async function httpLoop(world: Awaited<ReturnType<typeof startWorld>>): Promise<LoopResult> {
  const agent = new Agent({ connections: inFlight, pipelining: 1 })
  const headers = { authorization: `Bearer ${world.demo.api_key}`, 'content-type': 'application/json' }
  const run = randomBytes(4).toString('hex')
  const result = await closedLoop({
    inFlight,
    seconds,
    work: async (index) => {
      const body = JSON.stringify({
        service_code: 'BT_AR',
        amount: 777.01,
        reference: `${run}-${index}`,
        payer_doc_id: '20267565393',
      })
      const answer = await request(`${world.url}/api/v1/payments/payin_hth`, {
        method: 'POST',
        dispatcher: agent,
        headers,
        body,
      })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
    },
  })
  await agent.close()
  return result
}

/** One real pay-in, read back, so that the rows written below are of the same size. */
async function exampleItem(world: Awaited<ReturnType<typeof startWorld>>, pool: pg.Pool): Promise<NewTransaction> {
  const answer = await world.call('POST', '/api/v1/payments/payin_hth', {
    body: { service_code: 'BT_AR', amount: 777.01, reference: 'example', payer_doc_id: '20267565393' },
  })
  const found = await pool.query<Record<string, never>>('select * from transactions where id = $1', [
    answer.body.data.transaction_id,
  ])
  const row = found.rows[0]
  if (!row) throw new Error('the example was not written')
  return {
    id: '',
    pointId: row['point_id'] ?? '',
    environment: 'test',
    payType: 'payin',
    serviceCode: 'BT_AR',
    reference: '',
    amountMinor: 77701n,
    currency: 'ARS',
    status: 'PENDING',
    reason: 'awaiting_payment',
    connectorAccountId: row['connector_account_id'] ?? '',
    sequence: 0n,
    targetReference: '',
    instructions: row['instructions'] ?? {},
    details: row['details'] ?? {},
    partyDocument: '20267565393',
    partyName: null,
    contentHash: randomBytes(32),
    payToken: '',
    redirectUrl: null,
    cardBin: null,
    cardLast4: null,
    expiredAt: new Date(clock.now().getTime() + 86_400_000),
    feeMinor: 0n,
    createdByKey: null,
    approvalUntil: null,
    attempt: null,
  }
}

let sequence = 10n ** 15n

function another(example: NewTransaction): NewTransaction {
  const id = uuidV7(clock.now())
  sequence++
  return {
    ...example,
    id,
    reference: id,
    sequence,
    targetReference: `B${sequence}`,
    payToken: randomBytes(16).toString('base64url'),
    attempt: { id: uuidV7(clock.now()), kind: 'announce', key: id, state: 'waiting', leaseOwner: null, leaseMs: null },
  }
}

await main()
