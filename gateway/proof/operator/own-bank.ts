import type { TransactionRow } from '../../src/core/processing/rules/transaction.ts'
import { formatAmount } from '../../src/core/values/money.ts'
import { readTransactionsOfAll } from '../../src/extras/operator-desk/store/reads/transactions.ts'
import type { KnownPayment } from '../merchant/memory.ts'
import { createMoments } from '../merchant/moments.ts'
import type { BookedMovement, BookedOrder, Chance } from '../stages/virtual/parts.ts'
import { carry, carryInTheEnd, type Desk, look, type Way } from './desk.ts'

interface OwnOrder extends BookedOrder {
  movements: BookedMovement[]
}

/**
 * The operator's own bank account: what payers deposited, and what clerks paid out. Its keys are transaction ids. The bank
 * moves money once for each order to it, whatever the gateway makes of that.
 */
export interface OwnBank {
  orders(): readonly BookedOrder[]
  /** One line of the statement: `line` is the bank's own id of it. */
  deposit(to: { transactionId: string; accountId: string; currency: string; orderedMinor: bigint }, line: Line): void
  /** A clerk takes a payout over, to pay it or to refuse it. False: somebody did before. */
  takeOver(transactionId: string): boolean
  payOut(row: TransactionRow, atMs: number): void
}

export interface Line {
  amountMinor: bigint
  atMs: number
}

export function createOwnBank(moments = createMoments()): OwnBank {
  const orders = new Map<string, OwnOrder>()
  const taken = new Set<string>()
  const orderOf = (order: Omit<BookedOrder, 'submissions' | 'tombstone' | 'movements'>): OwnOrder => {
    const found = orders.get(order.key) ?? { ...order, submissions: 1, tombstone: false, movements: [] }
    orders.set(order.key, found)
    return found
  }
  return {
    orders: () => [...orders.values()],
    deposit: ({ transactionId: key, accountId, currency, orderedMinor }, { amountMinor, atMs }) => {
      const order = orderOf({ key, accountId, direction: 'in', currency, orderedMinor })
      order.movements.push({ key, atMs, kind: 'executed', amountMinor })
      moments.tell(key)
    },
    takeOver: (transactionId) => {
      if (taken.has(transactionId)) return false
      taken.add(transactionId)
      return true
    },
    payOut: ({ id: key, connector_account_id: accountId, currency, amount_minor: orderedMinor }, atMs) => {
      const order = orderOf({ key, accountId, direction: 'out', currency, orderedMinor })
      order.movements.push({ key, atMs, kind: 'executed', amountMinor: orderedMinor })
      moments.tell(key)
    },
  }
}

/** How the payer of an own-account pay-in pays. */
export type Deposit = 'whole' | 'in_parts' | 'part' | 'too_much' | 'twice' | 'by_another'

export interface DepositPlan {
  payment: string
  deposit: Deposit
  /** Two people confirm each line at once. */
  twice: boolean
  way: Way
}

export function drawDeposit(chance: Chance, payment: string): DepositPlan {
  const deposit = chance.pick([
    ...([
      'whole',
      'whole',
      'whole',
      'in_parts',
      'in_parts',
      'part',
      'part',
      'too_much',
      'twice',
      'by_another',
    ] as const),
  ])
  return { payment, deposit, twice: chance.bool(0.3), way: drawWay(chance) }
}

export function drawWay(chance: Chance): Way {
  return chance.pick([
    ...(['alone', 'alone', 'two', 'two_at_once', 'two_at_once', 'two_at_once', 'taken_back', 'by_oneself'] as const),
  ])
}

/** Shares of the ordered amount, in percent, that arrive one after the other. */
const shares: Readonly<Record<Deposit, readonly number[]>> = {
  whole: [100],
  in_parts: [40, 60],
  part: [70],
  too_much: [130],
  twice: [100, 100],
  by_another: [100],
}

