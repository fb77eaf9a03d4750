import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { type CurrencyCode, currencyDecimals } from '../../../src/core/values/currency.ts'
import type { Wire } from '../../../test/support/world.ts'
import type { Journal } from './journal.ts'
import type { Deed, Planned } from './plan.ts'
import { type PlannedRefund, plannedRefunds } from './plan-refunds.ts'
import { randomFrom } from './random.ts'

export interface DriverOptions {
  seed: number
  /** The payment of an index. */
  plan(index: number, nowMs: number): Planned
  /** Share of the pay-ins that are refunded, 0 to 1. */
  refundShare(planned: Planned): number
  /** Addresses of the gateway processes, whether they run at the moment or not. */
  urls: readonly string[]
  apiKeys: readonly string[]
  journal: Journal
  /** Payments to make at least, both directions together. */
  wanted: number
  inFlight: number
  /** After `wanted` it goes on slowly until this says yes, at most to `paymentsMax`. */
  enough(): boolean
  /** Asks somebody outside to act on an order. */
  act(transactionId: string, deed: Deed): void
}

export interface DriverFigures {
  sent: number
  accepted: number
  refused: number
  refundsAccepted: number
  refundsRefused: number
  /** Requests that got no answer, or one of 5xx or 429, and were repeated. */
  repeatedAfterFailure: number
  /** Requests repeated although they had been answered, or sent twice at once. */
  repeatedOnPurpose: number
  answers500: number
  answers503: number
  noAnswer: number
}

