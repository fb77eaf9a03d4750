import { createSecureContext, rootCertificates } from 'node:tls'
import type pg from 'pg'
import { Agent, request } from 'undici'
import { callbackTemplate, renderCallback } from '../src/core/callbacks/rules/callback-body.ts'
import {
  newCallbackNumber,
  securityHash,
  standardWebhookHeaders,
  webhookId,
} from '../src/core/callbacks/rules/callback-signature.ts'
import { systemClock } from '../src/core/platform/clock/clock.ts'
import { uuidV7 } from '../src/core/platform/ids.ts'
import { machineMs } from './latencies.ts'
import type { ReceiverProcess } from './receiver-process.ts'

const clock = systemClock()

/** As many as one process has in flight. */
const inFlight = 128

/** As many of one point in a row as a claim takes. */
const perPointMax = 10

/** Where callbacks go, and whose they are: one address of each point. */
export interface Targets {
  /** PEM of the authority that the receivers' certificate is from. */
  ca: string
  points: readonly { pointId: string; authApiToken: string; webhookSecret: string }[]
  urls: readonly string[]
  receivers: readonly ReceiverProcess[]
}

export interface Throughput {
  perSecond: number
  connections: number
}

/** As many sockets with the same settings as the gateway's run made over all points. The caller closes it. */
export function bareAgent({ ca, urls }: Targets, connections: number): Agent {
  const secureContext = createSecureContext({ ca: [...rootCertificates, ca], minVersion: 'TLSv1.2' })
  return new Agent({
    connect: { secureContext, allowH2: false },
    connections: Math.ceil(connections / urls.length),
    pipelining: 1,
    allowH2: false,
  })
}

/** The machine's own limit: the same bodies and headers, made beforehand. */
export async function postBare(to: Targets, events: number, agent: Agent): Promise<Throughput> {
  const posts = Array.from({ length: events }, (_, index) => aPost(to, index))
  await takeAll(to)
  const startedMs = machineMs()
  let next = 0
  const caller = async () => {
    for (let post = posts[next++]; post; post = posts[next++]) {
      const { url, headers, body } = post
      const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body })
      await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, caller))
  const tookMs = machineMs() - startedMs
  const taken = await takeAll(to)
  return { perSecond: (events / tookMs) * 1_000, connections: taken.connections }
}

/** What arrived since the last time, and over how many new connections. */
export async function takeAll({ receivers }: Pick<Targets, 'receivers'>) {
  const taken = await Promise.all(receivers.map(async (each) => await each.take()))
  return {
    arrivals: taken.flatMap(({ arrivals }) => arrivals),
    connections: taken.reduce((sum, { connections }) => sum + connections, 0),
  }
}

function aPost({ points, urls }: Targets, index: number) {
  const place = Math.floor(index / perPointMax) % points.length
  const point = points[place]
  const url = urls[place]
  if (!point || !url) throw new Error('Bug! there is no point')
  const { pointId, authApiToken, webhookSecret } = point
  const apiKey = newCallbackNumber()
  const transactionId = uuidV7(clock.now())
  const body = renderCallback(templateOf(transactionId), apiKey, securityHash(authApiToken, apiKey, pointId))
  const id = webhookId(uuidV7(clock.now()))
  const timestampSeconds = Math.floor(clock.now().getTime() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Pasarela/1.2.3',
    'x-attempt': '1',
    ...standardWebhookHeaders({ secrets: [webhookSecret], id, timestampSeconds, body }),
  }
  return { url, headers, body: Buffer.from(body, 'utf8') }
}

/** Text of a callback of ordinary length. */
export function templateOf(transactionId: string): string {
  return callbackTemplate(
    {
      transactionId,
      status: 'COMPLETED',
      reason: 'paid',
      reference: `order-${transactionId}`,
      payType: 'payin',
      card: false,
      bookedMinor: 1000n,
      currency: 'BRL',
      updatedAt: new Date(),
      methodSendsAmount: true,
    },
    { extraFields: false, amountAlways: false, sendMetadata: false, sendRefunds: false },
  )
}

/** Stands in a template for the id of the transaction. */
const placeholder = '00000000-0000-4000-8000-000000000000'

/** SQL of an id in order of time, as the gateway's own are: it belongs beside the last one in every index. */
const newId =
  "(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 19))::uuid"

/** Events with deliveries that are due now, the same number for each point. */
export async function insertDue(db: pg.Pool, pointIds: readonly string[], each: number): Promise<void> {
  await db.query(
    `with made as (
      insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key)
      select ${newId}, g.point_id, g.transaction_id, 1, 'COMPLETED',
        replace($3, $4, g.transaction_id::text), 1 + floor(random() * 9999999998)::bigint
      from (select p as point_id, ${newId} as transaction_id
            from unnest($1::uuid[]) p, generate_series(1, $2)) g
      on conflict (point_id, api_key) do nothing
      returning id, point_id, transaction_id, seq)
    insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger)
    select id, point_id, transaction_id, seq, 'auto' from made`,
    [pointIds, each, templateOf(placeholder), placeholder],
  )
}

/** Resolves when nothing of these points waits or is in flight. */
export async function delivered(db: pg.Pool, pointIds: readonly string[]): Promise<void> {
  for (;;) {
    const left = await db.query<{ n: boolean }>(
      `select exists (select from callback_deliveries where point_id = any ($1) and state = 'pending')
        or exists (select from callback_deliveries where point_id = any ($1) and state = 'sending') as n`,
      [pointIds],
    )
    if (left.rows[0]?.n === false) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
