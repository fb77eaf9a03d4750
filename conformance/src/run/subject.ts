import { createHmac } from 'node:crypto'
import type { Adapter, Outcome } from '../adapters/adapter.ts'
import type { FirstAnswer, ReceivedCallback, Receiver } from '../receiver.ts'
import { type Body, nestedCardBody, payinBody, payoutBody } from './bodies.ts'
import type { Exchange } from './exchange.ts'
import { NoCallback, NotChecked } from './expect.ts'

export const payinPath = '/api/v1/payments/payin_hth'
export const payoutPath = '/api/v1/payments/payout_hth'

export interface Credentials {
  pointId: string
  apiToken: string
}

/** The gateway that is checked, and what the checks have of it in common: each payment is created once. */
export interface Subject {
  baseUrl: string
  /** `raw` is sent instead of `body`; `headers` are added, an empty value leaves the header out. */
  send(path: string, body: unknown, options?: { raw?: string; headers?: Record<string, string> }): Promise<Exchange>
  adapter: Adapter | undefined
  receiver: Receiver | undefined
  credentials: Credentials | undefined
  callbackWaitMs: number
  /** A sandbox that pays every pay-in, so that a callback must come. */
  paysItself: boolean
  /** The same promise for the same key. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>
}

/** A request and its reply. */
export interface Sent {
  body: Body
  exchange: Exchange
}

/** An accepted payment, and the `data` of its reply. */
export interface Created extends Sent {
  // biome-ignore lint/suspicious/noExplicitAny: the wire is what is being tested, without types of any gateway
  data: any
}

/** Whichever word a gateway has for success: that it is the right one has a rule of its own. */
export function isAccepted({ json }: Exchange): boolean {
  const data = json?.data
  return typeof data === 'object' && data !== null && json.status !== 'fail' && json.status !== 'error'
}

/** A plain request of this code, sent once: whether it is accepted has a rule of its own. */
export async function plainPayin(subject: Subject, code: string): Promise<Sent> {
  return await subject.once(`payin ${code}`, async () => await sent(subject, payinPath, payinBody(code)))
}

export async function plainPayout(subject: Subject, code: string): Promise<Sent> {
  return await subject.once(`payout ${code}`, async () => await sent(subject, payoutPath, payoutBody(code)))
}

export async function plainCard(subject: Subject): Promise<Sent> {
  return await subject.once('card', async () => await sent(subject, payinPath, nestedCardBody()))
}

/** These throw NotChecked where the request is refused. */
export async function payinOf(subject: Subject, code: string): Promise<Created> {
  return created(await plainPayin(subject, code))
}

export async function payoutOf(subject: Subject, code: string): Promise<Created> {
  return created(await plainPayout(subject, code))
}

export async function cardOf(subject: Subject): Promise<Created> {
  return created(await plainCard(subject))
}

export async function create(subject: Subject, path: string, body: Body): Promise<Created> {
  return created(await sent(subject, path, body))
}

async function sent(subject: Subject, path: string, body: Body): Promise<Sent> {
  return { body, exchange: await subject.send(path, body) }
}

function created({ body, exchange }: Sent): Created {
  if (!isAccepted(exchange)) {
    throw new NotChecked(`${String(body['service_code'])} was not accepted: ${exchange.status} ${exchange.text}`)
  }
  return { body, exchange, data: exchange.json.data }
}

/** A pay-in for which something was made to happen, and the callback that told it. */
export interface Settled {
  created: Created
  callback: ReceivedCallback
}

export interface Settlement {
  outcome: Outcome
  status: string
  firstAnswer?: FirstAnswer
}

const noAdapter = 'nothing can be made to happen without an adapter (--setup)'

/**
 * Creates a pay-in for which nobody pays, makes the outcome happen and waits for its callback, once for each settlement.
 * Without an adapter it waits for somebody to pay: a sandbox may do that by itself.
 */
export async function settledPayin(subject: Subject, code: string, settlement: Settlement): Promise<Settled> {
  const { outcome, status, firstAnswer } = settlement
  return await subject.once(`${code} ${outcome} ${status} ${firstAnswer ?? ''}`, async () => {
    withCallbacks(subject)
    const { adapter } = subject
    if (adapter === undefined && outcome !== 'paid') throw new NotChecked(noAdapter)
    const amount = adapter?.heldAmount(code)
    const body = payinBody(code, amount === undefined ? {} : { amount })
    if (firstAnswer !== undefined)
      subject.receiver?.answerFirst(String(body['reference']), { status, answer: firstAnswer })
    const payin = await create(subject, payinPath, body)
    if (firstAnswer !== undefined) subject.receiver?.answerFirst(idOf(payin), { status, answer: firstAnswer })
    await adapter?.make(idOf(payin), outcome)
    return { created: payin, callback: await callbackOf(subject, payin, status) }
  })
}

/** The paid card pay-in: cards are decided without the payer's bank. */
export async function paidCard(subject: Subject): Promise<Settled> {
  return await subject.once('paid card', async () => {
    const card = await cardOf(subject)
    return { created: card, callback: await callbackOf(subject, card, 'COMPLETED') }
  })
}

export async function toldPayout(subject: Subject, code: string): Promise<Settled> {
  return await subject.once(`told payout ${code}`, async () => {
    const payout = await payoutOf(subject, code)
    return { created: payout, callback: await callbackOf(subject, payout, 'COMPLETED') }
  })
}

/** Throws NotChecked where none comes: that one must come is the rule of another check. */
async function callbackOf(subject: Subject, payment: Created, status: string): Promise<ReceivedCallback> {
  const found = await findCallback(subject, payment, status)
  if (found !== undefined) return found
  throw new NoCallback(`no callback ${status} of ${idOf(payment)} came within ${subject.callbackWaitMs} ms`)
}

export async function findCallback(
  subject: Subject,
  payment: Created,
  status: string,
): Promise<ReceivedCallback | undefined> {
  const { receiver, callbackWaitMs } = withCallbacks(subject)
  const look = () => callbacksOf(receiver, payment).find(({ json }) => [status, undefined].includes(json.status))
  return await receiver.wait(look, callbackWaitMs)
}

/**
 * The callbacks of a payment in the order of arrival: also those that carry its reference and another transaction_id or
 * none, because that is the fault of a rule of its own.
 */
export function callbacksOf({ received }: Receiver, payment: Created): ReceivedCallback[] {
  const [id, reference] = [idOf(payment), payment.data.reference]
  const isOurs = ({ json }: ReceivedCallback) => json?.transaction_id === id || json?.reference === reference
  return received.filter((callback) => typeof callback.json === 'object' && isOurs(callback))
}

export function idOf({ data }: Created): string {
  if (data.transaction_id === undefined) throw new NotChecked('the reply had no transaction_id')
  return String(data.transaction_id)
}

export function withCallbacks(subject: Subject): Subject & { receiver: Receiver; credentials: Credentials } {
  const { receiver, credentials } = subject
  if (receiver === undefined) throw new NotChecked('there is no receiver of callbacks')
  if (credentials === undefined) throw new NotChecked('--point-id and --api-token are not given')
  return { ...subject, receiver, credentials }
}

export function withOutcomes(subject: Subject): Subject & { adapter: Adapter } {
  const { adapter } = subject
  if (adapter === undefined) throw new NotChecked(noAdapter)
  return { ...subject, adapter }
}

/** The hash as the specification has it, from the decimal text of api_key as it stands in the bytes. */
export function expectedHash({ apiToken, pointId }: Credentials, apiKeyText: string): string {
  return createHmac('sha256', apiToken).update(`${apiKeyText}${pointId}`).digest('hex')
}
