import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { methods } from '../src/core/payment-methods/index.ts'
import type { PaymentMethod } from '../src/core/payment-methods/payment-method.ts'
import { canaryNumber, cardReference, flatCard } from '../test/support/card-request.ts'
import type { World } from '../test/support/world.ts'

/** Sockets of the load: a merchant's own servers. */
const connections = 32

/** Ids and references kept for reads and repetitions. */
const keptMax = 2_000

/** Endings of amounts that choose a scenario of the simulated bank; 01 waits for ever and is left out. */
const scenarios = ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '13', '14', '15']

export interface MixCounts {
  /** Answers by what was asked and how it was answered. */
  answers: Map<string, number>
  /** Answers that nothing in the mix expects, and failures of the line. */
  unexpected: Map<string, number>
  /** 503 with Retry-After: the database or the machine did not keep up. */
  refused: number
}

export interface MixedLoad {
  answered(): number
  counts(): MixCounts
  /** Ends after the requests in progress. */
  stop(): Promise<void>
}

interface Sent {
  id: string
  path: string
  body: Record<string, unknown>
}

interface Mix {
  world: World
  agent: Agent
  cookie: string
  sent: Sent[]
  counts: MixCounts
}

/** What is asked, how often of a hundred, and which statuses are right answers. */
interface Act {
  name: string
  share: number
  expected: readonly number[]
  run(mix: Mix): Promise<number>
}

/**
 * Everything that merchants, payers and people of the dashboard do, at `perSecond` requests that begin at random moments,
 * however slow the answers are.
 */
export async function startMixedLoad(world: World, perSecond: number): Promise<MixedLoad> {
  const agent = new Agent({ connections, pipelining: 1, headersTimeout: 30_000 })
  const person = await world.person()
  const mix: Mix = {
    world,
    agent,
    cookie: person.cookie() ?? '',
    sent: [],
    counts: { answers: new Map(), unexpected: new Map(), refused: 0 },
  }
  // Reads and repetitions find something from the first moment on.
  await create(mix, 'payin', one(payins))
  const running = new Set<Promise<void>>()
  let stopping = false
  const loop = (async () => {
    while (!stopping) {
      await sleep((-Math.log(1 - Math.random()) / perSecond) * 1_000)
      const work = perform(mix, pick()).finally(() => running.delete(work))
      running.add(work)
    }
  })()
  return {
    answered: () => [...mix.counts.answers.values()].reduce((sum, count) => sum + count, 0),
    counts: () => mix.counts,
    stop: async () => {
      stopping = true
      await loop
      await Promise.all(running)
      await agent.close()
    },
  }
}

