// The merchants: they ask for what is planned and repeat until they know.
import { setTimeout as sleep } from 'node:timers/promises'
import { type CreationAnswer, creationsIn, isSuccess } from '../../judge/exchanges.ts'
import { isUnknown } from '../../merchant/client.ts'
import { chanceOf } from '../virtual/engine/chance.ts'
import { between } from './between.ts'
import type { Call, Client } from './client.ts'
import type { Deed, Planned } from './plan.ts'
import { type PlannedRefund, plannedRefunds } from './plan-refunds.ts'
import type { Point } from './points.ts'

export interface DriverOptions {
  seed: number
  /** The payment of an index. */
  plan(index: number, nowMs: number): Planned
  /** Share of the pay-ins that are refunded, 0 to 1. */
  refundShare(planned: Planned): number
  client: Client
  points: readonly Point[]
  /** Payments to make at least, both directions together. */
  wanted: number
  inFlight: number
  /** After `wanted` it goes on slowly until this says yes, at most to `paymentsMax`. */
  enough(): boolean
  /** Asks somebody outside to act on an order. */
  act(transactionId: string, deed: Deed): void
}

export interface Driver {
  /** How far it is: 1 = all that was wanted. */
  progress(): number
  /** Resolves when enough was done and every payment has its final answer. */
  run(): Promise<void>
}

/** A payment that got no final answer in all this time is given up; the judge will call it a violation. */
const giveUpAfterMs = 180_000

/** A short run of few payments needs more of them until chance has led it to every failpoint. */
const paymentsMoreMin = 1_000

/** How many payments may be made while a failpoint is still to be reached. */
export function paymentsMax(wanted: number): number {
  return Math.max(2 * wanted, wanted + paymentsMoreMin)
}

/** The pause before each payment that is made only to reach a failpoint: traffic, but not much of it. */
const slowlyMs = 400

/** Merchants who ask for payments and refunds as planned, and repeat with the same reference until they know. */
export function createDriver(options: DriverOptions): Driver {
  const { wanted, inFlight } = options
  const refunds = new Set<Promise<void>>()
  let [next, accepted] = [0, 0]
  const more = () => next < wanted || (next < paymentsMax(wanted) && !options.enough())
  const work = async () => {
    while (more()) {
      if (next >= wanted) await sleep(slowlyMs)
      const planned = options.plan(next++, Date.now())
      const transactionId = await makePayment(options, planned)
      if (transactionId === undefined) continue
      accepted++
      if (planned.payType !== 'payin') continue
      const done: Promise<void> = makeRefunds(options, planned, transactionId).finally(() => refunds.delete(done))
      refunds.add(done)
    }
  }
  return {
    progress: () => accepted / wanted,
    run: async () => {
      await Promise.all(Array.from({ length: inFlight }, work))
      await Promise.all(refunds)
    },
  }
}

/** Its transaction, once it was accepted. */
async function makePayment(options: DriverOptions, planned: Planned): Promise<string | undefined> {
  const { payType, index, atOnce, again, deed } = planned
  const send = sender(options, planned, { path: `/payments/${payType}_hth`, body: planned.body })
  const answers = await Promise.all(atOnce ? [send(0), send(1)] : [send(index)])
  const accepted = answers.find((answer) => answer && isSuccess(answer))
  if (accepted?.transactionId === undefined) return undefined
  if (deed) options.act(accepted.transactionId, deed)
  if (again) await send(index + 1)
  return accepted.transactionId
}

async function makeRefunds(options: DriverOptions, planned: Planned, payinId: string): Promise<void> {
  const refundShare = options.refundShare(planned)
  for (const [number, round] of plannedRefunds({ seed: options.seed, refundShare }, planned).entries()) {
    const paid = await Promise.all(
      round.map(async (refund) => await makeRefund(options, refund, { planned, payinId, isFirst: number === 0 })),
    )
    // Nobody paid: the other rounds would be refused as well.
    if (number === 0 && !paid.includes(true)) return
  }
}

/** A payer needs some time, and the news of it. */
const paidTriesMax = 7
const untilPaidMs = 500

/** True unless its pay-in was not paid. */
async function makeRefund(
  options: DriverOptions,
  { body, atOnce }: PlannedRefund,
  { planned, payinId, isFirst }: { planned: Planned; payinId: string; isFirst: boolean },
): Promise<boolean> {
  const send = sender(options, planned, { path: `/payments/${payinId}/refunds`, body })
  const sendAll = async (turn: number) => await Promise.all(atOnce ? [send(0), send(1)] : [send(planned.index + turn)])
  let answers = await sendAll(0)
  // Where one of two was accepted, the other one is a repetition from then on.
  const goesOn = (tries: number) => {
    return tries < paidTriesMax || (tries < 2 * paidTriesMax && answers.some((answer) => answer && isSuccess(answer)))
  }
  for (let tries = 1; isFirst && answers.some(isTooEarly) && goesOn(tries); tries++) {
    await sleep(untilPaidMs)
    answers = await sendAll(tries)
  }
  return !answers.every(isTooEarly)
}

/** Its pay-in is not paid, or nothing is left of it. */
function isTooEarly(answer: CreationAnswer | undefined): boolean {
  return answer?.code === 'not_in_this_state'
}

/** Sends a request until it is known what became of it; each try goes to the other process than the one before. */
function sender(
  { client, seed, points }: DriverOptions,
  planned: Planned,
  asked: Pick<Call, 'path' | 'body'>,
): (turn: number) => Promise<CreationAnswer | undefined> {
  const point = points[planned.point]
  if (!point) throw new Error(`there is no point ${planned.point}`)
  const chance = chanceOf(seed, `pauses-${planned.reference}`)
  return async (turn) => {
    const deadline = performance.now() + giveUpAfterMs
    for (let tries = 0; performance.now() < deadline; tries++) {
      const exchange = await client.send({ ...asked, point, method: 'POST' }, turn + tries)
      if (!isUnknown(exchange.reply)) return creationsIn([exchange])[0]?.answer
      await sleep(between(chance, { min: 20, max: 100 + Math.min(tries, 10) * 50 }))
    }
    return undefined
  }
}
