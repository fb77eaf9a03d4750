import { type CurrencyCode, currencyDecimals } from '../../src/core/values/currency.ts'
import { objectOf, readJson } from '../outside/merchant-client.ts'
import type { Exchange, Violation } from '../parts.ts'
import type { PointFacts } from '../world/points.ts'
import { termsOf } from './ledger.ts'
import { commitMs } from './refusals.ts'
import type { RunRows } from './rows.ts'
import { entriesDuring, Findings, nameOf, type Story, sumOf } from './story.ts'

export interface UndueContext {
  exchanges: readonly Exchange[]
  points: readonly PointFacts[]
}

interface Refused {
  act: string
  point: PointFacts
  /** From when on what was committed must have been seen, and until when it may have been. Virtual milliseconds. */
  fromMs: number
  untilMs: number
  path: string
  body: string
  code: string
  message: string
}

/** A payout, a pay-in, a cancellation or an approval is refused with 409 or 422 only where that was due at some moment of the request. */
export function checkUndueRefusals(rows: RunRows, stories: readonly Story[], context: UndueContext): Violation[] {
  const found = new Findings()
  const byId = new Map(stories.map((story) => [story.id, story]))
  for (const refused of refusalsIn(context)) {
    const { act, path, code, message } = refused
    if (code === 'reference_conflict') continue
    const [, id = '', end] = /^\/api\/v1\/payments\/([0-9a-f-]{36})\/(cancel|approve|reject)$/.exec(path) ?? []
    const [, payType] = /^\/api\/v1\/payments\/(payin|payout)_hth$/.exec(path) ?? []
    const story = byId.get(id)
    const isDue =
      payType === 'payin'
        ? isOverdue(refused)
        : payType === 'payout'
          ? isCreationDue(rows, stories, refused)
          : !story || (end === 'cancel' ? isCancelDue(story, refused, context) : isDecisionDue(story, refused))
    found.check(isDue, `${end ?? payType}-refused`, () => {
      return `${act} was refused ${story ? nameOf(story) : path} (${code}: ${message}) for what was not so at any moment of it`
    })
  }
  return found.list
}

function refusalsIn({ exchanges, points }: UndueContext): Refused[] {
  return exchanges.flatMap(({ act, who, sentAtMs, answeredAtMs, request, reply }) => {
    const point = points.find(({ name }) => name === who)
    const isAsked = 'path' in request && request.method === 'POST' && reply.kind === 'reply'
    if (!isAsked || !point || (reply.status !== 409 && reply.status !== 422)) return []
    if (!/\/(payin_hth|payout_hth|cancel|approve|reject)$/.test(request.path)) return []
    const { error: said, errors } = readJson(reply.body)
    const error = objectOf(said)
    const [fault] = Array.isArray(errors) ? errors.map(objectOf) : []
    const code = error['code'] === 'validation_failed' ? (fault?.['code'] ?? 'validation_failed') : error['code']
    const times = { fromMs: sentAtMs - commitMs, untilMs: answeredAtMs }
    const { path, body = '' } = request
    return [{ act, point, ...times, path, body, code: String(code), message: String(error['message']) }]
  })
}

/** A request that is repeated later may ask for an expiry that is over by then. */
function isOverdue({ body, code, untilMs }: Refused): boolean {
  const [, expiry = ''] = /"expired_at":"([^"]+)"/.exec(body) ?? []
  return code === 'expired_at_past' && Date.parse(expiry) <= untilMs
}

function isCreationDue(rows: RunRows, stories: readonly Story[], refused: Refused): boolean {
  const { point, fromMs, untilMs, code } = refused
  const { pointId } = point
  const serviceCode = /"service_code":"([^"]+)"/.exec(refused.body)?.[1] ?? ''
  const currency = point.services.find((service) => service.serviceCode === serviceCode)?.currency
  if (!currency) return false
  const amountMinor = askedMinor(refused.body, currency)
  const limits = rows.limits.find((each) => each.pointId === pointId && each.currency === currency)
  switch (code) {
    case 'insufficient_funds': {
      const { feeOf } = termsOf(rows.terms, { pointId, payType: 'payout', serviceCode })
      return leastAvailable(rows, { pointId, currency, fromMs, untilMs }) < amountMinor + feeOf(amountMinor)
    }
    case 'amount_too_large':
      return limits?.singleMinor !== undefined && limits.singleMinor !== null && amountMinor > limits.singleMinor
    case 'daily_limit_exceeded': {
      const dayMs = Math.floor(fromMs / 86_400_000) * 86_400_000
      const ofDay = stories.filter((story) => story.pointId === pointId && story.currency === currency)
      const counted = ofDay.filter(
        ({ payType, createdAtMs: atMs }) => payType !== 'payin' && atMs >= dayMs && atMs <= untilMs,
      )
      const mostMinor = sumOf(counted, (story) => story.amountMinor) + amountMinor
      return limits?.dailyMinor !== undefined && limits.dailyMinor !== null && mostMinor > limits.dailyMinor
    }
    default:
      return false
  }
}

/** The amount of a request in minor units. */
export function askedMinor(body: string, currency: CurrencyCode): bigint {
  const [, whole = '0', fraction = ''] = /"amount":([0-9]+)\.?([0-9]*)/.exec(body) ?? []
  return BigInt(whole + fraction.padEnd(currencyDecimals[currency], '0'))
}

/** What was available at least: what came during this time may not have been seen, and what went may have been. */
function leastAvailable(
  { accounts, transfers }: RunRows,
  of: { pointId: string; currency: string; fromMs: number; untilMs: number },
): bigint {
  const account = accounts.find(
    ({ kind, pointId, currency }) => kind === 'available' && pointId === of.pointId && currency === of.currency,
  )
  if (!account) return 0n
  return transfers.reduce((sum, { debit, credit, amountMinor, atMs }) => {
    if (debit === account.id && atMs <= of.untilMs) return sum - amountMinor
    return credit === account.id && atMs <= of.fromMs ? sum + amountMinor : sum
  }, account.overdraftMinor ?? 0n)
}

/** Money of it had arrived, or it is no pay-in that can be called off; or its bank stood in the way, which is judged where there is none. */
function isCancelDue(story: Story, { act, fromMs, untilMs, point, message }: Refused, { exchanges }: UndueContext) {
  const isOpen = entriesDuring(story, { fromMs, untilMs }).every(({ status }) => status === 'PENDING')
  const arrived = story.transfers.some(({ atMs, kind }) => atMs <= untilMs && (kind === 'payin' || kind === 'suspense'))
  if (story.payType !== 'payin' || story.card || arrived || !isOpen) return true
  if (message.startsWith('This transaction cannot be cancelled')) return false
  // Whatever else happens to it at that time may hold its row.
  const isAlone = exchanges.every(({ act: other, request, sentAtMs, answeredAtMs }) => {
    const isAbout = 'path' in request ? request.path.includes(story.id) : request.detail['transactionId'] === story.id
    return other === act || !isAbout || answeredAtMs < fromMs || sentAtMs > untilMs
  })
  const isQuiet = story.history.every(({ atMs }) => atMs < fromMs || atMs > untilMs + commitMs)
  return point.connector !== 'own-account' || !isAlone || !isQuiet
}

/** Only what waits for a second key, and not for too long, can be decided about. Refunds also end with their pay-in. */
function isDecisionDue(story: Story, { fromMs, untilMs }: Refused): boolean {
  const waits = entriesDuring(story, { fromMs, untilMs }).every(({ reason }) => reason === 'awaiting_approval')
  return story.payType !== 'payout' || !waits || (story.approvalUntilMs ?? 0) <= untilMs
}
