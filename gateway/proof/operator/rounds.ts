import type { TransactionRow } from '../../src/core/processing/rules/transaction.ts'
import type { CurrencyCode } from '../../src/core/values/currency.ts'
import { formatAmount } from '../../src/core/values/money.ts'
import { possibleActions } from '../../src/extras/operator-desk/actions/transaction.ts'
import { listForOperator } from '../../src/extras/operator-desk/list-for-operator.ts'
import { type Meeting, type Moments, meet } from '../merchant/moments.ts'
import type { BookedOrder, Chance } from '../stages/virtual/parts.ts'
import type { PointFacts } from '../stages/virtual/world/points.ts'
import { carry, type Desk, look, type Wish } from './desk.ts'
import { drawWay } from './own-bank.ts'

/** What providers' books say about a transaction now. Amounts in minor units. */
export interface Truth {
  /** `open`: money may still move, so nobody may say that it did not. `unheard`: no order of it arrived so far. */
  kind: 'executed' | 'not_executed' | 'open' | 'unheard'
  executedMinor: bigint
  cameBackMinor: bigint
}

export type TruthOf = (transactionId: string) => Truth

/** An order of a book that may tell how it ended. */
export type EndedOrder = BookedOrder & { state?: string }

/**
 * Read from books whose keys begin with the transaction's id. Not executed only where every order of it is barred, or was
 * rejected, refused or cancelled.
 */
export function truthOfBooks(books: () => readonly EndedOrder[]): TruthOf {
  return (transactionId) => {
    const orders = books().filter(({ key }) => key.startsWith(transactionId))
    const sum = (kind: 'executed' | 'came_back') =>
      orders
        .flatMap(({ movements }) => movements)
        .filter((movement) => movement.kind === kind)
        .reduce((total, { amountMinor }) => total + amountMinor, 0n)
    const [executedMinor, cameBackMinor] = [sum('executed'), sum('came_back')]
    const amounts = { executedMinor, cameBackMinor }
    if (executedMinor > 0n) return { kind: 'executed', ...amounts }
    if (orders.length === 0) return { kind: 'unheard', ...amounts }
    const isOver = orders.every(({ tombstone, state = 'open' }) => tombstone || state !== 'open')
    return { kind: isOver ? 'not_executed' : 'open', ...amounts }
  }
}

interface Queue {
  truthOf: TruthOf
  ownAccountId: string | undefined
  /** The only transaction that they look at; undefined: all. */
  only?: string
}

/** When the decision about a first payment meets the second one: 20 s and 30 s lie between them. */
const afterMoneyMs = [250, 2_000, 19_990, 20_050, 20_110, 29_990, 30_050, 30_110] as const

/** Draws when operators who wait for a payment's money decide about it. */
export function drawWatch(chance: Chance): Meeting {
  return { afterMs: chance.pick(afterMoneyMs), withinMs: 20 * 60_000 }
}

/** Operators wait for the money of one payment, and decide about what waits for a person then. */
export async function watchPayment(
  desk: Desk,
  moments: Moments,
  { payment, meeting, ...queue }: Queue & { payment: string; meeting: Meeting },
): Promise<void> {
  const known = await desk.memory.known(payment)
  if (!known) return
  const { transactionId } = known
  await meet({ stage: desk.stage, moments }, desk.act, { transactionId, meeting })
  await workOffQueue(desk, { ...queue, only: transactionId })
}

/** Operators read what waits for a person, oldest first, and decide about each as the providers' books tell them. */
export async function workOffQueue(desk: Desk, { truthOf, ownAccountId, only }: Queue): Promise<void> {
  const found = await look(desk, 'list', async (deps) => (await listForOperator(deps)).rows)
  const mine = found.filter(({ id }) => only === undefined || id === only)
  for (const [place, row] of mine.entries()) {
    const step = `about-${place + 1}`
    const chance = desk.stage.chance(`${desk.act}.${step}`)
    const isOwn = row.connector_account_id === ownAccountId
    const wish = wishFor({ row, truth: truthOf(row.id), nowMs: desk.stage.nowMs(), isOwn }, chance)
    if (!wish) continue
    const way = drawWay(chance)
    const decisions = [carry(desk, step, { wish, way })]
    // Two people at two machines, who do not know of each other.
    if (chance.bool(0.5))
      decisions.push(carry(desk, `${step}-twin`, { wish: twinOf(wish, chance), way: drawWay(chance) }))
    await Promise.all(decisions)
  }
}

