import { createSecureContext, rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'
import { renderCallback } from '../src/callbacks/rules/callback-body.ts'
import {
  newApiKey,
  securityHash,
  standardWebhookHeaders,
  webhookId,
} from '../src/callbacks/rules/callback-signature.ts'
import { systemClock } from '../src/platform/clock/clock.ts'
import { uuidV7 } from '../src/platform/ids.ts'
import { machineMs } from './machine-clock.ts'
import type { ReceiverProcess } from './receiver-process.ts'
import { delivered, insertDue, type Shops, startDelivering, templateOf } from './shops.ts'

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

/** One delivering process against events that are due already, until every result is written. */
export async function deliverBacklog(shops: Shops, events: number): Promise<Throughput> {
  const { world, merchants } = shops
  const pointIds = merchants.map(({ pointId }) => pointId)
  await world.database.owner.query('update callback_endpoints set rate_per_s = 1000, max_inflight = 64')
  await insertDue(shops.world.database.owner, pointIds, Math.ceil(events / pointIds.length))
  await takeAll(shops)
  const startedMs = machineMs()
  const delivering = startDelivering(shops)
  await delivered(shops.world.database.owner, pointIds)
  const tookMs = machineMs() - startedMs
  await delivering.stop()
  const { arrivals, connections } = await takeAll(shops)
  const count = arrivals.length
  if (count < events) throw new Error(`${count} of ${events} callbacks arrived`)
  return { perSecond: (count / tookMs) * 1_000, connections }
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
  const apiKey = newApiKey()
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
