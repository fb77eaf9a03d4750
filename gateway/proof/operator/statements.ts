import { formatAmount } from '../../src/core/values/money.ts'
import { importStatement } from '../../src/extras/bank-accounts/import-statement.ts'
import { askForPayment, pause } from '../merchant/client.ts'
import type { KnownPayment } from '../merchant/memory.ts'
import type { BankLine, Chance } from '../stages/virtual/parts.ts'
import { ownAccountNumber } from '../stages/virtual/world/points.ts'
import { carryInTheEnd, type Desk, insist, look, type Way } from './desk.ts'
import { decideWaitingLines } from './lines.ts'
import { drawWay, type OwnBank } from './own-bank.ts'

/** All deposits at the operator's own bank that its files show, the oldest first. */
export interface BankStatement {
  lines(): readonly BankLine[]
  add(line: Omit<BankLine, 'bankReference'> & { isNamed: boolean }): BankLine
}

export function createStatement(): BankStatement {
  const lines: BankLine[] = []
  return {
    lines: () => lines,
    add: ({ isNamed, ...line }) => {
      const added = { ...line, bankReference: isNamed ? `SIMLINE${lines.length + 1}` : null }
      lines.push(added)
      return added
    },
  }
}

/**
 * How the payer of an own-account pay-in pays: `twin`: twice, as two lines that nothing tells apart; `nameless`: without its
 * reference, so that the line may be of any order of the amount; `two_orders`: the merchant has another order of the same
 * amount and the payer names one of them; `both_orders`: the payer names both.
 */
const kinds = ['right', 'late', 'twin', 'too_much', 'part', 'nameless', 'two_orders', 'both_orders'] as const

export interface StatementPlan {
  payment: string
  kind: (typeof kinds)[number]
  /** Of the ordered amount. */
  percent: bigint
  /** A deposit of somebody who has no order stands in the same file. */
  stranger: boolean
  /** The same bytes are imported twice: at once, or later. Null: once. */
  againAfterMs: number | null
  /** Operators confirm what waits by the number of its line so long after the import. Null: they do not. */
  confirmAfterMs: number | null
  way: Way
}

const percentsOf = { too_much: [101n, 130n, 300n], part: [1n, 70n, 99n] } as const

export function drawStatement(chance: Chance, payment: string): StatementPlan {
  const kind = chance.pick(kinds)
  const percent = kind === 'too_much' || kind === 'part' ? chance.pick(percentsOf[kind]) : 100n
  const againAfterMs = chance.pick([null, 0, 30_000, 3_600_000])
  const confirmAfterMs = chance.pick([null, 0, 60_000, 1_200_000])
  return {
    ...{ payment, kind, percent, againAfterMs, confirmAfterMs },
    ...{ stranger: chance.bool(0.3), way: drawWay(chance) },
  }
}

/** The bank books what the payer deposited, and its file is imported. Nothing happens where nobody knows the reference. */
export async function payByStatement(
  desk: Desk,
  { bank, statement }: { bank: OwnBank; statement: BankStatement },
  plan: StatementPlan,
): Promise<void> {
  const payment = await desk.memory.known(plan.payment)
  const order = payment && (await readOrder(desk, 'order', payment.transactionId))
  if (!payment || !order) return
  const other = needsOther.has(plan.kind) ? await askForOther(desk, payment) : undefined
  if (plan.kind === 'late') await pauseUntil(desk, order.expiredAtMs)
  const deposit = { payment, order, other, plan }
  const own = depositAll(desk, { bank, statement }, deposit)
  if (plan.stranger) {
    const text = 'DEPOSITO VARIOS'
    statement.add({
      atMs: desk.stage.nowMs(),
      amountMinor: payment.amountMinor + 1n,
      text,
      transactionId: null,
      isNamed: true,
    })
  }
  await importLines(desk, statement, plan)
  await decideWaitingLines(desk, statement.lines)
  const [line] = own
  if (plan.confirmAfterMs === null || !line || line.bankReference === null || line.transactionId === null) return
  if (plan.kind !== 'part' && plan.kind !== 'too_much') return
  await pause(desk.stage, `${desk.act}.before-confirm`, plan.confirmAfterMs)
  const amount = formatAmount(line.amountMinor, payment.currency)
  const wish = {
    ...({ action: 'confirm', transactionId: line.transactionId, amount, bankReference: line.bankReference } as const),
  }
  await carryInTheEnd(desk, 'confirm', { wish, way: plan.way })
}

const needsOther: ReadonlySet<string> = new Set(['two_orders', 'both_orders'])

interface Order {
  reference: string
  expiredAtMs: number
}