/** Waits for the pay-in, lets its payer deposit, and confirms each line of the statement. */
export async function depositAndConfirm(desk: Desk, bank: OwnBank, plan: DepositPlan): Promise<void> {
  const payment = await desk.memory.known(plan.payment)
  if (!payment) return
  const { transactionId, currency, amountMinor: orderedMinor } = payment
  let totalMinor = 0n
  for (const [place, percent] of shares[plan.deposit].entries()) {
    const atMs = desk.stage.nowMs()
    // The last part makes the sum whole, whatever was rounded before.
    const isRest = plan.deposit === 'in_parts' && place > 0
    const amountMinor = isRest ? orderedMinor - totalMinor : max(1n, (orderedMinor * BigInt(percent)) / 100n)
    bank.deposit(
      { transactionId, accountId: payment.point.connectorAccountId, currency, orderedMinor },
      { amountMinor, atMs },
    )
    totalMinor += amountMinor
    await confirmLine(desk, { payment, transactionId, totalMinor, place, plan })
  }
}

interface ConfirmedLine {
  payment: KnownPayment
  transactionId: string
  /** All that arrived for it so far. */
  totalMinor: bigint
  place: number
  plan: DepositPlan
}

async function confirmLine(desk: Desk, line: ConfirmedLine): Promise<void> {
  const { payment, transactionId, totalMinor, place, plan } = line
  const wish = {
    action: 'confirm' as const,
    transactionId,
    amount: formatAmount(totalMinor, payment.currency),
    bankReference: `LINE-${payment.name}-${place + 1}`,
    ...(plan.deposit === 'by_another' ? { senderDocument: '27123456780' } : {}),
  }
  const said = [carryInTheEnd(desk, `line-${place + 1}`, { wish, way: plan.way })]
  if (plan.twice) said.push(carry(desk, `line-twin-${place + 1}`, { wish, way: 'alone' }))
  await Promise.all(said)
}

const max = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** How clerks handle a payout: pay it at the bank and say so, say so twice at once, or say that it was not paid. */
type Handling = 'pay' | 'pay_and_say_twice' | 'refuse'

function drawHandling(chance: Chance): Handling {
  return chance.pick(['pay', 'pay', 'pay', 'pay_and_say_twice', 'refuse'] as const)
}

interface Handled {
  row: TransactionRow
  step: string
  handling: Handling
  way: Way
}

async function handle(desk: Desk, bank: OwnBank, { row, step, handling, way }: Handled): Promise<void> {
  const isReady = row.pay_type === 'payout' && row.status === 'PENDING' && row.reason !== 'awaiting_approval'
  if (!isReady || !bank.takeOver(row.id)) return
  const { id: transactionId } = row
  if (handling === 'refuse') {
    await carryInTheEnd(desk, step, { wish: { action: 'fail', transactionId }, way })
    return
  }
  bank.payOut(row, desk.stage.nowMs())
  const wish = { action: 'confirm' as const, transactionId, amount: formatAmount(row.amount_minor, row.currency) }
  const says = [carryInTheEnd(desk, step, { wish, way })]
  if (handling === 'pay_and_say_twice') says.push(carry(desk, `${step}-twin`, { wish, way: 'alone' }))
  await Promise.all(says)
}

/** Payouts of one round. */
const sweepMax = 50

/** Handles every payout of the operator's own accounts that still waits for a clerk. */
export async function sweepPayouts(desk: Desk, bank: OwnBank, connectorAccountId: string): Promise<void> {
  const found = await look(desk, 'list payouts', async (deps) => {
    const filters = { connectorAccountId, payType: 'payout', status: 'PENDING', limit: sweepMax } as const
    return (await readTransactionsOfAll(deps.database.engine, filters)).rows
  })
  for (const [place, row] of found.toReversed().entries()) {
    const chance = desk.stage.chance(`${desk.act}.choice-${place + 1}`)
    const handling = drawHandling(chance)
    await handle(desk, bank, { row, step: `say-${place + 1}`, handling, way: drawWay(chance) })
  }
}
