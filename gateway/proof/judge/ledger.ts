import { type AccountKind, accountsOf, type CreditedTo, type TransferKind } from '../../src/core/ledger/rules/ledger.ts'
import type { Violation } from '../stages/virtual/parts.ts'
import type { AccountRow, RunRows, TermsRow, TransferRow } from './rows.ts'
import { creditedEntry, Findings, nameOf, type Story, sumOf } from './story.ts'

/** Sums of a payment's transfers by their kind, in minor units. */
type Sums = Partial<Record<TransferKind, bigint>>

/**
 * What `verify` does not say about a payment's transfers: that they go between its own accounts, that fees are those of the
 * point's terms, that a release has its date, and that no reservation took an account below its overdraft.
 */
export function verifyLedger(rows: RunRows, stories: readonly Story[]): Violation[] {
  const found = new Findings()
  const points = new Map(rows.points.map((point) => [point.id, point]))
  const accounts = new Map(rows.accounts.map((account) => [account.id, account]))
  for (const story of stories) {
    const terms = termsOf(rows.terms, story)
    const givesBack = points.get(story.pointId)?.returnedFee === 'give_back'
    checkSides(story, accounts, found)
    if (story.payType === 'payin') checkCredit(story, { terms, found })
    else evaluatePayout(story, { terms, givesBack, found })
  }
  verifyOverdraft(rows, found)
  return found.list
}

function checkSides(story: Story, accounts: ReadonlyMap<bigint, AccountRow>, found: Findings): void {
  const isOwn = (id: bigint, wanted: AccountKind) => {
    const { kind, pointId, accountId, currency, environment } = accounts.get(id) ?? {}
    const owner = pointId === null ? accountId === story.accountId : pointId === story.pointId
    return kind === wanted && owner && currency === story.currency && environment === story.environment
  }
  const fits = ({ kind, debit, credit }: TransferRow, creditedTo: CreditedTo) => {
    const wanted = accountsOf(kind, creditedTo)
    return isOwn(debit, wanted.debit) && isOwn(credit, wanted.credit)
  }
  for (const transfer of story.transfers) {
    found.check(fits(transfer, 'available') || fits(transfer, 'pending'), 'transfer-accounts', () => {
      return `the transfer ${transfer.kind} ${transfer.id} of ${nameOf(story)} goes between accounts that are not its own`
    })
  }
}

/** Whoever reserves holds the lock on the account while its transfer gets its id: ids are the order of the balance. */
function verifyOverdraft(rows: RunRows, found: Findings): void {
  const accounts = new Map(rows.accounts.map((account) => [account.id, account]))
  const balances = new Map<bigint, bigint>()
  for (const { kind, debit, credit, amountMinor, transactionId } of rows.transfers) {
    balances.set(credit, (balances.get(credit) ?? 0n) + amountMinor)
    const left = (balances.get(debit) ?? 0n) - amountMinor
    balances.set(debit, left)
    const overdraftMinor = accounts.get(debit)?.overdraftMinor ?? 0n
    const isReservation = kind === 'reserve' || kind === 'refund_reserve'
    found.check(!isReservation || left >= -overdraftMinor, 'balance-overdrawn', () => {
      return `the reservation of ${transactionId} left ${left} in an account, whose overdraft is ${overdraftMinor}`
    })
  }
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

export function termsOf(
  terms: readonly TermsRow[],
  { pointId, payType, serviceCode }: Pick<Story, 'pointId' | 'payType' | 'serviceCode'>,
): Terms {
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

/** The fee of its credit, and its release. */
function checkCredit(story: Story, { terms, found }: PayinContext): void {
  const name = nameOf(story)
  const credits = story.transfers.filter(({ kind }) => kind === 'payin' || kind === 'suspense_accepted')
  const completed = creditedEntry(story)
  if (!completed) {
    found.check(!story.release, 'ledger-release', () => `${name} waits for a release and was never COMPLETED`)
    return
  }
  const first = credits.filter(({ atMs }) => atMs <= completed.atMs)
  const creditMinor = sumOf(first, ({ amountMinor }) => amountMinor)
  const wanted = terms.feeOf(creditMinor)
  const feeMinor = wanted < creditMinor ? wanted : creditMinor
  found.equal(story.feeMinor, feeMinor, { rule: 'ledger-fee', what: `the fee of ${name}` })
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
  if (!release) return
  const dueMs = completedAtMs + delaySeconds * 1_000
  found.check(release.releaseAtMs === dueMs, 'ledger-release-date', () => {
    return `${name} is to be released at ${release.releaseAtMs}, must be ${dueMs}`
  })
  found.check(release.releasedAtMs === null || release.releasedAtMs >= dueMs, 'ledger-release-early', () => {
    return `${name} was released at ${release.releasedAtMs}, before ${dueMs}`
  })
}