/** What the payer was told. */
async function readOrder(desk: Desk, step: string, transactionId: string): Promise<Order | undefined> {
  const text = 'select target_reference as reference, expired_at from transactions where id = $1'
  const found = await look({ ...desk, act: `${desk.act}.${step}` }, 'read an order', async ({ database }) => {
    const query = { text, values: [transactionId] }
    return (await database.engine.query<{ reference: string | null; expired_at: Date | null }>(query)).rows
  })
  const [row] = found
  if (!row?.reference || !row.expired_at) return undefined
  return { reference: row.reference, expiredAtMs: row.expired_at.getTime() }
}

/** Another order of the same merchant over the same amount. */
async function askForOther(desk: Desk, payment: KnownPayment): Promise<Order | undefined> {
  const { transactionId: _, ...like } = payment
  const name = `${desk.act}-other`
  const reference = `${payment.reference}-other`
  const body = payment.body.replace(`"${payment.reference}"`, `"${reference}"`)
  await askForPayment({ ...desk, act: name }, { ...like, name, reference, body })
  const known = await desk.memory.known(name)
  return known && (await readOrder(desk, 'other', known.transactionId))
}

/** A payer who waits for longer than this pays at once. Virtual milliseconds. */
const patienceMs = 30 * 3_600_000

async function pauseUntil({ stage, act }: Desk, atMs: number): Promise<void> {
  const forMs = atMs - stage.nowMs() + 60_000
  if (forMs > 0 && forMs < patienceMs) await pause(stage, `${act}.until-late`, forMs)
}

interface Deposited {
  payment: KnownPayment & { transactionId: string }
  order: Order
  other: Order | undefined
  plan: StatementPlan
}

/** What the payer deposited, as lines of the statement. The bank's own book has what names one order. */
function depositAll(
  { stage }: Desk,
  { bank, statement }: { bank: OwnBank; statement: BankStatement },
  { payment, order, other, plan }: Deposited,
): readonly BankLine[] {
  const { transactionId, currency, amountMinor: orderedMinor, point } = payment
  const { kind, percent } = plan
  const words = kind === 'nameless' ? [] : kind === 'both_orders' && other ? [order, other] : [order]
  const text = ['DEPOSITO', ...words.map(({ reference }) => reference)].join(' ')
  const named = words.length === 1 ? transactionId : null
  const amountMinor = (orderedMinor * percent + 99n) / 100n
  const atMs = stage.nowMs()
  return Array.from({ length: kind === 'twin' ? 2 : 1 }, () => {
    if (named !== null) {
      bank.deposit(
        { transactionId, accountId: point.connectorAccountId, currency, orderedMinor },
        { amountMinor, atMs },
      )
    }
    return statement.add({ atMs, amountMinor, text, transactionId: named, isNamed: kind !== 'twin' })
  })
}

/** The bank writes all deposits so far into each file, as it does for days that are asked for again. */
async function importLines(desk: Desk, statement: BankStatement, { againAfterMs }: StatementPlan): Promise<void> {
  const lines = [...statement.lines()]
  const content = Buffer.from(mt940(lines))
  const once = async (step: string) =>
    await insist(desk, step, {
      ...{ operation: 'import statement', detail: { lines: String(lines.length) } },
      work: async (deps) => {
        // As the watcher of a folder does whose use two people agreed.
        const file = { content, name: `${desk.act}.sta`, environment: 'live', receivedBy: 'folder /simulated' } as const
        await importStatement(deps, { ...file, channelId: '00000000-0000-4000-8000-000000000001' })
        return `${lines.length} lines`
      },
    })
  const first = once('import')
  if (againAfterMs === 0) await Promise.all([first, once('import-twin')])
  await first
  if (againAfterMs === null || againAfterMs === 0) return
  await pause(desk.stage, `${desk.act}.before-import-again`, againAfterMs)
  await once('import-again')
}

/** MT940: the smallest of the formats that say everything themselves. */
function mt940(lines: readonly BankLine[]): string {
  const dayOf = (line: BankLine | undefined) => new Date(line?.atMs ?? 0).toISOString().slice(2, 10).replaceAll('-', '')
  const amount = (minor: bigint) => formatAmount(minor, 'ARS').replace('.', ',')
  const sumMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  return [
    ...[':20:SIMULATED', `:25:${ownAccountNumber}`, ':28C:1', `:60F:C${dayOf(lines[0])}ARS0,00`],
    ...lines.flatMap((line) => [
      `:61:${dayOf(line)}${dayOf(line).slice(2)}C${amount(line.amountMinor)}NTRFNONREF${line.bankReference ? `//${line.bankReference}` : ''}`,
      `:86:${line.text}`,
    ]),
    ...[`:62F:C${dayOf(lines.at(-1))}ARS${amount(sumMinor)}`, '-', ''],
  ].join('\r\n')
}
