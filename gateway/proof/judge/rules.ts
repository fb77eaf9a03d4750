import type { Violation } from '../stages/virtual/parts.ts'
import type { LimitsRow, RunRows } from './rows.ts'
import { Findings, groupBy, nameOf, type Story, sumOf } from './story.ts'

/** Every history has the times and the people that the contract allows; that it is a path of the states, `verify` says. */
export function checkRules(rows: RunRows, stories: readonly Story[]): Violation[] {
  const found = new Findings()
  const limits = new Map(rows.limits.map((limit) => [`${limit.pointId} ${limit.currency}`, limit]))
  for (const story of stories) {
    checkEndings(story, found)
    checkReviewQueue(story, found)
    checkHeld(story, found)
    if (story.payType !== 'payin') checkApproval(story, limits.get(`${story.pointId} ${story.currency}`), found)
  }
  checkDays(stories, limits, found)
  return found.list
}

/** What only time may do is not done before its time. */
function checkEndings(story: Story, found: Findings): void {
  const name = nameOf(story)
  for (const { status, reason, atMs } of story.changes) {
    const early = status === 'EXPIRED' && reason !== 'cancelled' && atMs < (story.expiredAtMs ?? 0)
    found.check(
      !early,
      'expired-early',
      () => `${name} became EXPIRED (${reason}) at ${atMs}, before ${story.expiredAtMs}`,
    )
    const heldMinor = reason === 'cancelled' ? heldBefore(story, atMs) : 0n
    found.check(
      heldMinor === 0n,
      'cancelled-with-money',
      () => `${name} was cancelled at ${atMs}, with ${heldMinor} of it in suspense`,
    )
    const tooSoon = reason === 'approval_expired' && atMs < (story.approvalUntilMs ?? 0)
    found.check(
      !tooSoon,
      'approval-expired-early',
      () => `${name} lost its approval at ${atMs}, before ${story.approvalUntilMs}`,
    )
  }
}

/** What was in suspense for it before that instant. */
function heldBefore({ transfers }: Story, atMs: number): bigint {
  return sumOf(
    transfers.filter((transfer) => transfer.atMs < atMs && transfer.kind.startsWith('suspense')),
    ({ kind, amountMinor }) => (kind === 'suspense' ? amountMinor : -amountMinor),
  )
}

/** Texts by which a transaction asks for a person. They stand in the history with the news that asked. */
const questions =
  /^(completed without money|rejected although money arrived|rejected after COMPLETED|another amount was paid out|paid before it was approved|executed after it was reported as not executed|accepted after it was reported as not executed|(completed|returned|reversed) after ERROR|(completed|reversed) in [A-Z]+, ordered in [A-Z]+|paid again after [A-Z]+|expired with part of the money in suspense|part of the money arrived after the expiry|paid by another document than the payer’s|more was paid than ordered|paid after the expiry|more was taken back than arrived|no answer from the provider for 24 hours|the provider could not be asked whether it was executed after all|the provider does not know the order, and it may still be executed)$/

/** Who must look is told so until something else happened, and money in suspense is always somebody's question. */
function checkReviewQueue(story: Story, found: Findings): void {
  const name = nameOf(story)
  const last = story.history.at(-1)
  const asks = last?.source !== 'operator' && last?.detail && questions.test(last.detail) ? last.detail : undefined
  found.check(asks === undefined || story.needsOperator !== null, 'attention-lost', () => {
    return `the last that happened to ${name} is "${asks}", and nobody is asked to look`
  })
  const mustBeSeen = story.status !== 'PENDING' || story.suspenseMinor >= story.amountMinor
  const isSeen = story.suspenseMinor === 0n || !mustBeSeen || story.needsOperator !== null
  found.check(isSeen, 'suspense-unseen', () => {
    return `${name} is ${story.status} (${story.reason}) with ${story.suspenseMinor} in suspense, and nobody is asked to look`
  })
}

const waitsForPerson: ReadonlySet<string> = new Set(['payer_mismatch', 'overpaid', 'paid_late'])

/** Money that waits for a person's word is credited by that word, whatever else arrives meanwhile. */
function checkHeld(story: Story, found: Findings): void {
  if (story.payType !== 'payin') return
  story.history.forEach(({ status, source, atMs }, place) => {
    const before = story.history[place - 1]
    const isHeld = before && before.status !== 'COMPLETED' && waitsForPerson.has(before.reason)
    found.check(!isHeld || status !== 'COMPLETED' || source === 'operator', 'held-without-a-word', () => {
      return `${nameOf(story)} waited for a person (${before?.reason}), and ${source} completed it at ${atMs}`
    })
  })
}

/** Above the limit nothing is sent before somebody agreed; with a refusal nothing is sent at all. */
function checkApproval(story: Story, limit: LimitsRow | undefined, found: Findings): void {
  const name = nameOf(story)
  const above = limit?.approvalAboveMinor ?? null
  const singleMinor = limit?.singleMinor ?? null
  found.check(singleMinor === null || story.amountMinor <= singleMinor, 'single-limit', () => {
    return `${name} is over ${story.amountMinor}, the limit of one payout is ${singleMinor}`
  })
  const waited = story.history[0]?.reason === 'awaiting_approval'
  const mustWait = above !== null && story.amountMinor > above
  found.check(waited === mustWait, 'approval-limit', () => {
    return `${name} over ${story.amountMinor} ${waited ? 'waited' : 'did not wait'} for a second key, the limit is ${above}`
  })
  if (!waited) return
  const approved = story.history.find(({ source, reason }) => source === 'approver' && reason === 'submitted')
  const [attempt] = story.attempts
  found.check(!attempt || (approved !== undefined && attempt.createdAtMs >= approved.atMs), 'approval-skipped', () => {
    return `${name} has an attempt of ${attempt?.createdAtMs}, and was approved at ${approved?.atMs ?? 'no time'}`
  })
  found.check(!approved || attempt !== undefined, 'approval-unsent', () => `${name} was approved and has no attempt`)
}

const dayMs = 86_400_000

/** The sum of a day's payouts that never failed is within the limit of their point. */
function checkDays(stories: readonly Story[], limits: ReadonlyMap<string, LimitsRow>, found: Findings): void {
  const counted = stories.filter(
    ({ payType, history }) => payType !== 'payin' && history.every(({ status }) => status !== 'ERROR'),
  )
  const dayOf = ({ pointId, currency, createdAtMs }: Story) =>
    `${pointId} ${currency}/${Math.floor(createdAtMs / dayMs)}`
  for (const [key, own] of groupBy(counted, dayOf)) {
    const dailyMinor = limits.get(key.split('/')[0] ?? '')?.dailyMinor ?? null
    const sum = sumOf(own, ({ amountMinor }) => amountMinor)
    found.check(dailyMinor === null || sum <= dailyMinor, 'daily-limit', () => {
      return `the payouts ${own.map(nameOf).join(', ')} of one day are ${sum} in all, the limit is ${dailyMinor}`
    })
  }
}
