import type pg from 'pg'
import { type Bench, type Shop, shopOf } from './bench-world.ts'
import { type Contender, loopsOf } from './contender.ts'

/** How often it is looked whether callbacks are delivered. */
const lookEveryMs = 20

/** The request of a line. */
export interface PathRequest {
  method: 'GET' | 'POST'
  path(index: number, shop: Shop): string
  body?(index: number): object
}

/** One request to the gateway, which must answer 200; the answer's body. */
export async function send(bench: Bench, of: PathRequest, index = 0): Promise<string> {
  const shop = shopOf(bench, index)
  const answer = await bench.gateway.call({
    method: of.method,
    path: of.path(index, shop),
    authorization: shop.authorization,
    ...(of.body ? { body: JSON.stringify(of.body(index)) } : {}),
  })
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.body}`)
  return answer.body
}

/** An order to the simulated bank, as the gateway tells it; the answer's state must be the one that is expected. */
export async function orderAtBank(bench: Bench, order: { id: unknown; state: string; body: object }) {
  const answer = await bench.bank.call({
    method: 'PUT',
    path: `/v1/orders/${String(order.id)}`,
    authorization: `Bearer ${bench.world.bankToken}`,
    body: JSON.stringify({ ...order.body, notify_url: bench.noticesUrl }),
  })
  const told = JSON.parse(answer.body)
  if (told.state !== order.state) throw new Error(`the bank answered ${answer.status}: ${answer.body}`)
  return told
}

/** The path through the gateway under test. */
export function gatewayContender(bench: Bench, of: PathRequest): Required<Contender> {
  return loopsOf(async (index) => await send(bench, of, index), { settle: async () => await settle(bench.db) })
}

/**
 * Ends what the gateway would go on with while others are measured: announcements still to be sent and inquiries that
 * fall due half a minute later. Callbacks are waited for, up to a point.
 */
export async function settle(pool: pg.Pool): Promise<void> {
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
const settleMaxMs = 30_000
