import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewTransfer } from '../../../core/ledger/rules/ledger.ts'
import { explainedTransfers } from '../../../core/ledger/rules/line-transfers.ts'
import type { Db } from '../../../core/platform/database/database.ts'
import { kindsOfClasses, type LineClass, type OrderClass } from '../rules/line-classes.ts'
import { decidingRule } from '../rules/line-rules.ts'
import {
  type LineToMatch,
  matchLine,
  type Names,
  namesIn,
  type OrderOfLine,
  type SureRule,
} from '../rules/match-line.ts'
import { documentsAgree } from '../rules/sender.ts'
import { listStatements } from '../store/bank-statements.ts'
import { type LineRuleRow, listLineRules } from '../store/line-rules.ts'
import { type LineRow, readSightings } from '../store/line-states.ts'
import { findNamedOrders, type OrderRow } from '../store/orders-of-lines.ts'
import { accountOfLine, bookedLine, lineToMatch, numbersOf, toOrder } from './line-and-orders.ts'

/** Why a line was applied, linked or explained. `line`: the credit or debit that it belongs to. */
export interface MatchEvidence {
  rule: SureRule | 'receipt' | 'operator' | 'line_rule'
  line?: string
  /** The rule of the account that says what the line is. */
  lineRule?: string
}

/** What becomes of a line. */
export type Verdict =
  | { kind: 'close'; row: LineRow }
  | {
      kind: 'apply'
      row: LineRow
      as: OrderClass
      transactionId: string
      /** The sender's document, in the order's form where both are of one person. */
      senderDocument: string | undefined
      evidence: MatchEvidence
      /** A person says that an order in ERROR was paid after all. */
      isAfterError?: boolean
    }
  | {
      kind: 'link'
      row: LineRow
      as: 'payin' | 'payout'
      transactionId: string
      orderAccountId: string
      transferId: bigint
      evidence: MatchEvidence
    }
  /** What a person or a rule of the account says that it was: the money of no order. */
  | {
      kind: 'explain'
      row: LineRow
      state: 'explained' | 'to_return'
      as: LineClass | null
      transfers: readonly NewTransfer[]
      evidence: MatchEvidence
    }
  /** `named`: undecided pay-ins of the line's account whose reference stands in it. */
  | { kind: 'wait'; row: LineRow; named: readonly string[] }

/**
 * Judges lines of one bank account. A line moves an order's money by itself only where it names the order for sure, no other
 * line of the round names it, the account says so, its day has come, and a statement that holds it is sound. A line that an
 * operator confirmed money by is linked to that money. One that names no order is what a rule on the bank's own code says.
 */
export async function decideLines(db: Db, rows: readonly LineRow[]): Promise<readonly Verdict[]> {
  const closed = rows.filter((row) => row.is_before || row.amount_minor === 0n)
  // Debits first: a payout is paid before it comes back.
  const open = rows
    .filter((row) => !closed.includes(row))
    .sort((one, other) => (one.sign > other.sign ? -1 : one.sign < other.sign ? 1 : 0))
  const verdicts = closed.map((row): Verdict => ({ kind: 'close', row }))
  const [first] = open
  if (!first) return verdicts
  const found: Found[] = []
  for (const row of open) {
    const line = lineToMatch(row)
    found.push({ row, line, names: namesIn(line) })
    await nextTurn()
  }
  const orders = await findNamedOrders(db, {
    ...accountOfLine(first),
    references: unique(found.flatMap(({ names }) => names.references.map(({ reference }) => reference))),
    payoutIds: unique(found.flatMap(({ names }) => names.payoutIds)),
    numbers: unique(found.flatMap(({ row }) => numbersOf(row))),
  })
  const index = indexOrders(orders)
  const round: Round = {
    orders: index,
    sound: await soundLines(
      db,
      open.map(({ id }) => id),
    ),
    claims: countNamed(found, index),
    proved: new Set(),
    paid: new Set(),
    rules: await listLineRules(db, first.bank_account_id),
  }
  for (const each of found) verdicts.push(decide(each, round))
  return verdicts
}

interface Found {
  row: LineRow
  line: LineToMatch
  names: Names
}

interface Round {
  orders: OrderIndex
  sound: ReadonlySet<string>
  /** How many lines of each sign name an order. */
  claims: ReadonlyMap<string, number>
  /** Transfers of operators that lines of the round prove. */
  proved: Set<bigint>
  /** Payouts whose debit is in the round. */
  paid: Set<string>
  rules: readonly LineRuleRow[]
}

function decide(found: Found, round: Round): Verdict {
  const { row, line, names } = found
  const linked = linkOf(row, round)
  if (linked) {
    round.proved.add(linked.transferId)
    return linked
  }
  const rows = namedRows(found, round.orders)
  const orders = rows
    .map(toOrder)
    .map((order) => (round.paid.has(order.transactionId) ? { ...order, status: 'COMPLETED' as const } : order))
  const match = matchLine(line, names, orders)
  const isProven = !row.is_future && round.sound.has(row.id)
  const mayApply = row.automatic && isProven
  if (match.kind === 'sure' && mayApply && isAlone(row, match.order, round)) {
    if (match.rule === 'payout_id') round.paid.add(match.order.transactionId)
    return applied(row, match, sureClasses[match.rule])
  }
  const ruled = rows.length === 0 && isProven ? ruledBy(row, round.rules) : undefined
  if (ruled) return ruled
  const named = orders.filter((order) => isUndecided(order) && mayBeOf(line, order))
  return { kind: 'wait', row, named: row.sign === 'C' ? named.map(({ transactionId }) => transactionId) : [] }
}

