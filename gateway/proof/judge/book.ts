import type { BookedOrder, Violation } from '../stages/virtual/parts.ts'
import { creditedEntry, Findings, groupBy, nameOf, type Story, sumOf } from './story.ts'

/** What is known about payments beside their rows. */
export interface RecordsContext {
  /** Virtual milliseconds at the end of the run. */
  nowMs: number
  /** Accounts of the operator's own bank: people say what happened there. */
  ownAccountIds: ReadonlySet<string>
  /** Accounts of providers that do not promise the same result for the same key: nothing is sent to them twice. */
  onceAccountIds: ReadonlySet<string>
  /** Totals that the gateway took in a provider's notifications about a key, in this currency. */
  told(key: string, currency: string): ToldTotals
}

export interface ToldTotals {
  executedMinor: readonly bigint[]
  cameBackMinor: readonly bigint[]
}

export interface RecordsVerdict {
  violations: readonly Violation[]
  /** Payments about whose last movements nobody told the gateway: a difference from the book is no fault there. */
  untold: ReadonlySet<string>
}

/** What some books know beside the order itself. */
export interface RecordsDetails {
  /** When it arrived first, virtual milliseconds. */
  arrivedAtMs?: number
  /** Its payer pays in spite of a cancellation. */
  paysLate?: boolean
}

type SeenOrder = BookedOrder & RecordsDetails

/** An undecided order is asked about once a day at least. */
const askedWithinMs = 26 * 3_600_000

/** Compares each payment with the book of whoever moves its money: by amount, and how often. */
export function checkBooks(
  orders: readonly SeenOrder[],
  stories: readonly Story[],
  context: RecordsContext,
): RecordsVerdict {
  const found = new Findings()
  const untold = new Set<string>()
  const timelineOfKey = keysOf(stories)
  const ofTimeline = groupBy(orders, (order) => timelineOfKey(order)?.id ?? '')
  for (const order of ofTimeline.get('') ?? []) {
    found.add('book-stranger', `the provider has the order ${order.key}, and no attempt was committed with its key`)
  }
  for (const story of stories) {
    const own = ofTimeline.get(story.id) ?? []
    for (const order of own) checkOrder(order, { story, context, found })
    const seen: Seen = { story, orders: own, context, found, untold }
    if (story.payType !== 'payin') evaluatePayout(seen)
    else verifyPayin(seen)
  }
  return { violations: found.list, untold }
}

/** The operator's own bank takes orders from people: their keys are ids of transactions, with or without an attempt. */
function keysOf(stories: readonly Story[]): (order: BookedOrder) => Story | undefined {
  const byKey = new Map(
    stories.flatMap((story) => story.attempts.map(({ accountId, key }) => [`${accountId} ${key}`, story] as const)),
  )
  const byId = new Map(stories.map((story) => [`${story.accountId} ${story.id}`, story]))
  return ({ accountId, key, direction }) => {
    const known = byKey.get(`${accountId} ${key}`)
    if (known) return known
    const story = byId.get(`${accountId} ${key}`)
    return story && direction === 'in' && story.attempts.length === 0 ? story : undefined
  }
}

interface Seen {
  story: Story
  orders: readonly SeenOrder[]
  context: RecordsContext
  found: Findings
  untold: Set<string>
}

function checkOrder(order: SeenOrder, { story, context, found }: Pick<Seen, 'story' | 'context' | 'found'>): void {
  const name = nameOf(story)
  const direction = story.payType === 'payin' ? 'in' : 'out'
  // A payer deposits what the payer believes; nobody ordered it at the bank.
  const isDeposit = direction === 'in' && context.ownAccountIds.has(story.accountId)
  const isWhole = isDeposit || order.orderedMinor === story.amountMinor
  const fits = order.direction === direction && order.currency === story.currency && isWhole
  found.check(fits, 'book-order', () => {
    return `${name} is ${direction} ${story.amountMinor} ${story.currency}, ordered was ${order.direction} ${order.orderedMinor} ${order.currency}`
  })
  const executed = order.movements.filter(({ kind }) => kind === 'executed')
  const attempt = story.attempts.find(({ key }) => key === order.key)
  const { arrivedAtMs } = order
  const isLater = !attempt || arrivedAtMs === undefined || arrivedAtMs >= attempt.createdAtMs
  found.check(isLater, 'book-sent-too-early', () => {
    return `${name} arrived at its provider at ${arrivedAtMs}, before its attempt was written at ${attempt?.createdAtMs}`
  })
  if (order.direction !== 'out') return
  const isOnce = !context.onceAccountIds.has(order.accountId) || order.submissions <= 1
  found.check(isOnce, 'book-sent-again', () => {
    return `${name} arrived ${order.submissions} times at a provider that does not promise the same result for the same key`
  })
  found.check(!order.tombstone || executed.length === 0, 'book-tombstone', () => {
    return `${name} was executed although its provider had promised to stop it`
  })
}

