import { methodFor } from '../../src/core/payment-methods/index.ts'
import { present } from '../../src/core/values/assert.ts'
import { formatAmount } from '../../src/core/values/money.ts'
import type { Chance, SimulatedReply, Stage } from '../stages/virtual/parts.ts'
import type { PointFacts, PointService } from '../stages/virtual/world/points.ts'
import { bodyOf, isCard } from './bodies.ts'
import { isUnknown, type Merchant, objectOf, pause, readJson, untilKnown } from './client.ts'
import type { Memory } from './memory.ts'

/** A payment link and the payers who open it. Times in virtual milliseconds. */
export interface LinkPlan {
  point: PointFacts
  service: PointService
  amountMinor: bigint
  /** Null: any number. */
  usesMax: number | null
  payers: readonly Payer[]
  /** The merchant pauses it then, and resumes it a minute later; undefined: never. */
  pausesAfterMs: number | undefined
}

interface Payer {
  /** Of the form, which is sent again as it is. */
  nonce: string
  afterMs: number
  /** The same form, at the same instant. */
  isTwice: boolean
}

const timesMs = [0, 0, 0, 0, 5, 200, 20_000, 2 * 3_600_000] as const

/** Undefined where the point has no pay-in that a link can offer. */
export function drawLink(chance: Chance, point: PointFacts): LinkPlan | undefined {
  const services = point.services.filter((each) => each.payType === 'payin' && !isCard(each) && !isPulled(each))
  if (services.length === 0) return undefined
  const usesMax = chance.pick([1, 1, 2, 3, null])
  const payers = Array.from({ length: (usesMax ?? 1) + 1 + chance.int(3) }, () => {
    const nonce = Array.from({ length: 22 }, () => chance.pick([...'abcdefghijklmnopqrstuvwxyz'])).join('')
    return { nonce, afterMs: chance.pick(timesMs), isTwice: chance.bool(0.3) }
  })
  const [service, amountMinor] = [chance.pick(services), BigInt(1_000 + 100 * chance.int(90))]
  return { point, service, amountMinor, usesMax, payers, pausesAfterMs: chance.bool(0.5) ? chance.int(300) : undefined }
}

/** Codes that take the money from the payer's account stand in a link only where it names them. */
function isPulled({ serviceCode }: PointService): boolean {
  return serviceCode === 'DEBIN_AR'
}

/** The reference of a link, by the name of its act. */
function linkBody(act: string, { service, amountMinor, usesMax }: LinkPlan): string {
  const { currency, serviceCode } = service
  const amount = formatAmount(amountMinor, currency)
  const uses = usesMax === null ? {} : { uses_max: usesMax }
  return JSON.stringify({
    reference: act,
    title: 'A simulated thing',
    amount,
    currency,
    service_codes: [serviceCode],
    ...uses,
  })
}

const pausesMs = [500, 10_000, 60_000, 600_000, 3_600_000] as const

/** Makes the link, lets its payers send their forms, and pauses it meanwhile. Nothing more happens where it stayed unknown. */
export async function chargeByLink(stage: Stage, memory: Memory, act: string, plan: LinkPlan): Promise<void> {
  const merchant: Merchant = { stage, memory, act }
  const [apiKey] = plan.point.apiKeys
  const sent = { point: plan.point, apiKey, method: 'POST' } as const
  const asked = { ...sent, step: 'link', path: '/payment-links', body: linkBody(act, plan) }
  const { payment_link_id: id, url } = dataOf(await untilKnown(merchant, asked, pausesMs))
  if (typeof id !== 'string' || typeof url !== 'string') return
  const path = `${new URL(url).pathname}/${plan.service.serviceCode}`
  const paying = plan.payers.map(async (payer, place) => await pay(merchant, { plan, path, payer, place }))
  await Promise.all([...paying, pauseAndResume(merchant, id, plan)])
  await untilKnown(merchant, { ...sent, method: 'GET', step: 'read', path: `/payment-links/${id}` }, pausesMs)
}

function dataOf(reply: SimulatedReply): Record<string, unknown> {
  return reply.kind === 'broken' ? {} : objectOf(readJson(reply.body)['data'])
}

async function pauseAndResume(merchant: Merchant, id: string, { point, pausesAfterMs }: LinkPlan): Promise<void> {
  if (pausesAfterMs === undefined) return
  const [apiKey] = point.apiKeys
  for (const [word, afterMs] of [['pause', pausesAfterMs] as const, ['resume', 60_000] as const]) {
    await pause(merchant.stage, `${merchant.act}.before-${word}`, afterMs)
    const path = `/payment-links/${id}/${word}`
    await untilKnown(merchant, { step: word, point, apiKey, method: 'POST', path }, pausesMs)
  }
}

interface Paying {
  plan: LinkPlan
  /** Of the form. */
  path: string
  payer: Payer
  place: number
}

/** A payer sends the form, and sends it again as it is while nobody knows what became of it. */
async function pay(merchant: Merchant, { plan, path, payer, place }: Paying): Promise<void> {
  const name = `${merchant.act}.payer-${place + 1}`
  if (payer.afterMs > 0) await pause(merchant.stage, `${name}.before`, payer.afterMs)
  const body = formOf(plan, payer)
  const send = async (step: string) => await sendForm(merchant, { plan, path, body, name: `${name}.${step}` })
  const both = [send('form'), ...(payer.isTwice ? [send('twin')] : [])]
  let reply = present((await Promise.all(both))[0], 'the answer to a form')
  for (const [again, pauseMs] of pausesMs.entries()) {
    if (!isUnknown(reply)) return
    await pause(merchant.stage, `${name}.before-${again + 2}`, pauseMs)
    reply = await send(`form-${again + 2}`)
  }
}

function formOf({ service, amountMinor }: LinkPlan, { nonce }: Payer): string {
  const method = present(methodFor(service.serviceCode), service.serviceCode)
  const example = readJson(bodyOf({ ...service, amountMinor, reference: 'of no form' }))
  const asked = Object.keys(present(method.payin, 'the pay-in of a link').required)
  const values = asked.filter((field) => example[field] !== undefined).map((field) => [field, String(example[field])])
  return new URLSearchParams({ nonce, ...Object.fromEntries(values) }).toString()
}

async function sendForm(
  { stage, memory, act }: Merchant,
  { plan, path, body, name }: { plan: LinkPlan; path: string; body: string; name: string },
): Promise<SimulatedReply> {
  const sentAtMs = stage.nowMs()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = { method: 'POST', path, headers, body } as const
  const reply = await stage.request(name, request)
  memory.note({ act, who: plan.point.name, sentAtMs, answeredAtMs: stage.nowMs(), request, reply })
  return reply
}
