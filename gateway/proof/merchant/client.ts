import type { SimulatedReply, SimulatedRequest, Stage } from '../stages/virtual/parts.ts'
import type { PointFacts } from '../stages/virtual/world/points.ts'
import { withOtherContent } from './bodies.ts'
import type { KnownPayment, Memory } from './memory.ts'

/** A merchant during one act. */
export interface Merchant {
  stage: Stage
  memory: Memory
  /** The act's name. */
  act: string
}

/** One call of the merchant API. `step` tells it from the other calls of its act. */
export interface Call {
  step: string
  point: PointFacts
  apiKey: string
  method: SimulatedRequest['method']
  /** Below `/api/v1`. */
  path: string
  body?: string
  /** What the request is called besides its step, where that is not the act. */
  name?: string
}

/** A key that ends sooner may end while a request is on its way. */
const keyMarginMs = 900_000

/** The public part of an API key. */
export function keyIdOf(apiKey: string): string {
  return apiKey.split('_')[2] ?? apiKey
}

/** Sends a request as its merchant would, and notes what came back. Never rejects. */
export async function call({ stage, memory, act }: Merchant, wanted: Call): Promise<SimulatedReply> {
  const { step, point, apiKey, method, path, body, name = act } = wanted
  const sentAtMs = stage.nowMs()
  // During an overlap either key of a line is as good as the other.
  const isNewest = stage.chance(`${name}.${step}.key`).bool(0.5)
  const key = memory.keyOf(apiKey, isNewest ? Number.POSITIVE_INFINITY : sentAtMs + keyMarginMs)
  const request: SimulatedRequest = {
    method,
    path: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  }
  const reply = await stage.request(`${name}.${step}`, request)
  memory.note({ act, who: point.name, sentAtMs, answeredAtMs: stage.nowMs(), request, reply })
  return reply
}

/** Resolves after so many virtual milliseconds. `name` is unique in the run. */
export async function pause(stage: Stage, name: string, afterMs: number): Promise<void> {
  await new Promise<void>((resolve) => stage.later({ name, afterMs, run: resolve }))
}

/** Whether nobody knows what the request did, or it was only sent away: it is sent again. */
export function isUnknown(reply: SimulatedReply): boolean {
  return reply.kind === 'broken' || reply.status >= 500 || reply.status === 429
}

/** The same request again, after each of these pauses, as long as nobody knows what it did, or `isEarly` says that it came too early. */
export async function untilKnown(
  merchant: Merchant,
  wanted: Call,
  pauses: readonly number[],
  isEarly: (reply: SimulatedReply, place: number) => boolean = () => false,
): Promise<SimulatedReply> {
  let reply = await call(merchant, wanted)
  for (const [place, pauseMs] of pauses.entries()) {
    if (!isUnknown(reply) && !isEarly(reply, place)) break
    const step = `${wanted.step}-${place + 2}`
    await pause(merchant.stage, `${merchant.act}.before-${step}`, pauseMs)
    reply = await call(merchant, { ...wanted, step })
  }
  return reply
}

/** Waits before the next tries, in virtual milliseconds. After them a merchant gives up. */
const pausesMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000] as const

/** Longer than any process needs to come back. */
const lateMs = 5_400_000

/**
 * Asks for a payment, and asks again as long as the outcome is unknown: with the same body as a rule, by decision with
 * other content, much later, or not at all.
 */
export async function askForPayment(merchant: Merchant, payment: KnownPayment): Promise<void> {
  const { stage, memory } = merchant
  memory.begin(payment)
  try {
    let reply = await firstReply(merchant, payment)
    for (const [place, pauseMs] of pausesMs.entries()) {
      if (!isUnknown(reply)) return
      const step = `again-${place + 1}`
      const what = stage.decide(`${payment.name}.${step}`, 'same', { changed: 0.06, late: 0.08, never: 0.04 })
      if (what === 'never') return
      await pause(stage, `${payment.name}.before-${step}`, what === 'late' ? lateMs : pauseMs)
      if (what === 'changed') {
        await create(merchant, payment, {
          step: `${step}-changed`,
          body: withOtherContent(payment, stage.chance(`${payment.name}.${step}.other`)),
        })
      }
      reply = await create(merchant, payment, { step })
    }
  } finally {
    memory.end(payment.name)
  }
}

/** An impatient merchant sends the same once more while the first answer is still on its way. */
async function firstReply(merchant: Merchant, payment: KnownPayment): Promise<SimulatedReply> {
  const { stage } = merchant
  const first = create(merchant, payment, { step: 'create' })
  if (stage.decide(`${payment.name}.patience`, 'waits', { hurries: 0.06 }) === 'waits') return await first
  await pause(stage, `${payment.name}.before-hurry`, stage.chance(`${payment.name}.hurry`).pick([0, 5, 100, 2_000]))
  const [before, after] = await Promise.all([first, create(merchant, payment, { step: 'hurry' })])
  return isUnknown(before) ? after : before
}

/** One request for a payment; what its reply tells is remembered. */
export async function create(
  merchant: Merchant,
  payment: KnownPayment,
  { step, body = payment.body, apiKey = payment.apiKey }: { step: string; body?: string; apiKey?: string },
): Promise<SimulatedReply> {
  const { point, payType } = payment
  // An act that asks for several payments calls each request by its payment; a later act calls it by itself.
  const name = payment.name.startsWith(merchant.act) ? payment.name : merchant.act
  const reply = await call(merchant, {
    ...{ step, name, point, apiKey, body },
    method: 'POST',
    path: payType === 'payin' ? '/payments/payin_hth' : '/payments/payout_hth',
  })
  const id = transactionIn(reply)
  if (id !== undefined) merchant.memory.learn(payment.name, id)
  return reply
}

/** The transaction that a reply names. */
function transactionIn(reply: SimulatedReply): string | undefined {
  if (reply.kind === 'broken') return undefined
  const body = readJson(reply.body)
  const id = objectOf(body['data'])['transaction_id'] ?? objectOf(body['error'])['transaction_id']
  return typeof id === 'string' ? id : undefined
}

export function readJson(text: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