async function perform(mix: Mix, act: Act): Promise<void> {
  try {
    const status = await act.run(mix)
    count(mix.counts.answers, `${act.name} ${status}`)
    if (status === 503) mix.counts.refused++
    else if (!act.expected.includes(status)) count(mix.counts.unexpected, `${act.name} ${status}`)
  } catch (error) {
    count(mix.counts.unexpected, `${act.name} ${error instanceof Error ? error.message : String(error)}`)
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const all: readonly PaymentMethod[] = methods
const payins = all.filter(({ payin, country }) => payin !== undefined && country !== 'WW')
const payouts = all.filter(({ payout }) => payout !== undefined)

const acts: readonly Act[] = [
  { name: 'pay-in', share: 32, expected: [200], run: async (mix) => await create(mix, 'payin', one(payins)) },
  { name: 'card', share: 8, expected: [200], run: payByCard },
  { name: 'payout', share: 10, expected: [200], run: async (mix) => await create(mix, 'payout', one(payouts)) },
  { name: 'repeated', share: 5, expected: [200], run: repeat },
  { name: 'read', share: 14, expected: [200], run: async (mix) => await api(mix, 'GET', `/payments/${id(mix)}`) },
  { name: 'list', share: 4, expected: [200], run: async (mix) => await api(mix, 'GET', '/payments?limit=50') },
  { name: 'balances', share: 2, expected: [200], run: async (mix) => await api(mix, 'GET', '/balances') },
  { name: 'wrong body', share: 4, expected: [400, 422], run: wrongBody },
  {
    name: 'wrong key',
    share: 2,
    expected: [401],
    run: async (mix) => await api(mix, 'GET', '/payments', { key: 'no' }),
  },
  {
    name: 'unknown id',
    share: 2,
    expected: [404],
    run: async (mix) => await api(mix, 'GET', '/payments/00000000-0000-7000-8000-000000000000'),
  },
  { name: 'session', share: 4, expected: [200], run: async (mix) => await page(mix, '/console/session') },
  {
    name: 'dashboard list',
    share: 5,
    expected: [200],
    run: async (mix) => await point(mix, '/transactions?pay_type=payin&limit=25'),
  },
  { name: 'story', share: 3, expected: [200], run: async (mix) => await point(mix, `/transactions/${id(mix)}/story`) },
  { name: 'overview', share: 2, expected: [200, 429], run: async (mix) => await point(mix, '/overview') },
  { name: 'documents', share: 2, expected: [200], run: async (mix) => await page(mix, '/openapi.json') },
  { name: 'export', share: 0.2, expected: [200, 429], run: async (mix) => await point(mix, exportPath()) },
  { name: 'health', share: 0.8, expected: [200], run: async (mix) => await page(mix, '/readyz') },
]

const sharesInAll = acts.reduce((sum, { share }) => sum + share, 0)

function pick(): Act {
  let left = Math.random() * sharesInAll
  for (const act of acts) {
    left -= act.share
    if (left < 0) return act
  }
  return pick()
}

async function create(mix: Mix, kind: 'payin' | 'payout', method: PaymentMethod): Promise<number> {
  const operation = kind === 'payin' ? method.payin : method.payout
  const body = { ...operation?.example, reference: reference(), amount: amountFor(method.currency) }
  return await send(mix, `/payments/${kind}_hth`, body)
}

async function payByCard(mix: Mix): Promise<number> {
  const bad = Math.random() < 0.1
  const body = flatCard(bad ? '4000000000000002' : canaryNumber(), { amount: randomInt(10, 500) })
  return await send(mix, '/payments/payin_hth', { ...body, reference: cardReference() })
}

async function send(mix: Mix, path: string, body: Record<string, unknown>): Promise<number> {
  const answer = await ask(mix, 'POST', `/api/v1${path}`, { body, headers: keyOf(mix) })
  const made = answer.status === 200 ? JSON.parse(answer.text).data.transaction_id : undefined
  if (typeof made === 'string') {
    mix.sent.push({ id: made, path, body })
    if (mix.sent.length > keptMax) mix.sent.shift()
  }
  return answer.status
}

/** The same request again, as a merchant whose line broke sends it. */
async function repeat(mix: Mix): Promise<number> {
  const old = one(mix.sent)
  if (!old) return 200
  const answer = await ask(mix, 'POST', `/api/v1${old.path}`, { body: old.body, headers: keyOf(mix) })
  return answer.status === 200 && JSON.parse(answer.text).data.transaction_id !== old.id ? 0 : answer.status
}

async function wrongBody(mix: Mix): Promise<number> {
  const body = { service_code: 'BT_AR', amount: '1.234', reference: reference(), payer_doc_id: '1' }
  return (await ask(mix, 'POST', '/api/v1/payments/payin_hth', { body, headers: keyOf(mix) })).status
}

async function api(mix: Mix, method: 'GET', path: string, { key }: { key?: string } = {}): Promise<number> {
  const headers = key === undefined ? keyOf(mix) : { authorization: `Bearer ${key}` }
  return (await ask(mix, method, `/api/v1${path}`, { headers })).status
}

async function page(mix: Mix, path: string): Promise<number> {
  return (await ask(mix, 'GET', path, { headers: { cookie: `sid=${mix.cookie}` } })).status
}

async function point(mix: Mix, path: string): Promise<number> {
  return await page(mix, `/console/points/${mix.world.demo.auth_point_id}${path}`)
}

async function ask(
  { world, agent }: Mix,
  method: 'GET' | 'POST',
  path: string,
  { body, headers }: { body?: unknown; headers: Record<string, string> },
): Promise<{ status: number; text: string }> {
  const answer = await request(`${world.url}${path}`, {
    method,
    dispatcher: agent,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (answer.statusCode === 503 && answer.headers['retry-after'] === undefined)
    throw new Error('503 without Retry-After')
  return { status: answer.statusCode, text: await answer.body.text() }
}

function keyOf({ world }: Mix): Record<string, string> {
  return { authorization: `Bearer ${world.demo.api_key}` }
}

/** Of something that was made. */
function id({ sent }: Mix): string {
  return one(sent)?.id ?? ''
}

function reference(): string {
  return randomBytes(11).toString('hex')
}

/** One in fifteen chooses a scenario: refusals, time-outs, returned money, wrong amounts. */
function amountFor(currency: string): number {
  const whole = currency === 'CLP' || currency === 'PYG'
  if (Math.random() < 1 / 15) return whole ? Number(`777${one(scenarios)}`) : Number(`777.${one(scenarios)}`)
  return whole ? randomInt(1_000, 50_000) : randomInt(1_000, 50_000) / 100
}

/** The last five minutes: an export as people make it, without growing through the run. */
function exportPath(): string {
  const since = new Date(performance.timeOrigin + performance.now() - 300_000).toISOString()
  return `/transactions.csv?pay_type=payin&created_from=${encodeURIComponent(since)}`
}

function one<T>(values: readonly T[]): T {
  return values[randomInt(Math.max(1, values.length))] as T
}
