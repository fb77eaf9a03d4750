import { rotateApiKey } from '../../src/extras/point-settings/rotate-api-key.ts'
import type { Chance, Stage } from '../stages/virtual/parts.ts'
import type { PointFacts } from '../stages/virtual/world/points.ts'
import { type Call, keyIdOf, type Merchant, objectOf, pause, readJson, untilKnown } from './client.ts'
import type { Memory } from './memory.ts'

/** What a merchant does that is about no payment in particular. */
export type SettingsKind = 'list' | 'events' | 'rotate_key'

/** Waits between tries, in virtual milliseconds; long enough to see every fault end. */
const pausesMs = [1_000, 10_000, 60_000, 600_000, 3_600_000, 3_600_000, 7_200_000] as const

/** Pages of a list or feed that one act reads at most. */
const pagesMax = 4

/** For how long the end of the feed is kept: what comes meanwhile is on the next page. */
const feedTimesMs = [120_000, 3_600_000, 93_600_000] as const

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
      await readPages(merchant, point, drawList(chance))
      return
    case 'events':
      await readPages(merchant, point, {
        ...{ path: `/events?limit=${chance.pick([2, 5, 100])}&wait_seconds=0`, cursor: 'after', next: 'next_after' },
        holdMs: chance.pick(feedTimesMs),
      })
      return
    case 'rotate_key':
      await rotateKey(merchant, point.name, chance.pick(point.apiKeys))
      return
  }
}

function drawList(chance: Chance): Pages {
  const filter = chance.pick(['', '&pay_type=payin', '&pay_type=payout', '&status=PENDING', '&status=COMPLETED'])
  return { path: `/payments?limit=${chance.pick([1, 3, 50])}${filter}`, cursor: 'cursor', next: 'next_cursor' }
}

/**
 * A new key in place of one of the point's. Where the answer is lost, the next try is refused and names the key that
 * nobody got: that one is rotated.
 */
export async function rotateKey({ stage, memory, act }: Merchant, name: string, apiKey: string): Promise<void> {
  const overlap = stage.chance(`${act}.overlap`).pick(['0', '1h', '24h'] as const)
  const note = (into: string) => {
    const request = { operation: 'rotate', detail: { from: apiKey, into } }
    const atMs = stage.nowMs()
    memory.note({ act, who: name, sentAtMs: atMs, answeredAtMs: atMs, request, reply: { kind: 'done', detail: into } })
  }
  let keyId = keyIdOf(memory.keyOf(apiKey, Number.POSITIVE_INFINITY))
  for (const [place, pauseMs] of pausesMs.entries()) {
    const said = await stage
      .operate(`${act}.try-${place + 1}`, async (deps) => await rotateApiKey(deps, { keyId, overlap, actor: name }))
      .catch((error: unknown) => ({ kind: 'refused', message: String(error) }) as const)
    if (said.kind === 'done') {
      const { key, oldExpiresAt } = said.value
      memory.rotated(apiKey, { key, oldEndsAtMs: oldExpiresAt.getTime() })
      note(key)
      return
    }
    if (said.kind === 'refused') keyId = /rotated into (\w+) already/.exec(said.message)?.[1] ?? keyId
    await pause(stage, `${act}.before-try-${place + 2}`, pauseMs)
  }
  note('lost')
}

function get(point: PointFacts, path: string): Call {
  return { step: 'get', point, apiKey: point.settingsKey, method: 'GET', path }
}

interface Pages {
  path: string
  /** The parameter that names the next page's place. */
  cursor: string
  /** The field of `data` that holds it. */
  next: string
  /** How long the first page's place is kept; undefined: not at all. */
  holdMs?: number
}

async function readPages(merchant: Merchant, point: PointFacts, pages: Pages): Promise<void> {
  const { path, cursor, next, holdMs } = pages
  let place: string | undefined
  for (let page = 1; page <= pagesMax; page++) {
    const at = place === undefined ? '' : `&${cursor}=${encodeURIComponent(place)}`
    const reply = await untilKnown(merchant, { ...get(point, `${path}${at}`), step: `page-${page}` }, pausesMs)
    if (reply.kind === 'broken') return
    const found = objectOf(readJson(reply.body)['data'])[next]
    if (typeof found !== 'string' || found === place) return
    if (place === undefined && holdMs !== undefined) await pause(merchant.stage, `${merchant.act}.keep`, holdMs)
    place = found
  }
}
