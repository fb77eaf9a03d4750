import { z } from 'zod'
import type { SetBy } from '../../audit/dual-approval.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { postTransfers } from '../../ledger/book-transfers.ts'
import { rememberAccounts } from '../../ledger/rules/known-accounts.ts'
import { claimedTransfers, movedTransfers } from '../../ledger/rules/line-transfers.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { type ApplyDeps, applyOutcomes } from '../../processing/apply-outcome.ts'
import type { StatusUpdate } from '../../processing/rules/status.ts'
import { lockTransactions } from '../../processing/store/outcomes.ts'
import { formatAmount } from '../../values/money.ts'
import { Problem } from '../../values/problem.ts'
import { uuidField } from '../../web/operator-query.ts'
import { bankAction, type Foreseen } from '../bank-action.ts'
import { soundLines } from '../decide-lines.ts'
import { paidOnOf } from '../expiry/paid-on.ts'
import { bookedLine, stateOf } from '../line-booking.ts'
import { isLikelyCandidate } from '../rules/likely-candidate.ts'
import type { OrderClass } from '../rules/line-classes.ts'
import { checkLink, type LinkCheck } from '../rules/link-check.ts'
import { documentsAgree } from '../rules/sender.ts'
import { adoptByTransfer, lockProving } from '../store/announced-lines.ts'
import { findOrders, type JudgedOrderRow, readOrders, readUnprovenMoney } from '../store/judged-orders.ts'
import { readCandidatesOf, replaceCandidates } from '../store/line-candidates.ts'
import type { LineRow, NewLineState } from '../store/line-states.ts'
import { auditOfLine, refuseSettled, requireLine, requireTwo, saveJudged, settledText } from './judged-line.ts'

const fields = z.object({
  line_id: uuidField,
  transaction_id: uuidField,
  /** The line is further money, and not what was confirmed before it came. */
  is_new_money: z.boolean().default(false),
})
export type LinkInput = z.input<typeof fields>

export type LinkDeps = ApplyDeps & Pick<PlatformDeps, 'clock'>

export interface LinkResult {
  as: OrderClass
  /** Whether the line moved its own money; else it proves money that was confirmed before. */
  moved: boolean
}

interface FoundLink {
  row: LineRow
  order: JudgedOrderRow
  check: Exclude<LinkCheck, { kind: 'blocked' }>
  unproven: readonly { id: bigint; amount_minor: bigint }[]
}

/**
 * A person says which order a line pays, which payout it proves, or which payout it brings back. The line's money moves
 * in the same commit, with the audit entry. One operator may do this where the line's candidate has a score of 85 or more.
 * Throws `not_found`; `not_in_this_state` with the reason where line, order or amounts do not allow it, or where the line
 * moved its money meanwhile; `second_person_required`.
 */
export async function linkLine(deps: LinkDeps, input: LinkInput, by: SetBy): Promise<LinkResult> {
  const link = await readLink(deps, input)
  const { row, check } = link
  if (!(await isLikely(deps, link, input))) await requireTwo(deps, row, by)
  if (check.kind === 'prove') await prove(deps, input, by)
  else await apply(deps, link, { input, by, as: check.as })
  return { as: check.as, moved: check.kind === 'apply' }
}

/** Throws where the link is not possible. `tx`: with the transaction locked. */
async function readLink(deps: Pick<PlatformDeps, 'database'>, input: LinkInput, tx?: Db): Promise<FoundLink> {
  const db = tx ?? deps.database.engine
  const row = await requireLine(db, input.line_id)
  refuseSettled(row)
  const order = await requireOrder(db, input.transaction_id)
  const unproven = await readUnprovenMoney(db, order.id)
  const check = checkOf(row, order, { unproven, isNewMoney: input.is_new_money ?? false })
  if (check.kind === 'blocked') throw new Problem('not_in_this_state', { message: check.why })
  return { row, order, check, unproven }
}

function checkOf(
  row: LineRow,
  order: JudgedOrderRow,
  { unproven, isNewMoney }: { unproven: FoundLink['unproven']; isNewMoney: boolean },
): LinkCheck {
  const { environment, currency, sign, amount_minor: amountMinor } = row
  return checkLink(
    { environment, currency, sign, amountMinor },
    {
      environment: order.environment,
      currency: order.currency,
      payType: order.pay_type,
      status: order.status,
      amountMinor: order.amount_minor,
      reversedMinor: order.reversed_minor,
      connector: order.connector,
      unprovenMinor: unproven.map((each) => each.amount_minor),
    },
    isNewMoney,
  )
}