/** All that moved in one direction, and its sums after each movement: 0 first. */
function movedOf(orders: readonly BookedOrder[], kind: 'executed' | 'came_back') {
  const movements = orders
    .flatMap((order) => order.movements)
    .filter((movement) => movement.kind === kind)
    .sort((a, b) => a.atMs - b.atMs)
  const prefixes = [0n]
  for (const { amountMinor } of movements) prefixes.push((prefixes.at(-1) ?? 0n) + amountMinor)
  const totalMinor = prefixes.at(-1) ?? 0n
  return { movements, prefixes, totalMinor, lastAtMs: movements.at(-1)?.atMs ?? 0 }
}

function evaluatePayout(seen: Seen): void {
  const { story, orders, context, found } = seen
  const name = nameOf(story)
  const executed = movedOf(orders, 'executed')
  const count = executed.movements.length
  found.check(count <= 1, 'book-payout-twice', () => `${name} was executed ${count} times`)
  found.check(story.attempts.length <= 1, 'book-attempts', () => {
    return `${name} has ${story.attempts.length} attempts, each with a key of its own`
  })
  if (count === 0 && orders.length === 0 && context.ownAccountIds.has(story.accountId)) {
    found.check(story.status !== 'COMPLETED', 'book-payout-missing', () => `${name} is COMPLETED, and nobody paid it`)
    return
  }
  if (story.status === 'PENDING') checkOpenPayout(seen, executed)
  else if (story.status === 'COMPLETED' || story.reason === 'returned') checkPaidOut(seen, executed)
  else checkFailed(seen, executed)
}

type Moved = ReturnType<typeof movedOf>

function checkOpenPayout({ story, context, found }: Seen, { movements, lastAtMs }: Moved): void {
  const due = movements.length > 0 && lastAtMs < context.nowMs - askedWithinMs
  if (!due || context.ownAccountIds.has(story.accountId)) return
  found.add('book-payout-unheard', `${nameOf(story)} was executed at ${lastAtMs} and is still PENDING`)
}

function checkPaidOut(seen: Seen, { movements, totalMinor }: Moved): void {
  const { story, orders, found } = seen
  const name = nameOf(story)
  const rule = 'book-payout-missing'
  found.equal(totalMinor, story.amountMinor, { rule, what: `what was executed of ${name}, which is ${story.status}` })
  const paid = story.changes.find(({ status, reason }) => status === 'COMPLETED' || reason === 'returned')
  const [first] = movements
  if (paid && first) {
    found.check(first.atMs <= paid.atMs, 'book-told-too-early', () => {
      return `${name} was COMPLETED at ${paid.atMs} and executed at ${first.atMs}`
    })
  }
  compareTold(seen, {
    ...{ rule: 'book-payout-returned', ours: story.reversedMinor, moved: movedOf(orders, 'came_back') },
    kind: 'cameBackMinor',
  })
}

/** People said that it did not move, and it did: that is told to the review, and stands there until somebody closes it. */
const executedAfterAll: ReadonlySet<string> = new Set([
  'executed after it was reported as not executed',
  'completed after ERROR',
  'returned after ERROR',
  'reversed after ERROR',
])

/** Ended without money moving, which is a promise. Only people may be wrong about it, and the late check finds that. */
function checkFailed({ story, found, context }: Seen, { movements, lastAtMs }: Moved): void {
  if (movements.length === 0) return
  const name = nameOf(story)
  const ended = story.changes.at(-1)
  const manual = ended?.source === 'operator'
  found.check(manual, 'book-error-executed', () => {
    return `${name} ended as ${story.status} (${story.reason}) by ${ended?.source}, and its money moved`
  })
  const isReviewed =
    story.needsOperator !== null || story.history.some(({ detail }) => detail !== null && executedAfterAll.has(detail))
  const hadTime = lastAtMs < context.nowMs - askedWithinMs
  found.check(!manual || !hadTime || isReviewed, 'book-error-unseen', () => {
    return `${name} is ERROR, its money moved at ${lastAtMs}, and nobody was told`
  })
}

