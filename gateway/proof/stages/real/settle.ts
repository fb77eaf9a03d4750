// After the merchants: waits until gateways and bank have nothing left to do.
import { setTimeout as sleep } from 'node:timers/promises'
import { bankSilenceMs, type Cluster } from './cluster.ts'

/** Each step of time is a little longer than the wait between two inquiries that it is to shorten. */
const shiftsMs = [35_000, 125_000, 605_000, 3_605_000, 21_605_000]

/** How long things may take by themselves before time is moved. */
const patienceMs = 3_000

/** A call under way is over after the gateway's limit and margin for one, 15 s; its row says when it began. */
const callOverSeconds = 17

/** The gateways' clocks follow the database's within a second. */
const clocksFollowMs = 2_500

export interface Settled {
  /** Nothing is left to do. */
  done: boolean
  open: OpenWork
  /** By how much time was moved in all. */
  shiftedMs: number
}

/** Waits until neither side has anything left to do, and moves both clocks where it would take long. */
export async function settle(cluster: Cluster, maxMs: number): Promise<Settled> {
  const deadline = performance.now() + maxMs
  let shifted = 0
  let since = performance.now()
  for (;;) {
    const open = await openWork(cluster)
    const done = isDone(open) && (await staysSilent(cluster))
    if (done || performance.now() > deadline) return { done, open, shiftedMs: await offset(cluster) }
    const slow = performance.now() - since > patienceMs && onlyTimeHelps(open)
    const stepMs = shiftsMs[shifted]
    if (slow && stepMs !== undefined && (await shiftTime(cluster, stepMs))) {
      shifted++
      since = performance.now()
    }
    await sleep(250)
  }
}

/** Moves the gateways' time and then the bank's by this much. False where a call is under way: nothing was moved. */
export async function shiftTime(cluster: Cluster, byMs: number): Promise<boolean> {
  const offsetMs = await cluster.database.transaction(async (client) => {
    // Nobody takes a lease meanwhile: time that moves under a call in flight would end its lease too early.
    await client.query('lock table attempts in share row exclusive mode')
    const calling = await client.query(
      `select from attempts where state = 'calling' and updated_at > gateway_now() - $1::int * interval '1 second'`,
      [callOverSeconds],
    )
    if (calling.rowCount) return undefined
    const moved = await client.query('update gateway_clock set offset_ms = offset_ms + $1 returning offset_ms', [byMs])
    return Number(moved.rows[0]?.offset_ms)
  })
  if (offsetMs === undefined) return false
  cluster.receivers?.followClock(offsetMs)
  await sleep(clocksFollowMs)
  await cluster.callBank('POST', '/control/clock', { offset_ms: offsetMs })
  return true
}

/** Counts of what is not finished. */
interface OpenWork {
  payouts: number
  /** Pay-ins behind their expiry that nobody ended. */
  overdue: number
  /** Orders that are to be sent, sent without a clear answer, or due to be asked about; charges of which nobody was told. */
  attempts: number
  /** Providers' news that were not applied. */
  news: number
  callbacks: number
  /** Notifications that the bank still wants to deliver. */
  bankNotices: number
}

async function openWork(cluster: Cluster): Promise<OpenWork> {
  const [row] = await cluster.database.query<Record<string, string>>(`select
    (select count(*) from transactions where status = 'PENDING' and pay_type <> 'payin') as payouts,
    (select count(*) from transactions where status = 'PENDING' and pay_type = 'payin'
      and expired_at <= gateway_now()) as overdue,
    (select count(*) from attempts where state in ('waiting', 'calling')
      or (state = 'open' and (outcome in ('unknown', 'not_sent', 'not_found') or next_action_at < gateway_now() - interval '1 minute')))
      + (select count(*) from prepared_charges p where not exists (select from transactions t where t.id = p.id)) as attempts,
    (select count(*) from provider_notifications where state = 'received') as news,
    (select count(*) from callback_deliveries where state in ('pending', 'sending', 'held')) as callbacks`)
  const health = await cluster.callBank('GET', '/control/health')
  return {
    payouts: Number(row?.['payouts']),
    overdue: Number(row?.['overdue']),
    attempts: Number(row?.['attempts']),
    news: Number(row?.['news']),
    callbacks: Number(row?.['callbacks']),
    bankNotices: health.notifications_waiting,
  }
}

function isDone(open: OpenWork): boolean {
  return Object.values(open).every((count) => count === 0)
}

/** The bank's notices run on real time: for those it helps to wait, not to move time. */
function onlyTimeHelps(open: OpenWork): boolean {
  return open.bankNotices === 0 && !isDone(open)
}

async function staysSilent(cluster: Cluster): Promise<boolean> {
  const before = await cluster.callBank('GET', '/control/health')
  await sleep(bankSilenceMs)
  const after = await cluster.callBank('GET', '/control/health')
  return before.seq === after.seq && isDone(await openWork(cluster))
}

async function offset(cluster: Cluster): Promise<number> {
  const [row] = await cluster.database.query<{ offset_ms: string }>('select offset_ms from gateway_clock')
  return Number(row?.offset_ms)
}
