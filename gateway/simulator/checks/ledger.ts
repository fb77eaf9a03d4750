import type { TransferKind } from '../../src/core/ledger/rules/ledger.ts'
import type { Violation } from '../parts.ts'
import type { RunRows, TermsRow, TransferRow } from './rows.ts'
import { creditedEntry, Findings, nameOf, type Story, sumOf } from './story.ts'

/** Sums of a payment's transfers by their kind, in minor units. */
type Sums = Partial<Record<TransferKind, bigint>>

/**
 * Each payment's transfers are those that its history demands, in amount and number. Fees are computed from the point's
 * terms, releases from its delay.
 */
export function verifyLedger(rows: RunRows, stories: readonly Story[]): Violation[] {
  const found = new Findings()
  const points = new Map(rows.points.map((point) => [point.id, point]))
  for (const story of stories) {
    if (!story.booked) found.add('ledger-unbooked', `${nameOf(story)} is outside the ledger`)
    else if (story.payType !== 'payin') {
      const givesBack = points.get(story.pointId)?.returnedFee === 'give_back'
      evaluatePayout(story, { terms: termsOf(rows.terms, story), givesBack, found })
    } else verifyPayin(story, { terms: termsOf(rows.terms, story), found })
  }
  return found.list
}

function sumsOf(transfers: readonly TransferRow[]): Sums {
  const sums: Sums = {}
  for (const { kind, amountMinor } of transfers) sums[kind] = (sums[kind] ?? 0n) + amountMinor
  return sums
}

interface Terms {
  feeOf(amountMinor: bigint): bigint
  releaseDelaySeconds: number | null
}

function termsOf(terms: readonly TermsRow[], { pointId, payType, serviceCode }: Story): Terms {
  const own = terms.filter((line) => line.pointId === pointId && line.payType === payType)
  const line = own.find((each) => each.serviceCode === serviceCode) ?? own.find((each) => each.serviceCode === '*')
  return {
    feeOf: (amountMinor) =>
      line ? (amountMinor * BigInt(line.millionths) + 500_000n) / 1_000_000n + line.fixedMinor : 0n,
    releaseDelaySeconds: line?.releaseDelaySeconds ?? null,
  }
}

interface PayoutContext {
  terms: Terms
  /** The fee of what came back whole is given back. */
  givesBack: boolean
  found: Findings
}

function evaluatePayout(story: Story, { terms, givesBack, found }: PayoutContext): void {
  const name = nameOf(story)
  const isRefund = story.payType === 'refund'
  const feeMinor = isRefund ? story.feeMinor : terms.feeOf(story.amountMinor)
  found.equal(story.feeMinor, feeMinor, { rule: 'ledger-fee', what: `the fee of ${name}` })
  const wanted = isRefund ? refundSums(story) : payoutSums(story, givesBack)
  const sums = sumsOf(story.transfers)
  for (const kind of kindsOf(sums, wanted)) {
    found.equal(sums[kind] ?? 0n, wanted[kind] ?? 0n, { rule: 'ledger-payout', what: `${kind} of ${name}` })
    const count = story.transfers.filter((transfer) => transfer.kind === kind).length
    if (count > 1 && kind !== 'return') found.add('ledger-payout-twice', `${name} has ${count} transfers ${kind}`)
  }
  const paidMinor = (sums.payout ?? 0n) + (sums.refund ?? 0n) + (sums.late_payout ?? 0n)
  found.equal(story.creditedMinor, paidMinor, { rule: 'ledger-credited', what: `what the row of ${name} has as paid` })
  const cameBack = story.reason === 'returned' || story.reason === 'partially_returned'
  found.check(cameBack === story.reversedMinor > 0n, 'ledger-returned', () => {
    return `${name} is ${story.status} (${story.reason}), and ${story.reversedMinor} came back`
  })
  const whole = story.reversedMinor === story.amountMinor
  found.check((story.reason === 'returned') === whole, 'ledger-returned', () => {
    return `${name} over ${story.amountMinor} is ${story.status} (${story.reason}), and ${story.reversedMinor} came back`
  })
}

/** What a payout's history says about its money: a reservation, and one end of it. */
function payoutSums(story: Story, givesBack: boolean): Sums {
  const { amountMinor, feeMinor, reversedMinor } = story
  const sums: Record<string, bigint> = { reserve: amountMinor + feeMinor }
  let before = 'PENDING'
  for (const { status, reason } of story.changes) {
    if (before === 'PENDING') {
      const paid = status === 'COMPLETED' || reason === 'returned'
      Object.assign(sums, paid ? { payout: amountMinor, payout_fee: feeMinor } : { unreserve: amountMinor + feeMinor })
    } else if (status === 'COMPLETED') {
      Object.assign(sums, { late_payout: amountMinor, late_payout_fee: feeMinor })
    }
    before = status
  }
  if (reversedMinor > 0n) sums['return'] = reversedMinor
  if (story.reason === 'returned' && givesBack) sums['fee_return'] = feeMinor
  return sums
}

/** The same of a refund; its fee is what it gives back of the pay-in's, while it is COMPLETED. */
function refundSums({ changes, reason, ...story }: Story): Sums {
  const { payout, reserve, unreserve, ...others } = payoutSums({ ...story, changes, reason, feeMinor: 0n }, false)
  const isDone = changes.some(({ status }) => status === 'COMPLETED')
  return {
    ...others,
    refund_reserve: reserve ?? 0n,
    refund: payout ?? 0n,
    refund_unreserve: unreserve ?? 0n,
    refund_fee: isDone ? story.feeMinor : 0n,
    return_fee: isDone && reason === 'returned' ? story.feeMinor : 0n,
  }
}