function verifyPayin(seen: Seen): void {
  const { story, orders, found } = seen
  const name = nameOf(story)
  const executed = movedOf(orders, 'executed')
  const cameBack = movedOf(orders, 'came_back')
  if (story.status === 'ERROR' && !creditedEntry(story)) {
    found.equal(story.receivedMinor, 0n, { rule: 'book-payin', what: `what arrived for ${name}, which is ERROR` })
    checkFailed(seen, executed)
    return
  }
  compareTold(seen, { rule: 'book-payin', ours: story.receivedMinor, moved: executed, kind: 'executedMinor' })
  compareTold(seen, { rule: 'book-payin-reversed', ours: story.reversedMinor, moved: cameBack, kind: 'cameBackMinor' })
  const credited = creditedEntry(story)
  const [first] = executed.movements
  if (credited && first) {
    found.check(first.atMs <= credited.atMs, 'book-told-too-early', () => {
      return `${name} was ${credited.status} at ${credited.atMs} and paid at ${first.atMs}`
    })
  }
  checkExpiry(seen, executed)
  checkWhole(seen)
}

interface Compared {
  rule: string
  ours: bigint
  moved: Moved
  kind: keyof ToldTotals
}

/**
 * Our total is that of the book. It may be that of an earlier moment where the gateway does not ask any more and nobody
 * told it of what came later.
 */
function compareTold(seen: Seen, { rule, ours, moved, kind }: Compared): void {
  const { story, orders, context, found, untold } = seen
  if (ours === moved.totalMinor) return
  const name = nameOf(story)
  const message = `${kind} of ${name}, ${story.status} (${story.reason}), is ${ours} here and ${moved.totalMinor} in the book`
  if (context.ownAccountIds.has(story.accountId)) {
    found.check(moved.prefixes.includes(ours), rule, () => message)
    return
  }
  const told = orders
    .flatMap(({ key }) => context.told(key, story.currency)[kind])
    .filter((total) => moved.prefixes.includes(total))
  const stillAsked = story.status === 'PENDING' && moved.lastAtMs < context.nowMs - askedWithinMs
  const isExcused = moved.prefixes.includes(ours) && told.every((total) => total <= ours) && !stillAsked
  if (isExcused) untold.add(story.id)
  else found.add(rule, message)
}

/** Nobody ends what was paid: its provider is asked to let go first. */
function checkExpiry({ story, orders, context, found }: Seen, { movements }: Moved): void {
  const expired = story.changes.find(({ status }) => status === 'EXPIRED')
  if (!expired || context.ownAccountIds.has(story.accountId) || orders.some(({ paysLate }) => paysLate)) return
  const before = movements.filter(({ atMs }) => atMs < expired.atMs)
  const paidMinor = sumOf(before, ({ amountMinor }) => amountMinor)
  const after = movements.find(({ atMs }) => atMs > expired.atMs)
  found.check(!after, 'book-paid-after-end', () => {
    return `${nameOf(story)} became EXPIRED (${expired.reason}) at ${expired.atMs}, and its provider still took ${after?.amountMinor} at ${after?.atMs}`
  })
  const isEmpty = expired.reason === 'expired' || expired.reason === 'cancelled'
  // What went back again, to the payer or by an operator, is not paid any more.
  const cameBack = orders.some((order) => order.movements.some(({ kind }) => kind === 'came_back'))
  if (cameBack || story.transfers.some(({ kind }) => kind === 'suspense_returned')) return
  found.check(paidMinor < story.amountMinor && (paidMinor === 0n || !isEmpty), 'book-expired-though-paid', () => {
    return `${nameOf(story)} became EXPIRED (${expired.reason}) at ${expired.atMs}, when ${paidMinor} of ${story.amountMinor} had been paid`
  })
}

/** Less than was asked completes a pay-in only where people accepted it. */
function checkWhole({ story, found }: Seen): void {
  const completed = creditedEntry(story)
  if (!completed || completed.source === 'operator') return
  const creditedMinor = sumOf(
    story.transfers.filter(
      ({ kind, atMs }) => (kind === 'payin' || kind === 'suspense_accepted') && atMs <= completed.atMs,
    ),
    ({ amountMinor }) => amountMinor,
  )
  found.check(creditedMinor >= story.amountMinor, 'book-payin-part', () => {
    return `${nameOf(story)} over ${story.amountMinor} was completed by ${completed.source} with ${creditedMinor}`
  })
}
