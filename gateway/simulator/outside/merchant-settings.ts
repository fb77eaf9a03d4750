import type { Chance, SimulatedReply, Stage } from '../parts.ts'
import type { PointFacts } from '../world/points.ts'
import { type Call, call, isUnknown, type Merchant, objectOf, pause, readJson } from './merchant-client.ts'
import type { Memory } from './merchant-memory.ts'

/** What a merchant does that is about no payment in particular. */
export type SettingsKind = 'list' | 'balances' | 'events' | 'webhook' | 'rotate' | 'limits'

/** Waits between tries, in virtual milliseconds; long enough to see every fault end. */
const pausesMs = [1_000, 10_000, 60_000, 600_000, 3_600_000, 3_600_000, 7_200_000] as const

/** Pages of a list or feed that one act reads at most. */
const pagesMax = 4

/** For how long callbacks are paused. */
const holdTimesMs = [2_000, 120_000, 2_400_000] as const

/** Does one of them at a point. Draws come from the act's name. */
export async function changeSettings(
  stage: Stage,
  memory: Memory,
  act: string,
  { kind, point }: { kind: SettingsKind; point: PointFacts },
): Promise<void> {
  const merchant: Merchant = { stage, memory, act }
  const chance = stage.chance(act)
  switch (kind) {
    case 'list':
      await readPages(merchant, point, {
        path: `/payments?${listQuery(chance)}`,
        cursor: 'cursor',
        next: 'next_cursor',
      })
      return
    case 'events':
      await readPages(merchant, point, {
        ...{ path: `/events?limit=${chance.pick([2, 5, 100])}&wait_seconds=0`, cursor: 'after', next: 'next_after' },
      })
      return
    case 'balances':
      await again(merchant, { ...get(point, '/balances'), step: 'balances', apiKey: chance.pick(point.apiKeys) })
      return
    case 'webhook':
      await again(merchant, put(point, 'pause', { status: 'paused' }))
      await pause(stage, `${act}.hold`, chance.pick(holdTimesMs))
      await again(merchant, put(point, 'go-on', { status: 'active' }))
      return
    case 'limits':
      await again(
        merchant,
        put(point, 'limits', { max_in_flight: chance.pick([1, 3]), rate_per_second: chance.pick([2, 50]) }),
      )
      return
    case 'rotate':
      // Not repeated: a second rotation would give up the secret that the server knows.
      await call(merchant, {
        ...{ step: 'rotate', point, apiKey: point.settingsKey, method: 'POST', path: '/webhook/rotate-secret' },
        body: '{"overlap":"24h"}',
      })
  }
}

function listQuery(chance: Chance): string {
  const filter = chance.pick(['', '&pay_type=payin', '&pay_type=payout', '&status=PENDING', '&status=COMPLETED'])
  return `limit=${chance.pick([1, 3, 50])}${filter}`
}

function get(point: PointFacts, path: string): Call {
  return { step: 'get', point, apiKey: point.settingsKey, method: 'GET', path }
}

function put(point: PointFacts, step: string, change: Readonly<Record<string, unknown>>): Call {
  const body = JSON.stringify(change)
  return { step, point, apiKey: point.settingsKey, method: 'PUT', path: '/webhook', body }
}

async function again(merchant: Merchant, wanted: Call): Promise<SimulatedReply> {
  let reply = await call(merchant, wanted)
  for (const [place, pauseMs] of pausesMs.entries()) {
    if (!isUnknown(reply)) return reply
    const step = `${wanted.step}-${place + 2}`
    await pause(merchant.stage, `${merchant.act}.before-${step}`, pauseMs)
    reply = await call(merchant, { ...wanted, step })
  }
  return reply
}

interface Pages {
  path: string
  /** The parameter that names the next page's place. */
  cursor: string
  /** The field of `data` that holds it. */
  next: string
}

async function readPages(merchant: Merchant, point: PointFacts, { path, cursor, next }: Pages): Promise<void> {
  let place: string | undefined
  for (let page = 1; page <= pagesMax; page++) {
    const at = place === undefined ? '' : `&${cursor}=${encodeURIComponent(place)}`
    const reply = await again(merchant, { ...get(point, `${path}${at}`), step: `page-${page}` })
    if (reply.kind === 'broken') return
    const found = objectOf(readJson(reply.body)['data'])[next]
    if (typeof found !== 'string' || found === place) return
    place = found
  }
}
