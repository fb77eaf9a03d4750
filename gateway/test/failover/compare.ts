import { eventually } from '../support/eventually.ts'
import { executedOrders } from '../support/executed-orders.ts'
import type { ReceivedRequest } from '../support/https-receiver.ts'
import type { Stage } from './drills.ts'
import type { Acknowledged } from './open-load.ts'

/** Inquiries about calls whose answer was lost come after 30 s and after two minutes. */
const restMaxMs = 240_000

export interface Comparison {
  /** Acknowledged payments that are not in the rows of some node. */
  lost: number
  /** Transactions that the provider executed more than once. */
  twice: number
  /** Final statuses without a callback. */
  missing: number
  /** Callbacks that contradict an earlier one, or repeat a status under another id. */
  disordered: number
  /** What else does not hold, as sentences. */
  faults: string[]
}

interface Row {
  id: string
  reference: string
  status: string
}

/** Compares what clients were told with the rows of every node, the provider's records and the callbacks, once all is at rest. */
export async function compare(stage: Stage, acknowledged: readonly Acknowledged[]): Promise<Comparison> {
  const { cluster, database, world } = stage
  const faults: string[] = []
  await eventually(async () => (await openWork(stage)) === 0 || undefined, 'nothing is left to do', restMaxMs).catch(
    async () => void faults.push(`${await openWork(stage)} rows never came to rest`),
  )
  const leader = await cluster.nodeOf('leader')
  const lost = new Set<string>()
  let rows: Row[] = []
  for (const node of cluster.nodes.toSorted((a, b) => Number(a === leader) - Number(b === leader))) {
    if (node !== leader) await replayed(stage, node)
    rows = (await cluster.query(node, 'select id, reference, status from transactions', database)) as unknown as Row[]
    const ids = new Map(rows.map(({ id, reference }) => [reference, id]))
    for (const { reference, transactionId } of acknowledged) {
      if (ids.get(reference) !== transactionId) lost.add(reference)
    }
  }
  const executed = await executions(stage)
  const wrong = rows.filter(({ id, status }) => (status === 'COMPLETED') !== (executed.get(id) ?? 0) > 0)
  if (wrong.length > 0) faults.push(`${wrong.length} statuses differ from the provider's records`)
  return {
    lost: lost.size,
    twice: [...executed.values()].filter((count) => count > 1).length,
    ...compareCallbacks(rows, world.receiver.requests),
    faults,
  }
}

async function openWork({ cluster, database }: Stage): Promise<number> {
  const [row] = await cluster.query(
    await cluster.nodeOf('leader'),
    `select (select count(*) from transactions where status = 'PENDING')
      + (select count(*) from attempts where state in ('waiting', 'calling'))
      + (select count(*) from provider_notifications where state = 'received')
      + (select count(*) from callback_deliveries where state in ('pending', 'sending')) as open`,
    database,
  )
  return Number(row?.['open'])
}

/** Resolves when this standby shows all that the primary has now. */
async function replayed({ cluster }: Stage, standby: Stage['cluster']['nodes'][number]): Promise<void> {
  const [row] = await cluster.query(await cluster.nodeOf('leader'), 'select pg_current_wal_lsn() as lsn')
  const text = `select pg_last_wal_replay_lsn() >= '${row?.['lsn']}' as done`
  await eventually(
    async () => (await cluster.query(standby, text))[0]?.['done'] || undefined,
    `${standby.name} replays`,
  )
}

/** How often the provider executed each transaction. */
async function executions({ cluster, database, world }: Stage): Promise<ReadonlyMap<string, number>> {
  const orders = await executedOrders(world.bank)
  const leader = await cluster.nodeOf('leader')
  const attempts = await cluster.query(leader, 'select transaction_id, key from attempts', database)
  const executed = new Map<string, number>()
  for (const attempt of attempts) {
    const id = String(attempt['transaction_id'])
    executed.set(id, (executed.get(id) ?? 0) + (orders.get(String(attempt['key'])) ?? 0))
  }
  return executed
}

/** A callback that is repeated has the id and the text of its first time. */
export function compareCallbacks(
  rows: readonly Row[],
  requests: readonly Pick<ReceivedRequest, 'headers' | 'body'>[],
): Pick<Comparison, 'missing' | 'disordered'> {
  const texts = new Map<string, string>()
  const statuses = new Map<string, string[]>()
  let disordered = 0
  for (const { headers, body } of requests) {
    const id = String(headers['webhook-id'])
    const earlier = texts.get(id)
    if (earlier !== undefined && earlier !== body) disordered++
    if (earlier !== undefined) continue
    texts.set(id, body)
    const { transaction_id: transactionId, status } = JSON.parse(body) as { transaction_id: string; status: string }
    statuses.set(transactionId, [...(statuses.get(transactionId) ?? []), status])
  }
  let missing = 0
  for (const { id, status } of rows) {
    const told = statuses.get(id) ?? []
    if (status !== 'PENDING' && !told.includes(status)) missing++
    else if (told.length > 0 && told.at(-1) !== status) disordered++
    if (new Set(told).size < told.length) disordered++
  }
  return { missing, disordered }
}
