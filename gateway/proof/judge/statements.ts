import type { BankLine, Exchange, Violation } from '../stages/virtual/parts.ts'
import type { LineRow, RunRows, TransferRow } from './rows.ts'
import { Findings, groupBy, nameOf, type Story, sumOf } from './story.ts'

export interface StatementContext {
  exchanges: readonly Exchange[]
  /** The bank's own statement. */
  bankLines: readonly BankLine[]
}

/** What an import says of itself, in exchanges. */
const importing = 'import statement'

/** Lines of statements move money exactly once, never surer than they are, and none is lost. */
export function checkStatements(rows: RunRows, stories: readonly Story[], context: StatementContext): Violation[] {
  const found = new Findings()
  const { bankLines } = context
  checkStored(rows.bankLines, context, found)
  const byId = new Map(stories.map((story) => [story.id, story]))
  const transfers = groupBy(rows.transfers, ({ bankLineId }) => bankLineId ?? '')
  const transfersById = new Map(rows.transfers.map((transfer) => [transfer.id, transfer]))
  const books = new Map(bankLines.map((line) => [keyOf(line), line]))
  for (const line of rows.bankLines) {
    const book = books.get(keyOf(line))
    const own = transfers.get(line.id) ?? []
    const linked = line.transferId === null || line.state !== 'linked' ? undefined : transfersById.get(line.transferId)
    checkMoney(line, { own, linked, found })
    if (book && line.transactionId !== null) checkSure(line, { book, story: byId.get(line.transactionId), own, found })
  }
  for (const story of stories) checkOrder(story, { rows, bankLines, found })
  return found.list
}

function keyOf({ bankReference, text, amountMinor }: BankLine | LineRow): string {
  return `${bankReference} ${amountMinor} ${text}`
}

/** Each line of the bank stands here once where somebody was told so, and no other does. */
function checkStored(lines: readonly LineRow[], { exchanges, bankLines }: StatementContext, found: Findings): void {
  let told = 0
  for (const { act, request, reply } of exchanges) {
    if (!('operation' in request) || request.operation !== importing) continue
    const { lines: count = '0' } = request.detail
    found.check(
      reply.kind !== 'refused',
      'statement-refused',
      () => `${act} was refused a statement: ${reply.kind === 'refused' ? reply.detail : ''}`,
    )
    if (reply.kind === 'done') told = Math.max(told, Number(count))
  }
  const stored = groupBy(lines, keyOf)
  const [all, sure] = [groupBy(bankLines, keyOf), groupBy(bankLines.slice(0, told), keyOf)]
  for (const key of new Set([...stored.keys(), ...all.keys()])) {
    const count = stored.get(key)?.length ?? 0
    const [least, most] = [sure.get(key)?.length ?? 0, all.get(key)?.length ?? 0]
    found.check(
      count >= least,
      'line-lost',
      () => `the line ${key} was imported ${least} times, and stands here ${count} times`,
    )
    found.check(
      count <= most,
      'line-twice',
      () => `the line ${key} stands here ${count} times, and ${most} times in the bank's book`,
    )
  }
}

const arrivals: ReadonlySet<string> = new Set(['payin', 'suspense'])

function arrivedMinor(transfers: readonly TransferRow[]): bigint {
  return sumOf(transfers, ({ kind, amountMinor }) => (arrivals.has(kind) ? amountMinor : 0n))
}

function unclaimedMinor(transfers: readonly TransferRow[]): bigint {
  return sumOf(transfers, ({ kind, amountMinor }) =>
    kind === 'unknown_in' ? amountMinor : kind === 'unknown_used' ? -amountMinor : 0n,
  )
}

/** A line's money is in the ledger once: nobody's, an order's, or what a person had confirmed. */
function checkMoney(
  line: LineRow,
  { own, linked, found }: { own: readonly TransferRow[]; linked: TransferRow | undefined; found: Findings },
): void {
  const { id, state, amountMinor } = line
  found.check(state !== 'new', 'line-left', () => `the line ${id} was never judged`)
  const isNobodys = state === 'in_suspense' || state === 'to_return'
  const isOrders = state === 'applied' || state === 'linked'
  const wanted = { nobodys: isNobodys ? amountMinor : 0n, orders: isOrders ? amountMinor : 0n }
  const orders = arrivedMinor(own) + (linked ? linked.amountMinor : 0n)
  const fits = unclaimedMinor(own) === wanted.nobodys && orders === wanted.orders
  found.check(fits || state === 'new', 'line-money', () => {
    return `the line ${id} over ${amountMinor} is ${state}, with ${unclaimedMinor(own)} of nobody and ${orders} of orders`
  })
}

interface Sure {
  book: BankLine
  story: Story | undefined
  own: readonly TransferRow[]
  found: Findings
}

/** A line pays its own order, without a person exactly what is due. */
function checkSure(line: LineRow, { book, story, own, found }: Sure): void {
  const name = story ? nameOf(story) : `${line.transactionId}`
  found.check(line.transactionId === book.transactionId, 'line-of-another', () => {
    return `the line ${line.id} "${book.text}" is ${line.state} for ${name}, and is of ${book.transactionId ?? 'no order for sure'}`
  })
  const first = own.find(({ kind }) => arrivals.has(kind))
  if (line.state !== 'applied' || line.byOperator || !story || !first) return
  const dueMinor = story.amountMinor - arrivedMinor(story.transfers.filter(({ id }) => id < first.id))
  found.check(line.amountMinor === dueMinor, 'line-surer-than-it-is', () => {
    return `the line ${line.id} over ${line.amountMinor}, without a document, paid ${name} without a person, when ${dueMinor} was due`
  })
}

/** What statements brought for an order is there once in all; one line of exactly what is due waits for nobody. */
function checkOrder(
  story: Story,
  { rows, bankLines, found }: { rows: RunRows; bankLines: readonly BankLine[]; found: Findings },
): void {
  const book = bankLines.filter(({ transactionId }) => transactionId === story.id)
  const keys = new Set(book.map(keyOf))
  const lines = rows.bankLines.filter((line) => keys.has(keyOf(line)))
  if (book.length === 0 || lines.length < book.length) return
  const ids = new Set(lines.map(({ id }) => id))
  const unclaimed = unclaimedMinor(rows.transfers.filter(({ bankLineId }) => ids.has(bankLineId ?? '')))
  const booked = arrivedMinor(story.transfers) + unclaimed
  found.equal(
    booked,
    sumOf(book, ({ amountMinor }) => amountMinor),
    { rule: 'line-money-of-order', what: `what is booked of the deposits for ${nameOf(story)}` },
  )
  const [line, other] = book
  const isSure =
    !other && line?.amountMinor === story.amountMinor && story.history.every(({ source }) => source !== 'operator')
  found.check(!isSure || lines[0]?.state === 'applied', 'line-not-applied', () => {
    return `the only line of ${nameOf(story)} is of exactly what was due, and is ${lines[0]?.state}`
  })
}
