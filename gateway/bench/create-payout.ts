import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { Agent, request } from 'undici'
import { systemClock } from '../src/lib/clock.ts'
import { uuidV7 } from '../src/lib/ids.ts'
import { createLog } from '../src/lib/log.ts'
import { createMetrics } from '../src/lib/metrics.ts'
import { applyOutcomes } from '../src/operations/apply-outcome.ts'
import type { ApplyItem } from '../src/operations/news-item.ts'
import { reservePayouts } from '../src/operations/reserve-payouts.ts'
import { type NewTransaction, referenceKey } from '../src/store/creations.ts'
import { openDatabase } from '../src/store/database.ts'
import { groupWriter } from '../src/store/group-commit.ts'
import { startWorld } from '../test/support/world.ts'
import { closedLoop, type LoopResult } from './closed-loop.ts'
import { report } from './report.ts'

const inFlight = 64
const seconds = Number(process.env['BENCH_SECONDS'] ?? 6)
/** As many items per commit and commits in flight as the group writer uses. */
const groupSize = 32

const clock = systemClock()
type World = Awaited<ReturnType<typeof startWorld>>

/**
 * A payout is two commits: accept and reserve, then the outcome with ledger and callback. Both over HTTP with the
 * simulated bank in between, through the group writers, and the machine's own limit in the same run: the same two
 * commits straight from the driver, in groups and one by one. All payouts are of one point, the worst case: its account
 * is the one row that all of them must lock.
 */
async function main(): Promise<void> {
  const world = await startWorld()
  const database = openDatabase(world.databaseUrl, (error) => console.error(error))
  const deps = {
    database,
    metrics: createMetrics(),
    log: createLog('silent'),
    wake: () => undefined,
    knownAccounts: new Map<string, bigint>(),
  }
  const reserve = async (items: readonly NewTransaction[]) => await reservePayouts(deps, items)
  const complete = async (items: readonly ApplyItem[]) => await applyOutcomes(deps, items)
  try {
    const example = await exampleItem(world, database.engine)
    const both = async (size: number) => {
      const items = Array.from({ length: size }, () => another(example))
      await reserve(items)
      await complete(items.map(completed))
    }
    const straight = await closedLoop({
      inFlight: 2,
      seconds,
      itemsPerCall: groupSize,
      work: async () => await both(groupSize),
    })
    const single = await closedLoop({ inFlight: 12, seconds, work: async () => await both(1) })
    const reservations = groupWriter({
      keyOf: (item: NewTransaction) => referenceKey(item.pointId, item.payType, item.reference),
      writeGroup: reserve,
    })
    const outcomes = groupWriter({ keyOf: (item: ApplyItem) => item.transactionId, writeGroup: complete })
    const written = await closedLoop({
      inFlight,
      seconds,
      work: async () => {
        const item = another(example)
        await reservations.write(item)
        await outcomes.write(completed(item))
      },
    })
    const overHttp = await httpLoop(world)
    await report(database.engine, {
      title: `Payout (BT_AR, durable, one point), ${inFlight} in flight, closed loop, ${seconds} s each`,
      limit: straight.perSecond,
      lines: [
        [`the same two commits straight from the driver, groups of ${groupSize} (times per group)`, straight],
        ['the same two commits straight from the driver, one payout each', single],
        ['write(item) twice, grouped', written],
        ['over HTTP: validation, reservation, the simulated bank, outcome, reply', overHttp],
      ],
    })
  } finally {
    await database.close()
    await world.stop()
  }
}

async function httpLoop(world: World): Promise<LoopResult> {
  const agent = new Agent({ connections: inFlight, pipelining: 1 })
  const headers = { authorization: `Bearer ${world.demo.api_key}`, 'content-type': 'application/json' }
  const run = randomBytes(4).toString('hex')
  const result = await closedLoop({
    inFlight,
    seconds,
    work: async (index) => {
      const answer = await request(`${world.url}/api/v1/payments/payout_hth`, {
        method: 'POST',
        dispatcher: agent,
        headers,
        body: JSON.stringify({ ...payout, reference: `${run}-${index}` }),
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${text}`)
    },
  })
  await agent.close()
  return result
}

const payout = { service_code: 'BT_AR', amount: 10, account_type: 'CBU', account: '2850590940090418135201' }

/** One real payout, read back, so that the rows written below are of the same size. */
async function exampleItem(world: World, pool: pg.Pool): Promise<NewTransaction> {
  const answer = await world.call('POST', '/api/v1/payments/payout_hth', { body: { ...payout, reference: 'example' } })
  const found = await pool.query<Record<string, never>>('select * from transactions where id = $1', [
    answer.body.data.transaction_id,
  ])
  const row = found.rows[0]
  if (!row) throw new Error('the example was not written')
  return {
    id: '',
    pointId: row['point_id'] ?? '',
    environment: 'test',
    payType: 'payout',
    serviceCode: 'BT_AR',
    reference: '',
    amountMinor: 1000n,
    currency: 'ARS',
    status: 'PENDING',
    reason: 'submitted',
    connectorAccountId: row['connector_account_id'] ?? '',
    sequence: 0n,
    targetReference: null,
    instructions: {},
    details: row['details'] ?? {},
    partyDocument: null,
    partyName: null,
    contentHash: randomBytes(32),
    payToken: null,
    redirectUrl: null,
    cardBin: null,
    cardLast4: null,
    expiredAt: null,
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
  const attempt = { id: uuidV7(clock.now()), kind: 'submit', key: id, state: 'calling', leaseOwner: 'bench' } as const
  return { ...example, id, reference: id, sequence, attempt: { ...attempt, leaseMs: 15_000 } }
}

function completed({ id, attempt }: NewTransaction): ApplyItem {
  return {
    transactionId: id,
    news: { kind: 'completed', creditedMinor: 1000n },
    source: 'connector',
    ...(attempt ? { lease: { attemptId: attempt.id, fence: 1 } } : {}),
  }
}

await main()