/**
 * A candidate so likely that one operator may accept it: nothing speaks against it, and a statement that holds its line is
 * sound. Further money beside a confirmation never is.
 */
async function isLikely(
  { database }: Pick<PlatformDeps, 'database'>,
  { row, order, check }: { row: LineRow; order: JudgedOrderRow; check: LinkCheck },
  input: LinkInput,
): Promise<boolean> {
  if (check.kind === 'blocked' || input.is_new_money === true) return false
  const candidates = await readCandidatesOf(database.engine, [row.id])
  const own = candidates.find((each) => each.transaction_id === order.id && each.class === check.as)
  const times = { orderCreatedAt: order.created_at, lineSeenAt: row.seen_at }
  if (own === undefined || !isLikelyCandidate(own, times)) return false
  return (await soundLines(database.engine, [row.id])).has(row.id)
}

interface Linking {
  input: LinkInput
  by: SetBy
  as: OrderClass
}

/** The line moves its own money, by the state table of orders. */
async function apply(deps: LinkDeps, { row, order }: FoundLink, { input, by, as }: Linking): Promise<void> {
  const evidence = { rule: 'by_hand', score: 0, reasons: [] }
  const state: NewLineState = { ...stateOf(row, 'applied'), class: as, transactionId: order.id, evidence }
  const paid = { transactionId: order.id, bankAccountId: row.bank_account_id, bookedOn: row.booking_day }
  const paidOn = (await paidOnOf(deps.database.engine, as === 'payin' ? [paid] : [])).get(order.id)
  const [applied] = await applyOutcomes(deps, [
    {
      transactionId: order.id,
      source: 'statement',
      detail: `bank statement of ${row.booking_day}`,
      update: { ...updateOf(row, order, as), ...(paidOn ? { paidOn } : {}) },
      audit: auditOfLink(row, order, { by, as, moved: true }),
      line: {
        ...bookedLine(row),
        claim: async (tx) => {
          await linkUnderLock(tx, deps, { input, as, kind: 'apply' })
          await saveJudged(tx, [state], deps.clock.now())
          await replaceCandidates(tx, [row.id], [])
        },
      },
    },
  ])
  if (applied?.kind === 'moved' || applied?.kind === 'noted') return
  const status = applied?.transaction?.status ?? order.status
  throw new Problem('not_in_this_state', {
    message: `Nothing was changed: the transaction is ${status} (${applied?.transaction?.reason ?? order.reason}), and its state takes no such line.`,
  })
}

/** With the transaction locked: nothing that was looked at may be otherwise by now. */
async function linkUnderLock(
  tx: Db,
  deps: LinkDeps,
  before: { input: LinkInput; as: OrderClass; kind: 'apply' | 'prove' },
): Promise<FoundLink> {
  const link = await readLink(deps, before.input, tx)
  if (link.check.kind === before.kind && link.check.as === before.as) return link
  throw new Problem('not_in_this_state', {
    message: 'Nothing was changed: the order has changed meanwhile. Look at it again.',
  })
}

function updateOf(row: LineRow, order: JudgedOrderRow, as: OrderClass): StatusUpdate {
  if (as === 'payout_return') return { kind: 'reversed', amountMinor: row.amount_minor }
  if (order.status === 'ERROR') return { kind: 'operator_completed', creditedMinor: row.amount_minor }
  if (as === 'payout') return { kind: 'completed' }
  const document = documentOf(row, order)
  const sender = { ...(row.party_name ? { name: row.party_name } : {}), ...(document ? { document } : {}) }
  return { kind: 'completed', sender, ...(row.refs.endToEndId ? { endToEndId: row.refs.endToEndId } : {}) }
}

/** Banks and merchants write one document in several forms. Where they agree, the order's form is kept. */
function documentOf(row: LineRow, { details }: JudgedOrderRow): string | undefined {
  const document = row.party_document ?? undefined
  return documentsAgree(document, details['payer_doc_id']) === 'agrees' ? details['payer_doc_id'] : document
}

