import type { AskedOrder, BookedOrder, Exchange, Violation } from '../stages/virtual/parts.ts'
import type { PointRow, TransferRow } from './rows.ts'
import { Findings, groupBy, nameOf, type Story, sumOf } from './story.ts'

export interface RefundContext {
  points: ReadonlyMap<string, PointRow>
  orders: readonly BookedOrder[]
  sent: readonly Pick<AskedOrder, 'key' | 'atMs'>[]
  exchanges: readonly Exchange[]
}

/** No pay-in gives back more than was credited of it, and none whose money was taken back meanwhile. */
export function checkRefunds(stories: readonly Story[], context: RefundContext): Violation[] {
  const found = new Findings()
  const refunds = groupBy(stories, ({ payinId }) => payinId ?? '')
  const rests = restsIn(context.exchanges)
  for (const payin of stories) {
    const own = refunds.get(payin.id) ?? []
    if (own.length === 0) continue
    found.check(payin.payType === 'payin', 'refund-of-what', () => `${nameOf(payin)} was refunded`)
    checkRest(payin, own, { rests, found })
    checkProvider(payin, own, { ...context, found })
    checkSending(payin, own, { ...context, found })
    checkFee(payin, own, { givesBack: context.points.get(payin.pointId)?.refundFee === 'give_back', found })
    checkReason(payin, own, found)
  }
  return found.list
}

/** What a transfer adds to what is credited of a pay-in, less what of it goes, or went, back. */
const restSigns: Readonly<Partial<Record<TransferRow['kind'], bigint>>> = {
  ...{ payin: 1n, suspense_accepted: 1n, reversal: -1n },
  ...{ refund_reserve: -1n, refund_unreserve: 1n, late_payout: -1n, return: 1n },
}

/** All transfers of a pay-in and its refunds. They are written under the pay-in's lock: their ids are their order. */
function inOrder(payin: Story, refunds: readonly Story[]): readonly TransferRow[] {
  return [payin, ...refunds].flatMap((story) => story.transfers).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Refunds that were asked for without an amount: all that is left. */
function restsIn(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const ids = exchanges.flatMap(({ request, reply }) => {
    const isRest = 'path' in request && request.path.endsWith('/refunds') && !request.body?.includes('"amount"')
    if (!isRest || reply.kind !== 'reply' || reply.status > 201) return []
    return /"refund_id":"([^"]+)"/.exec(reply.body)?.[1] ?? []
  })
  return new Set(ids)
}

function checkRest(
  payin: Story,
  refunds: readonly Story[],
  { rests, found }: { rests: ReadonlySet<string>; found: Findings },
): void {
  let leftMinor = 0n
  for (const { kind, amountMinor, transactionId } of inOrder(payin, refunds)) {
    leftMinor += (restSigns[kind] ?? 0n) * amountMinor
    found.check(kind !== 'refund_reserve' || leftMinor >= 0n, 'refund-beyond-credit', () => {
      return `the refund ${transactionId} over ${amountMinor} is ${-leftMinor} more than was left of ${nameOf(payin)}`
    })
    const isRest = kind === 'refund_reserve' && rests.has(transactionId ?? '')
    found.check(!isRest || leftMinor <= 0n, 'refund-not-the-rest', () => {
      return `the refund ${transactionId} of the rest is over ${amountMinor}, and leaves ${leftMinor} of ${nameOf(payin)}`
    })
  }
}

type Judged = RefundContext & { found: Findings }

function checkProvider(payin: Story, refunds: readonly Story[], { orders, found }: Judged): void {
  const keys = new Set(refunds.flatMap(({ attempts }) => attempts.map(({ key }) => key)))
  const movements = orders.filter(({ key }) => keys.has(key)).flatMap((order) => order.movements)
  const backMinor = sumOf(movements, ({ kind, amountMinor }) => (kind === 'executed' ? amountMinor : -amountMinor))
  found.check(backMinor <= payin.creditedMinor, 'refund-executed-beyond-credit', () => {
    return `${backMinor} of ${nameOf(payin)} went back at its provider, and ${payin.creditedMinor} was credited`
  })
}