export interface Driver {
  /** How far it is: 1 = all that was wanted. */
  progress(): number
  readonly figures: DriverFigures
  /** Ends after the payments in progress. */
  stop(): void
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

/** Longer than the gateway's own limit for a payout. */
const answerTimeoutMs = 20_000

/** A client that keeps what it sent and what was accepted, and repeats with the same reference until it knows. */
export function createDriver(options: DriverOptions): Driver {
  const figures: DriverFigures = {
    sent: 0,
    accepted: 0,
    refused: 0,
    refundsAccepted: 0,
    refundsRefused: 0,
    repeatedAfterFailure: 0,
    repeatedOnPurpose: 0,
    answers500: 0,
    answers503: 0,
    noAnswer: 0,
  }
  const agent = new Agent({ connections: options.inFlight, pipelining: 1, connect: { timeout: 2_000 } })
  const client: Client = { options, figures, agent, refunds: new Set() }
  let next = 0
  let stopped = false
  const more = () => {
    if (stopped || next >= paymentsMax(options.wanted)) return false
    return next < options.wanted || !options.enough()
  }
  const work = async () => {
    while (more()) {
      if (next >= options.wanted) await sleep(slowlyMs)
      await makePayment(client, next++)
    }
  }
  return {
    figures,
    progress: () => figures.accepted / options.wanted,
    stop: () => {
      stopped = true
    },
    run: async () => {
      await Promise.all(Array.from({ length: options.inFlight }, work))
      await Promise.all(client.refunds)
      await agent.close()
    },
  }
}

interface Client {
  options: DriverOptions
  figures: DriverFigures
  agent: Agent
  /** Payments that are being refunded. */
  refunds: Set<Promise<void>>
}

/** What is posted until it has its final answer. */
interface Posted {
  index: number
  point: number
  path: string
  body: object
}

type Final = { kind: 'accepted'; transactionId: string } | { kind: 'refused'; status: number; code: string }

async function makePayment(client: Client, index: number): Promise<void> {
  const { options, figures } = client
  const planned = options.plan(index, Date.now())
  const { payType, point, reference, currency } = planned
  const amountMinor = planned.amountMinor.toString()
  await options.journal.write({ type: 'sent', index, payType, point, reference, amountMinor, currency })
  figures.sent++
  const posted = { ...planned, path: `/payments/${payType}_hth` }
  const answers = planned.atOnce ? [sendUntilFinal(client, posted, 0), sendUntilFinal(client, posted, 1)] : []
  if (planned.atOnce) figures.repeatedOnPurpose++
  else answers.push(sendUntilFinal(client, posted, index))
  const finals = await Promise.all(answers)
  for (const final of finals) await note(client, planned, final)
  const accepted = finals.find((final) => final?.kind === 'accepted')
  if (accepted?.kind !== 'accepted') return
  figures.accepted++
  if (planned.deed) options.act(accepted.transactionId, planned.deed)
  if (payType === 'payin') beginRefunds(client, planned, accepted.transactionId)
  if (!planned.again) return
  figures.repeatedOnPurpose++
  await note(client, planned, await sendUntilFinal(client, posted, index + 1))
}

async function note(
  { options, figures }: Client,
  planned: Pick<Planned, 'index'>,
  final: Final | undefined,
): Promise<void> {
  const { index } = planned
  if (final?.kind === 'accepted') {
    await options.journal.write({ type: 'accepted', index, transactionId: final.transactionId })
  } else if (final) {
    if (index >= 0) figures.refused++
    await options.journal.write({ type: 'refused', index, status: final.status, code: final.code })
  }
}

function beginRefunds(client: Client, planned: Planned, payinId: string): void {
  const rounds = plannedRefunds(
    { seed: client.options.seed, refundShare: client.options.refundShare(planned) },
    planned,
  )
  const done: Promise<void> = (async () => {
    for (const [place, round] of rounds.entries()) {
      const made = await Promise.all(
        round.map(async (refund) => await makeRefund(client, refund, { planned, payinId, place })),
      )
      // Nobody paid: the other rounds would be refused as well.
      if (place === 0 && !made.includes(true)) return
    }
  })().finally(() => client.refunds.delete(done))
  client.refunds.add(done)
}

/** A payer needs some time, and the news of it. */
const paidTriesMax = 7
const untilPaidMs = 500

/** True unless its pay-in was not paid. */
async function makeRefund(
  client: Client,
  { index, point, reference, amountMinor, atOnce }: PlannedRefund,
  { planned, payinId, place }: { planned: Planned; payinId: string; place: number },
): Promise<boolean> {
  const { options, figures } = client
  const { currency } = planned
  const sent = { index, point, reference, currency, amountMinor: amountMinor?.toString() ?? null }
  await options.journal.write({ type: 'sent', payType: 'refund', ...sent })
  const amount =
    amountMinor === undefined ? {} : { amount: Number(amountMinor) / 10 ** currencyDecimals[currency as CurrencyCode] }
  const posted = { index, point, path: `/payments/${payinId}/refunds`, body: { reference, ...amount } }
  const send = async (turn: number) => await sendUntilFinal(client, posted, turn)
  let finals = await Promise.all(atOnce ? [send(0), send(1)] : [send(-index)])
  // Where one of two was accepted, the other one is a repetition from then on.
  const goesOn = (tries: number) => tries < paidTriesMax || (finals.some(isAccepted) && tries < 2 * paidTriesMax)
  for (let tries = 1; place === 0 && finals.some(isTooEarly) && goesOn(tries); tries++) {
    await sleep(untilPaidMs)
    finals = await Promise.all(atOnce ? [send(0), send(1)] : [send(tries - index)])
  }
  for (const final of finals) await note(client, { index }, final)
  if (finals.some(isAccepted)) figures.refundsAccepted++
  else figures.refundsRefused++
  return !finals.every(isTooEarly)
}

function isAccepted(final: Final | undefined): boolean {
  return final?.kind === 'accepted'
}

/** Its pay-in is not paid, or nothing is left of it. */
function isTooEarly(final: Final | undefined): boolean {
  return final?.kind === 'refused' && final.code === 'not_in_this_state'
}

/** Each try goes to the other process than the one before. */
async function sendUntilFinal(client: Client, planned: Posted, first: number): Promise<Final | undefined> {
  const deadline = performance.now() + giveUpAfterMs
  const random = randomFrom(planned.index + first)
  for (let tries = 0; performance.now() < deadline; tries++) {
    if (tries > 0) client.figures.repeatedAfterFailure++
    const final = await sendOnce(client, planned, first + tries)
    if (final) return final
    await sleep(random.whole(20, 100 + Math.min(tries, 10) * 50))
  }
  return undefined
}

async function sendOnce(client: Client, planned: Posted, turn: number): Promise<Final | undefined> {
  const { options, figures, agent } = client
  const url = options.urls[turn % options.urls.length]
  try {
    const answer = await request(`${url}/api/v1${planned.path}`, {
      method: 'POST',
      dispatcher: agent,
      headers: { authorization: `Bearer ${options.apiKeys[planned.point]}`, 'content-type': 'application/json' },
      body: JSON.stringify(planned.body),
      headersTimeout: answerTimeoutMs,
      bodyTimeout: answerTimeoutMs,
    })
    const body = (await answer.body.json()) as Wire
    const status = answer.statusCode
    if (status === 200 || status === 201) {
      return { kind: 'accepted', transactionId: body.data.transaction_id ?? body.data.refund_id }
    }
    if (status === 500) figures.answers500++
    if (status === 503) figures.answers503++
    if (status >= 500 || status === 429) return undefined
    return { kind: 'refused', status, code: body.errors?.[0]?.code ?? body.error?.code ?? 'no code' }
  } catch {
    figures.noAnswer++
    return undefined
  }
}
