import type pg from 'pg'
import { type Bench, type Shop, shopOf } from './bench-world.ts'
import { type Contender, loopsOf } from './contender.ts'
import type { HttpCaller } from './http-caller.ts'

/** How often it is looked whether callbacks are delivered. */
const lookEveryMs = 50

/** A path's request: the part that is the same for the gateway and the bare server. */
export interface PathRequest {
  method: 'GET' | 'POST'
  path(index: number, shop: Shop): string
  body?(index: number): object
}

/** One request to somebody who must answer 200. */
export async function send(bench: Bench, to: HttpCaller, request: { of: PathRequest; index: number }): Promise<string> {
  const { of, index } = request
  const shop = shopOf(bench, index)
  const answer = await to.call({
    method: of.method,
    path: of.path(index, shop),
    authorization: shop.authorization,
    ...(of.body ? { body: JSON.stringify(of.body(index)) } : {}),
  })
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.body}`)
  return answer.body
}

/** The path through the gateway under test. */
export function gatewayContender(bench: Bench, of: PathRequest, pool: pg.Pool): Required<Contender> {
  return loopsOf(async (index) => await send(bench, bench.gateway, { of, index }), {
    settle: async () => await settle(pool),
  })
}

/** The same bodies to the bare server, which answers what the gateway answered to the first. */
export async function bareContender(bench: Bench, of: PathRequest): Promise<Contender> {
  await bench.bareServer.answerWith(await send(bench, bench.gateway, { of, index: 0 }))
  return loopsOf(async (index) => await send(bench, bench.bare, { of, index }))
}

/**
 * Ends what the gateway would go on with while others are measured: announcements still to be sent and inquiries that
 * fall due half a minute later. Callbacks are waited for, up to a point.
 */
async function settle(pool: pg.Pool): Promise<void> {
  // In the gateway's order of locks, or the two would wait for each other.
  await pool.query(`update attempts set state = 'closed', next_action_at = null where id in (
    select id from attempts where state in ('waiting', 'open') and next_action_at is not null order by id for update)`)
  const untilMs = performance.now() + settleMaxMs
  while (performance.now() < untilMs) {
    const found = await pool.query(`select exists (select from callback_deliveries where state = 'pending')
      or exists (select from callback_deliveries where state = 'sending')
      or exists (select from attempts where state = 'calling' and next_action_at is not null) as busy`)
    if (found.rows[0]?.busy === false) return
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

/** Longer than anything that is left over takes; the next run begins all the same. */
const settleMaxMs = 10_000