/** An order that did not arrive within this time was lost on its way. Virtual milliseconds. */
const onItsWayMaxMs = 12 * 3_600_000

interface Looked {
  row: TransactionRow
  truth: Truth
  nowMs: number
  /** People move its money: clerks say what they did. */
  isOwn: boolean
}

/** What an honest operator decides. Undefined: nothing yet. */
function wishFor({ row, truth, nowMs, isOwn }: Looked, chance: Chance): Wish | undefined {
  const { id: transactionId } = row
  const possible = possibleActions(row)
  const may = (action: Wish['action']) => possible.some((each) => each === action)
  if (!isOwn && may('confirm') && tellsMore(row, truth)) return confirmation(row, truth)
  const decision = chance.pick(['suspense_accept', 'suspense_accept', 'suspense_return'] as const)
  if (may(decision)) return { action: decision, transactionId, amount: formatAmount(row.suspense_minor, row.currency) }
  const isLost = truth.kind === 'unheard' && nowMs - row.created_at.getTime() > onItsWayMaxMs
  // A payer may still pay a pay-in that its provider has ended.
  const isUnpaid = isLost || (row.pay_type !== 'payin' && truth.kind === 'not_executed')
  if (!isOwn && may('fail') && isUnpaid) return { action: 'fail', transactionId }
  return may('close_attention') && agrees(row, truth) ? { action: 'close_attention', transactionId } : undefined
}

function confirmation(row: TransactionRow, { executedMinor }: Truth): Wish {
  const { id: transactionId, currency } = row
  const amount = formatAmount(row.pay_type !== 'payin' ? row.amount_minor : executedMinor, currency)
  const line = row.pay_type === 'payin' ? { bankReference: `STATEMENT-${transactionId}-${executedMinor}` } : {}
  return { action: 'confirm', transactionId, amount, ...line }
}

/** The books know of more money than the gateway; a payout moves whole, or not at all. */
function tellsMore(row: TransactionRow, { executedMinor, cameBackMinor }: Truth): boolean {
  if (cameBackMinor > 0n) return false
  return row.pay_type !== 'payin' ? executedMinor === row.amount_minor : executedMinor > row.received_minor
}

/** The books and the gateway know of the same money: nothing is left to find out. */
function agrees(row: TransactionRow, { kind, executedMinor, cameBackMinor }: Truth): boolean {
  if (kind === 'open' || row.reversed_minor !== cameBackMinor) return false
  if (row.pay_type === 'payin') return row.received_minor === executedMinor
  return row.status === 'COMPLETED' ? executedMinor === row.amount_minor : executedMinor === cameBackMinor
}

/** What somebody else decides about the same at the same instant. Only suspense can be decided either way. */
function twinOf(wish: Wish, chance: Chance): Wish {
  if (wish.action !== 'suspense_accept' && wish.action !== 'suspense_return') return wish
  return chance.bool(0.5) ? { ...wish, action: 'suspense_return' } : { ...wish, action: 'suspense_accept' }
}

/** Money for a point, or a correction of its balance. */
export interface FundPlan {
  point: PointFacts
  currency: CurrencyCode
  amountMinor: bigint
  /** The same operation is sent twice at the same instant: it is done once. */
  twice: boolean
}

export function drawFunding(chance: Chance, point: PointFacts): FundPlan | undefined {
  if (point.funds.length === 0) return undefined
  const { currency, availableMinor } = chance.pick(point.funds)
  const share = BigInt(10 + chance.int(70))
  const amountMinor = (BigInt(availableMinor) * share) / 100n + 1n
  const taken = chance.bool(0.3)
  return { point, currency, amountMinor: taken ? -amountMinor / 4n - 1n : amountMinor, twice: chance.bool(0.2) }
}

export async function fund(desk: Desk, { point, currency, amountMinor, twice }: FundPlan): Promise<void> {
  const amount = formatAmount(amountMinor, currency)
  const action = amountMinor < 0n ? 'correction' : 'fund'
  const wish = { action, pointId: point.pointId, currency, amount } as const
  const way = twice ? 'two' : drawWay(desk.stage.chance(`${desk.act}.way`))
  const carried = [carry(desk, 'fund', { wish, way })]
  if (twice) carried.push(carry(desk, 'fund-twin', { wish, way, sameAs: 'fund' }))
  await Promise.all(carried)
}