/** Whoever sends holds a lease, which ends within this time, and looked at the pay-in under it. */
const leaseMs = 15_000

function checkSending(payin: Story, refunds: readonly Story[], { sent, found }: Judged): void {
  const reversal = payin.history.find(({ status, reason }) => status === 'ERROR' && reason === 'reversed')
  if (!reversal) return
  for (const refund of refunds) {
    const key = refund.attempts[0]?.key
    const late = sent.find((call) => call.key === key && call.atMs > reversal.atMs + leaseMs)
    found.check(!late, 'refund-after-reversal', () => {
      return `${nameOf(refund)} was sent at ${late?.atMs}, and ${nameOf(payin)} was reversed at ${reversal.atMs}`
    })
  }
}

/**
 * What the refunds together give back of the fee: each adds what the share of all of them, rounded down, is more than before.
 * The share is that of the fee and the credit at that moment; a second payment that is accepted later adds to both.
 */
function shareMinor(payin: Story, refunds: readonly Story[]): bigint {
  let [creditedMinor, feeMinor, backMinor, givenMinor] = [0n, 0n, 0n, 0n]
  const share = () => (backMinor < creditedMinor ? (feeMinor * backMinor) / creditedMinor : feeMinor)
  for (const { kind, amountMinor } of inOrder(payin, refunds)) {
    if (kind === 'payin' || kind === 'suspense_accepted') creditedMinor += amountMinor
    if (kind === 'payin_fee') feeMinor += amountMinor
    if (kind !== 'refund_reserve') continue
    const beforeMinor = share()
    backMinor += amountMinor
    const moreMinor = share() - (beforeMinor > givenMinor ? beforeMinor : givenMinor)
    if (moreMinor > 0n) givenMinor += moreMinor
  }
  return givenMinor
}

function checkFee(
  payin: Story,
  refunds: readonly Story[],
  { givesBack, found }: { givesBack: boolean; found: Findings },
) {
  const lasting = refunds.filter(({ status }) => status !== 'ERROR')
  const feeMinor = sumOf(lasting, (refund) => refund.feeMinor)
  const mostMinor = givesBack ? shareMinor(payin, refunds) : 0n
  // Where all went well each share is exact; a refund that failed took its share with it.
  const isExact = lasting.length === refunds.length && refunds.every(({ reversedMinor }) => reversedMinor === 0n)
  const fits = feeMinor <= payin.feeMinor && (!isExact || feeMinor === mostMinor || payin.reversedMinor > 0n)
  found.check(fits, 'refund-fee', () => {
    return `the refunds of ${nameOf(payin)} give ${feeMinor} of its fee back, must be ${mostMinor}`
  })
}

/** The reason of a COMPLETED pay-in says what its refunds left of it, unless something else happened since. */
function checkReason(payin: Story, refunds: readonly Story[], found: Findings): void {
  const last = payin.history.at(-1)
  const doneAtMs = Math.max(...refunds.flatMap(({ changes }) => changes.map(({ atMs }) => atMs)))
  if (payin.status !== 'COMPLETED' || payin.reversedMinor > 0n || !last || last.atMs > doneAtMs) return
  const done = refunds.filter(({ status }) => status === 'COMPLETED')
  const backMinor = sumOf(done, ({ amountMinor, reversedMinor }) => amountMinor - reversedMinor)
  const wanted = backMinor >= payin.creditedMinor ? 'refunded' : 'partially_refunded'
  const isRefunded = payin.reason === 'refunded' || payin.reason === 'partially_refunded'
  const fits = backMinor === 0n ? !isRefunded : payin.reason === wanted
  found.check(fits, 'refund-reason', () => `${backMinor} of ${nameOf(payin)} went back, its reason is ${payin.reason}`)
}
