import { createSecureContext, rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'
import { renderCallback } from '../src/domain/callback-body.ts'
import { newApiKey, securityHash, standardWebhookHeaders, webhookId } from '../src/domain/callback-signature.ts'
import { uuidV7 } from '../src/lib/ids.ts'
import { machineMs } from './machine-clock.ts'
import { delivered, insertDue, type Shops, startDelivering, templateOf } from './shops.ts'

/** As many as one process has in flight. */
const inFlight = 128

/** As many of one point in a row as a claim takes. */
const perPointMax = 10

export interface Throughput {
  perSecond: number
  connections: number
}

/** One delivering process against events that are due already, until every result is written. */
export async function deliverBacklog(shops: Shops, events: number): Promise<Throughput> {
  const { world, merchants } = shops
  const pointIds = merchants.map(({ pointId }) => pointId)
  await world.database.owner.query('update callback_endpoints set rate_per_s = 1000, max_inflight = 64')
  await insertDue(shops, pointIds, Math.ceil(events / pointIds.length))
  await takeAll(shops)
  const startedMs = machineMs()
  const delivering = startDelivering(shops)
  await delivered(shops, pointIds)
  const tookMs = machineMs() - startedMs
  await delivering.stop()
  const { count, connections } = await takeAll(shops)
  if (count < events) throw new Error(`${count} of ${events} callbacks arrived`)
  return { perSecond: (count / tookMs) * 1_000, connections }
}

/**
 * The machine's own limit: the same bodies and headers, made beforehand, over as many sockets with the same settings.
 * `connections` is what the gateway's run made over all points.
 */
export async function postBare(shops: Shops, events: number, connections: number): Promise<Throughput> {
  const posts = Array.from({ length: events }, (_, index) => aPost(shops, index))
  const secureContext = createSecureContext({
    ca: [...rootCertificates, shops.world.authority.cert],
    minVersion: 'TLSv1.2',
  })
  const agent = new Agent({
    connect: { secureContext, allowH2: false },
    connections: Math.ceil(connections / shops.urls.length),
    pipelining: 1,
    allowH2: false,
  })
  await takeAll(shops)
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
  await agent.close()
  const taken = await takeAll(shops)
  return { perSecond: (events / tookMs) * 1_000, connections: taken.connections }
}

async function takeAll({ receivers }: Shops): Promise<{ count: number; connections: number }> {
  const taken = await Promise.all(receivers.map(async (each) => await each.take()))
  return {
    count: taken.reduce((sum, { arrivals }) => sum + arrivals.length, 0),
    connections: taken.reduce((sum, { connections }) => sum + connections, 0),
  }
}

function aPost({ world, merchants, urls }: Shops, index: number) {
  const place = Math.floor(index / perPointMax) % merchants.length
  const merchant = merchants[place]
  const url = urls[place]
  if (!merchant || !url) throw new Error('Bug! there is no point')
  const { pointId, authApiToken, webhookSecret } = merchant
  const apiKey = newApiKey()
  const transactionId = uuidV7(world.clock.now())
  const body = renderCallback(templateOf(transactionId), apiKey, securityHash(authApiToken, apiKey, pointId))
  const id = webhookId(uuidV7(world.clock.now()))
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Pasarela/1.2.3',
    'x-attempt': '1',
    ...standardWebhookHeaders({ secrets: [webhookSecret], id, timestampSeconds, body }),
  }
  return { url, headers, body: Buffer.from(body, 'utf8') }
}
