import { parseAmount } from '../../src/core/values/money.ts'
import type { Exchange, Violation } from '../parts.ts'
import type { PointFacts } from '../world/points.ts'
import { type Creation, creationsIn, faultsIn } from './exchanges.ts'
import type { RunRows, TermsRow } from './rows.ts'
import { Findings, nameOf, type Story, sumOf } from './story.ts'

export interface RefusalContext {
  points: readonly PointFacts[]
  exchanges: readonly Exchange[]
}

/** Nobody is refused what was possible, and nobody hears of a fault of the gateway's own. */
export function checkRefusals(rows: RunRows, stories: readonly Story[], context: RefusalContext): Violation[] {
  const found = new Findings()
  const byId = new Map(stories.map((story) => [story.id, story]))
  const points = new Map<string, PointFacts>(context.points.map((point) => [point.name, point]))
  for (const { act, who, sentAtMs, path, httpStatus, transactionId } of faultsIn(context.exchanges)) {
    found.check(httpStatus !== 500, 'answer-fault', () => `${act} heard of a fault of the gateway's own: ${path}`)
    const story = byId.get(transactionId ?? '')
    const isOwn = story && points.get(who)?.pointId === story.pointId && story.createdAtMs < sentAtMs - commitMs
    found.check(httpStatus !== 404 || !isOwn, 'answer-not-found', () => {
      return `${act} was told that there is no ${story ? nameOf(story) : transactionId}`
    })
  }
  for (const creation of creationsIn(context.exchanges)) {
    const point = points.get(creation.who)
    // A payout that its provider refused for want of funds is told by the same code, with 200.
    const wasRefused = creation.answer?.httpStatus === 422 && creation.answer.code === 'insufficient_funds'
    if (wasRefused && point) checkFunds(rows, { creation, point, found })
    if (creation.answer?.limit !== undefined && point) checkSingleLimit(rows, { creation, point, stories, found })
  }
  return found.list
}

const dayMs = 86_400_000

/** Only what is above a limit of the point is refused for it; whatever was asked for on that day may have counted. */
function checkSingleLimit(
  rows: RunRows,
  of: { creation: Creation; point: PointFacts; stories: readonly Story[]; found: Findings },
): void {
  const { creation, point, stories, found } = of
  const { serviceCode, amount, act, reference, answer, sentAtMs, answeredAtMs } = creation
  const service = point.services.find((each) => each.serviceCode === serviceCode && each.payType === 'payout')
  const wanted = service && parseAmount(amount, service.currency)
  if (!service || !wanted?.ok) return
  const own = rows.limits.find(({ pointId, currency }) => pointId === point.pointId && currency === service.currency)
  const limitMinor = (answer?.limit === 'payout' ? own?.singleMinor : own?.dailyMinor) ?? null
  const days = new Set([sentAtMs, answeredAtMs].map((atMs) => Math.floor(atMs / dayMs)))
  const others = stories.filter(
    ({ pointId, payType, currency, createdAtMs }) =>
      pointId === point.pointId &&
      payType !== 'payin' &&
      currency === service.currency &&
      days.has(Math.floor(createdAtMs / dayMs)),
  )
  const beforeMinor = answer?.limit === 'payout' ? 0n : sumOf(others, ({ amountMinor }) => amountMinor)
  found.check(limitMinor !== null && beforeMinor + wanted.minor > limitMinor, 'refused-though-within', () => {
    return `${act} was refused ${wanted.minor} for ${reference} beside ${beforeMinor} of that day, the limit of one ${answer?.limit} is ${limitMinor}`
  })
}

/** No commit takes longer: what was written before that is seen by everybody. Virtual milliseconds. */
const commitMs = 600_000

/** Some balance that may have been seen while the request was under way did not cover it. */
function checkFunds(
  rows: RunRows,
  { creation, point, found }: { creation: Creation; point: PointFacts; found: Findings },
): void {
  const { serviceCode, amount, sentAtMs, answeredAtMs, act, reference } = creation
  const service = point.services.find((each) => each.serviceCode === serviceCode && each.payType === 'payout')
  const wanted = service && parseAmount(amount, service.currency)
  if (!wanted?.ok) return
  const neededMinor = wanted.minor + feeOf(rows.terms, { pointId: point.pointId, serviceCode, minor: wanted.minor })
  const account = rows.accounts.find(
    ({ pointId, currency, kind }) =>
      pointId === point.pointId && currency === service?.currency && kind === 'available',
  )
  if (!account) return
  const leastMinor = leastBetween(rows, { accountId: account.id, fromMs: sentAtMs - commitMs, toMs: answeredAtMs })
  const overdraftMinor = account.overdraftMinor ?? 0n
  found.check(leastMinor + overdraftMinor < neededMinor, 'refused-though-funds', () => {
    return `${act} was refused ${neededMinor} for ${reference}, and the point had ${leastMinor} at least, with an overdraft of ${overdraftMinor}`
  })
}

function feeOf(
  terms: readonly TermsRow[],
  { pointId, serviceCode, minor }: { pointId: string; serviceCode: string; minor: bigint },
): bigint {
  const own = terms.filter((line) => line.pointId === pointId && line.payType === 'payout')
  const line = own.find((each) => each.serviceCode === serviceCode) ?? own.find((each) => each.serviceCode === '*')
  return line ? (minor * BigInt(line.millionths) + 500_000n) / 1_000_000n + line.fixedMinor : 0n
}

/** The least that stood in an account in that time, and just before. */
function leastBetween(
  rows: RunRows,
  { accountId, fromMs, toMs }: { accountId: bigint; fromMs: number; toMs: number },
): bigint {
  let now = 0n
  let least: bigint | undefined
  for (const { debit, credit, amountMinor, atMs } of rows.transfers) {
    if (debit !== accountId && credit !== accountId) continue
    if (atMs >= fromMs && atMs <= toMs) least = lesser(least, now)
    now += credit === accountId ? amountMinor : -amountMinor
    if (atMs <= toMs) least = atMs < fromMs ? now : lesser(least, now)
  }
  return least ?? 0n
}

function lesser(one: bigint | undefined, other: bigint): bigint {
  return one === undefined || other < one ? other : one
}