function kindsOf(...sums: readonly Sums[]): readonly TransferKind[] {
  return [...new Set(sums.flatMap((each) => Object.keys(each) as TransferKind[]))]
}

interface PayinContext {
  terms: Terms
  found: Findings
}

const payinKinds: ReadonlySet<TransferKind> = new Set([
  ...(['payin', 'payin_fee', 'release', 'suspense', 'suspense_accepted', 'suspense_returned'] as const),
  ...(['suspense_reversed', 'reversal', 'refund_release', 'refund_withhold'] as const),
])

function verifyPayin(story: Story, { terms, found }: PayinContext): void {
  const name = nameOf(story)
  const sums = sumsOf(story.transfers)
  const of = (...kinds: readonly TransferKind[]) => sumOf(kinds, (kind) => sums[kind] ?? 0n)
  for (const kind of kindsOf(sums)) {
    if (!payinKinds.has(kind)) found.add('ledger-payin', `${name} has transfers ${kind}`)
  }
  const rule = 'ledger-payin'
  found.equal(of('payin', 'suspense'), story.receivedMinor, { rule, what: `what arrived for ${name}` })
  const waits = of('suspense') - of('suspense_accepted', 'suspense_returned', 'suspense_reversed')
  found.equal(waits, story.suspenseMinor, { rule, what: `the suspense of ${name}` })
  const here = story.receivedMinor - story.sentBackMinor
  const gone = story.sentBackMinor + (story.reversedMinor < here ? story.reversedMinor : here)
  found.equal(of('suspense_returned', 'suspense_reversed', 'reversal'), gone, { rule, what: `what left ${name}` })
  const manual = story.history.some(({ source }) => source === 'operator')
  found.check(of('suspense_returned') === 0n || manual, 'ledger-payin-by-hand', () => `nobody sent back from ${name}`)
  checkCredit(story, { terms, found })
}

/** The credit, its fee and its release, each exactly once. */
function checkCredit(story: Story, { terms, found }: PayinContext): void {
  const name = nameOf(story)
  const credits = story.transfers.filter(({ kind }) => kind === 'payin' || kind === 'suspense_accepted')
  const fees = story.transfers.filter(({ kind }) => kind === 'payin_fee')
  const completed = creditedEntry(story)
  if (!completed) {
    const moved = sumOf([...credits, ...fees], ({ amountMinor }) => amountMinor)
    found.equal(moved, 0n, { rule: 'ledger-payin-credit', what: `the credit of ${name}, which was never COMPLETED` })
    found.equal(story.feeMinor, 0n, { rule: 'ledger-fee', what: `the fee of ${name}, which was never COMPLETED` })
    found.check(!story.release, 'ledger-release', () => `${name} waits for a release and was never COMPLETED`)
    return
  }
  const first = credits.filter(({ atMs }) => atMs <= completed.atMs)
  const creditMinor = sumOf(first, ({ amountMinor }) => amountMinor)
  const allMinor = sumOf(credits, ({ amountMinor }) => amountMinor)
  found.equal(story.creditedMinor, allMinor, {
    rule: 'ledger-credited',
    what: `what the row of ${name} has as credited`,
  })
  found.check(creditMinor > 0n, 'ledger-payin-credit', () => `${name} was COMPLETED without a credit`)
  const wanted = terms.feeOf(creditMinor)
  const feeMinor = wanted < creditMinor ? wanted : creditMinor
  const takenMinor = sumOf(fees, ({ amountMinor }) => amountMinor)
  found.equal(takenMinor, feeMinor, { rule: 'ledger-fee', what: `the fee of ${name}` })
  found.equal(story.feeMinor, feeMinor, { rule: 'ledger-fee', what: `the fee in the row of ${name}` })
  checkRelease(story, { terms, found, netMinor: creditMinor - feeMinor, completedAtMs: completed.atMs })
}

/** A live card's credit waits for a week where nothing else was agreed. */
const liveCardSeconds = 7 * 24 * 3_600

function checkRelease(
  story: Story,
  { terms, found, netMinor, completedAtMs }: PayinContext & { netMinor: bigint; completedAtMs: number },
): void {
  const name = nameOf(story)
  const usualSeconds = story.card && story.environment === 'live' ? liveCardSeconds : 0
  const delaySeconds = terms.releaseDelaySeconds ?? usualSeconds
  const { release } = story
  const movedMinor = (wanted: TransferKind) =>
    sumOf(story.transfers, ({ kind, amountMinor }) => (kind === wanted ? amountMinor : 0n))
  const refundedMinor = movedMinor('refund_release') - movedMinor('refund_withhold')
  const heldMinor = (delaySeconds > 0 ? netMinor : 0n) - refundedMinor
  const rule = 'ledger-release'
  found.equal(release?.amountMinor ?? 0n, heldMinor, { rule, what: `what waits for the release of ${name}` })
  const releasedMinor = movedMinor('release')
  const wanted = release && release.releasedAtMs !== null ? release.amountMinor : 0n
  found.equal(releasedMinor, wanted, { rule, what: `what was released of ${name}` })
  if (!release) return
  const dueMs = completedAtMs + delaySeconds * 1_000
  found.check(release.releaseAtMs === dueMs, 'ledger-release-date', () => {
    return `${name} is to be released at ${release.releaseAtMs}, must be ${dueMs}`
  })
  found.check(release.releasedAtMs === null || release.releasedAtMs >= dueMs, 'ledger-release-early', () => {
    return `${name} was released at ${release.releasedAtMs}, before ${dueMs}`
  })
}