/** The line proves money that was confirmed before: it names that transfer, and books nothing of the order again. */
async function prove(deps: LinkDeps, input: LinkInput, by: SetBy): Promise<void> {
  const now = deps.clock.now()
  const accounts = await inTransaction(deps.database.engine, async (tx) => {
    await lockTransactions(tx, [input.transaction_id])
    const { row, order, check, unproven } = await readLink(deps, input, tx)
    const transfer = check.kind === 'prove' ? unproven[check.at] : undefined
    if (check.kind !== 'prove' || !transfer) {
      throw new Problem('not_in_this_state', {
        message: 'Nothing was changed: the order has changed meanwhile. Look at it again.',
      })
    }
    const { id: transactionId, connector_account_id: connectorAccountId } = order
    const evidence = { rule: 'by_hand', score: 0, reasons: [] }
    const state = { ...stateOf(row, 'linked'), class: check.as, transactionId, transferId: transfer.id, evidence }
    await lockProving(tx, { transferId: transfer.id, bookedId: row.id })
    await saveJudged(tx, [state], now)
    await adoptByTransfer(tx, { transferId: transfer.id, bookedId: row.id, now })
    await replaceCandidates(tx, [row.id], [])
    const line = bookedLine(row)
    const transfers = [
      ...claimedTransfers(line, transactionId),
      ...movedTransfers(line, { transactionId, connectorAccountId }),
    ]
    const opened = await postTransfers(tx, deps.knownAccounts, { transfers, now })
    await writeAudit(tx, auditOfLink(row, order, { by, as: check.as, moved: false }), now)
    return opened
  })
  rememberAccounts(deps.knownAccounts, accounts)
}

function auditOfLink(
  row: LineRow,
  order: JudgedOrderRow,
  { by, as, moved }: { by: SetBy; as: OrderClass; moved: boolean },
) {
  const detail = { as, transaction_id: order.id, ...(moved ? {} : { proves_confirmation: true }) }
  return auditOfLine(row, by, { action: 'bank_line.link', detail, pointId: order.point_id })
}

async function requireOrder(db: Db, id: string): Promise<JudgedOrderRow> {
  const [order] = isUuid(id) ? await readOrders(db, [id]) : []
  if (order) return order
  throw new Problem('not_found', { message: 'There is no such transaction.' })
}

/**
 * The transaction that a person means for a line: its id, the number that its payer was given, or the merchant's
 * reference. Throws `not_found`, and `validation_failed` where several orders have it.
 */
export async function findOrderFor(
  { database }: Pick<PlatformDeps, 'database'>,
  lineId: string,
  text: string,
): Promise<string> {
  const { engine } = database
  const row = await requireLine(engine, lineId)
  if (uuidField.safeParse(text).success) return (await requireOrder(engine, text)).id
  const { environment, currency } = row
  const target = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const [only, other] = await findOrders(engine, { environment, currency, target, reference: text })
  if (only === undefined)
    throw new Problem('not_found', { message: 'No order of an own bank account has this number.' })
  if (other === undefined) return only
  const message = 'order: several orders have this number. Give the transaction_id.'
  throw new Problem('validation_failed', { fields: [{ code: 'invalid_format', param: 'order', message }] })
}

/** Proposing a link. */
export const linkLineAction = bankAction({
  fields,
  foresee: async (deps, input): Promise<Foreseen> => {
    const { engine } = deps.database
    const row = await requireLine(engine, input.line_id)
    const order = await requireOrder(engine, input.transaction_id)
    const unproven = await readUnprovenMoney(engine, order.id)
    const check = checkOf(row, order, { unproven, isNewMoney: input.is_new_money })
    const blocked = settledText(row) ?? (check.kind === 'blocked' ? check.why : undefined)
    const as = check.kind === 'blocked' ? undefined : check.as
    const isAlone = row.environment === 'test' || (await isLikely(deps, { row, order, check }, input))
    return {
      ...{ environment: row.environment, transactionId: order.id, pointId: order.point_id, alone: isAlone },
      ...(blocked === undefined ? {} : { blocked }),
      currency: row.currency,
      changes: [
        {
          name: 'bank_line',
          before: null,
          after: `${row.booking_day} ${row.sign} ${formatAmount(row.amount_minor, row.currency)}`,
        },
        { name: 'class', before: row.class, after: as ?? null },
      ],
    }
  },
  execute: async (deps, input, by) => void (await linkLine(deps, input, by)),
})