/** Seven digits of another amount may be anything. */
function mayBeOf(
  line: LineToMatch,
  { connectorAccountId, reference = '', amountMinor, receivedMinor }: OrderOfLine,
): boolean {
  if (connectorAccountId !== line.connectorAccountId) return false
  return (
    reference.startsWith('P') || line.fields.includes(reference) || line.amountMinor === amountMinor - receivedMinor
  )
}

function isUndecided({ payType, status, hasManualMoney }: OrderOfLine): boolean {
  return payType === 'payin' && (status === 'PENDING' || status === 'EXPIRED') && !hasManualMoney
}

function ruledBy(row: LineRow, rules: readonly LineRuleRow[]): Verdict | undefined {
  const rule = row.is_single && !row.in_doubt ? decidingRule(row, rules) : undefined
  const kind = rule && kindsOfClasses[rule.class][row.sign]
  if (!rule || !kind) return undefined
  const evidence = { rule: 'line_rule', lineRule: rule.id } as const
  const transfers = explainedTransfers(bookedLine(row), kind)
  return { kind: 'explain', row, state: 'explained', as: rule.class, transfers, evidence }
}

const sureClasses = { reference: 'payin', payout_id: 'payout', return: 'payout_return' } as const

/** The line moves the money of the order. */
export function applied(
  row: LineRow,
  { rule, order }: { rule: MatchEvidence['rule']; order: OrderOfLine },
  as: OrderClass,
): Extract<Verdict, { kind: 'apply' }> {
  const document = lineToMatch(row).partyDocument
  // Banks and merchants write one document in several forms. Where they agree, the order's form is kept.
  const senderDocument = documentsAgree(document, order.partyDocument) === 'agrees' ? order.partyDocument : document
  return { kind: 'apply', row, as, transactionId: order.transactionId, senderDocument, evidence: { rule } }
}

interface OrderIndex {
  byReference: ReadonlyMap<string, readonly OrderRow[]>
  byId: ReadonlyMap<string, OrderRow>
  byReceipt: ReadonlyMap<string, readonly OrderRow[]>
}

function indexOrders(orders: readonly OrderRow[]): OrderIndex {
  const byReference = new Map<string, OrderRow[]>()
  const byReceipt = new Map<string, OrderRow[]>()
  for (const order of orders) {
    if (order.target_reference !== null) add(byReference, order.target_reference, order)
    for (const receipt of unique(order.manual.flatMap(({ receipts }) => receipts))) add(byReceipt, receipt, order)
  }
  return { byReference, byReceipt, byId: new Map(orders.map((order) => [order.id, order])) }
}

function add<Each>(index: Map<string, Each[]>, key: string, each: Each): void {
  const list = index.get(key)
  if (list) list.push(each)
  else index.set(key, [each])
}

function namedRows({ names }: Found, { byReference, byId }: OrderIndex): readonly OrderRow[] {
  return unique([
    ...names.references.flatMap(({ reference }) => byReference.get(reference) ?? []),
    ...names.payoutIds.flatMap((id) => byId.get(id) ?? []),
  ])
}

function countNamed(found: readonly Found[], index: OrderIndex): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const each of found) {
    for (const { id } of namedRows(each, index)) {
      const claim = `${each.row.sign} ${id}`
      counts.set(claim, (counts.get(claim) ?? 0) + 1)
    }
  }
  return counts
}

/** No other line of the round names the order. */
function isAlone({ sign }: LineRow, { transactionId }: OrderOfLine, { claims }: Round): boolean {
  return claims.get(`${sign} ${transactionId}`) === 1
}

type Link = Extract<Verdict, { kind: 'link' }>

/**
 * The money that an operator confirmed with a number of exactly this line, of the same amount. Banks use short numbers
 * again, so an order of another own account needs the line's id.
 */
function linkOf(row: LineRow, { orders, proved }: Round): Link | undefined {
  const numbers = numbersOf(row)
  const [lineId] = numbers
  const as = row.sign === 'C' ? 'payin' : 'payout'
  const candidates = unique(numbers.flatMap((number) => orders.byReceipt.get(number) ?? [])).filter(
    ({ pay_type: type }) => (type === 'payin') === (as === 'payin'),
  )
  const found = candidates.flatMap((order) => {
    const isHere = order.connector_account_id === row.connector_account_id
    const valid = new Set(isHere ? numbers : [lineId])
    return order.manual
      .filter((money) => BigInt(money.amount_minor) === row.amount_minor && !proved.has(BigInt(money.transfer_id)))
      .filter(({ receipts }) => receipts.some((receipt) => valid.has(receipt)))
      .map((money) => ({ order, transferId: BigInt(money.transfer_id) }))
  })
  const [only, other] = found
  if (!only || other) return undefined
  const { order, transferId } = only
  const evidence = { rule: 'receipt' } as const
  return {
    kind: 'link',
    row,
    as,
    transactionId: order.id,
    orderAccountId: order.connector_account_id,
    transferId,
    evidence,
  }
}

/** Lines that stand in a statement that its balances and its predecessor confirm. */
async function soundLines(db: Db, lineIds: readonly string[]): Promise<ReadonlySet<string>> {
  const sightings = await readSightings(db, lineIds)
  const statementIds = unique(sightings.map((each) => each.bank_statement_id))
  const statements = await listStatements(db, { bankAccountId: null, statementIds, limit: statementIds.length })
  const sound = new Set(
    statements
      .filter(({ adds_up: addsUp, doubts, surplus_minor: surplus }) => {
        return addsUp !== false && doubts.length === 0 && (surplus === null || BigInt(surplus) === 0n)
      })
      .filter(({ opening_minor: opening, expected_opening_minor: expected }) => {
        return opening === null || expected === null || BigInt(opening) === BigInt(expected)
      })
      .map(({ id }) => id),
  )
  return new Set(sightings.filter((each) => sound.has(each.bank_statement_id)).map((each) => each.bank_line_id))
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}
