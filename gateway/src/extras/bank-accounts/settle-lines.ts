import { type AuditEntry, writeAudit } from '../../core/audit/write-audit.ts'
import { postTransfers } from '../../core/ledger/book-transfers.ts'
import { rememberAccounts } from '../../core/ledger/rules/known-accounts.ts'
import type { NewTransfer } from '../../core/ledger/rules/ledger.ts'
import { claimedTransfers, movedTransfers, unknownTransfer } from '../../core/ledger/rules/line-transfers.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import { isDatabaseAway } from '../../core/platform/database/database-away.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { type ApplyDeps, applyOutcomes } from '../../core/processing/apply-outcome.ts'
import type { ApplyItem } from '../../core/processing/status-update.ts'
import { Problem } from '../../core/values/problem.ts'
import type { Verdict } from './matching/decide-lines.ts'
import { bookedLine, isOfBank, lineToMatch, numbersOf } from './matching/line-and-orders.ts'
import { say } from './messages/en.ts'
import { namesIn } from './rules/match-line.ts'
import { type LineRow, type NewLineState, saveLineStates } from './store/line-states.ts'
import { hasManualMoney } from './store/orders-of-lines.ts'

export type SettleDeps = ApplyDeps & Pick<PlatformDeps, 'clock'>

type Applied = Extract<Verdict, { kind: 'apply' }>
type Booked = Exclude<Verdict, Applied>

/** Updates that share a commit. */
const groupMax = 50

/** Another process has decided about the line, or an operator about its order, meanwhile. The next round looks again. */
class DecidedMeanwhile extends Problem {
  constructor() {
    super('not_in_this_state', { message: say('line.decided_meanwhile') })
  }
}

/**
 * Carries verdicts out. Each line moves money once: its state changes in the same commit. A match that the order's
 * state refuses waits for a person, with its money in suspense. Returns how many lines took a state.
 */
export async function settleLines(deps: SettleDeps, verdicts: readonly Verdict[]): Promise<number> {
  const applied = verdicts.filter((each) => each.kind === 'apply')
  const others = verdicts.filter((each) => each.kind !== 'apply')
  const refused: Verdict[] = []
  let settled = 0
  for (const group of groupsOf(applied)) {
    const { done, waiting } = await applyGroup(deps, group)
    settled += done
    refused.push(...waiting)
  }
  return settled + (await bookLines(deps, [...others, ...refused]))
}

/**
 * Carries a person's decision out: verdicts that move no order's money, or one that does, and the audit entry in one commit.
 * Throws `not_in_this_state`, and nothing of it is written, where a line was decided meanwhile or its order refuses it.
 */
export async function settleDecision(deps: SettleDeps, verdicts: readonly Verdict[], audit: AuditEntry): Promise<void> {
  const [applied] = verdicts.filter((each) => each.kind === 'apply')
  if (!applied) {
    await bookLines(deps, verdicts, audit).catch((error: unknown) => {
      throw isProvenMeanwhile(error) ? new DecidedMeanwhile() : error
    })
    return
  }
  const [result] = await applyOutcomes(deps, [{ ...itemOf(deps, applied), audit }])
  if (result?.kind === 'moved' || result?.kind === 'noted') return
  const { status = '', reason = '' } = result?.transaction ?? {}
  throw new Problem('not_in_this_state', { message: say('line.order_refuses', { status, reason }) })
}

/** Another line took the money that an operator had confirmed. */
function isProvenMeanwhile(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'bank_line_states_transfer_id_key'
}

/** At most one line of each transaction in a group. */
function groupsOf(all: readonly Applied[]): Applied[][] {
  const groups: { ids: Set<string>; verdicts: Applied[] }[] = []
  for (const verdict of all) {
    const free = groups.find(({ ids, verdicts }) => verdicts.length < groupMax && !ids.has(verdict.transactionId))
    if (free) {
      free.ids.add(verdict.transactionId)
      free.verdicts.push(verdict)
    } else groups.push({ ids: new Set([verdict.transactionId]), verdicts: [verdict] })
  }
  return groups.map(({ verdicts }) => verdicts)
}

async function applyGroup(
  deps: SettleDeps,
  group: readonly Applied[],
): Promise<{ done: number; waiting: readonly Verdict[] }> {
  try {
    const results = await applyOutcomes(
      deps,
      group.map((verdict) => itemOf(deps, verdict)),
    )
    const isDone = results.map(({ kind }) => kind === 'moved' || kind === 'noted')
    const waiting = group.filter((_, at) => !isDone[at]).map(asWaiting)
    return { done: group.length - waiting.length, waiting }
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (group.length === 1) {
      if (error instanceof DecidedMeanwhile) return { done: 0, waiting: [] }
      deps.log.error(
        { err: error, lines: group.map(({ row }) => row.id) },
        'a bank line could not be applied; it waits',
      )
      return { done: 0, waiting: group.map(asWaiting) }
    }
    // One by one: only the line that cannot be applied is left out.
    const alone = []
    for (const verdict of group) alone.push(await applyGroup(deps, [verdict]))
    return { done: alone.reduce((sum, { done }) => sum + done, 0), waiting: alone.flatMap(({ waiting }) => waiting) }
  }
}

/** The update that a line brings to an order. */
export function itemOf(deps: Pick<PlatformDeps, 'clock'>, verdict: Applied): ApplyItem {
  const { row, as, transactionId } = verdict
  const sender = {
    ...(row.party_name && isOfBank(row, 'name') ? { name: row.party_name } : {}),
    ...(verdict.senderDocument ? { document: verdict.senderDocument } : {}),
  }
  const endToEndId = isOfBank(row, 'ids') ? row.refs.endToEndId : undefined
  return {
    transactionId,
    source: 'statement',
    detail: `${row.account_kind === 'bank' ? 'bank statement' : 'payment for no order'} of ${row.booking_day}`,
    update:
      as === 'payout_return'
        ? { kind: 'reversed', amountMinor: row.amount_minor }
        : verdict.isAfterError
          ? { kind: 'operator_completed' }
          : {
              kind: 'completed',
              ...(as === 'payin' ? { sender } : {}),
              ...(endToEndId ? { endToEndId } : {}),
            },
    line: { ...bookedLine(row), claim: async (tx) => await claim(tx, deps, verdict) },
  }
}

async function claim(tx: Db, { clock }: Pick<PlatformDeps, 'clock'>, verdict: Applied): Promise<void> {
  const { row, as, transactionId, evidence } = verdict
  if (as !== 'payout_return' && (await hasManualMoney(tx, transactionId))) {
    throw new DecidedMeanwhile()
  }
  const state = { ...stateOf(row, 'applied'), class: as, transactionId, evidence }
  const saved = await saveLineStates(tx, [state], clock.now())
  if (!saved.has(row.id)) throw new DecidedMeanwhile()
}

function asWaiting({ row, as, transactionId }: Applied): Verdict {
  return { kind: 'wait', row, named: as === 'payin' ? [transactionId] : [] }
}

/**
 * Lines that move no order's money: their states and transfers in one commit. With an audit entry, a person decided about
 * all of them: they change together or not at all.
 */
async function bookLines(deps: SettleDeps, verdicts: readonly Verdict[], audit?: AuditEntry): Promise<number> {
  const wanted = verdicts.filter((each): each is Booked => each.kind !== 'apply')
  if (wanted.length === 0) return 0
  await tellOrders(deps, wanted)
  const now = deps.clock.now()
  const { accounts, count } = await inTransaction(deps.database.engine, async (tx) => {
    const saved = await saveLineStates(tx, wanted.map(newState), now)
    const own = wanted.filter(({ row }) => saved.has(row.id))
    if (audit) {
      if (own.length < wanted.length) throw new DecidedMeanwhile()
      await writeAudit(tx, audit, now)
    }
    const transfers = own.flatMap(transfersOf)
    return { accounts: await postTransfers(tx, deps.knownAccounts, { transfers, now }), count: own.length }
  })
  rememberAccounts(deps.knownAccounts, accounts)
  return count
}

/** Each undecided pay-in whose reference stands in a new line that waits says so, to the merchant and to operators. */
async function tellOrders(deps: SettleDeps, verdicts: readonly Booked[]): Promise<void> {
  const items = verdicts.flatMap((each) => {
    if (each.kind !== 'wait' || each.row.state !== 'new') return []
    const detail = `bank line ${each.row.id} of ${each.row.booking_day}`
    return each.named.map((transactionId): readonly [string, ApplyItem] => [
      transactionId,
      { transactionId, source: 'statement', update: { kind: 'line_waits' }, detail },
    ])
  })
  const all = [...new Map(items).values()]
  for (let from = 0; from < all.length; from += groupMax) await applyOutcomes(deps, all.slice(from, from + groupMax))
}

function newState(verdict: Booked): NewLineState {
  const { kind, row } = verdict
  if (kind === 'close') return stateOf(row, 'closed')
  if (kind === 'wait') return stateOf(row, 'in_suspense')
  if (kind === 'explain') return { ...stateOf(row, verdict.state), class: verdict.as, evidence: verdict.evidence }
  const { as, transactionId, transferId, evidence } = verdict
  return { ...stateOf(row, 'linked'), class: as, transactionId, transferId, evidence }
}

function stateOf(row: LineRow, state: NewLineState['state']): NewLineState {
  const { references, payoutIds } = namesIn(lineToMatch(row))
  const found = { namesOrder: references.length + payoutIds.length > 0, numbers: numbersOf(row) }
  const nothing = { class: null, transactionId: null, transferId: null, evidence: null }
  return { lineId: row.id, from: row.state, state, ...nothing, ...found }
}

export function transfersOf(verdict: Booked): NewTransfer[] {
  const line = bookedLine(verdict.row)
  switch (verdict.kind) {
    case 'close':
      return []
    case 'wait':
      return line.isInSuspense ? [] : [unknownTransfer(line)]
    case 'explain':
      return [...verdict.transfers]
    case 'link': {
      const { transactionId, orderAccountId: connectorAccountId } = verdict
      return [...claimedTransfers(line, transactionId), ...movedTransfers(line, { transactionId, connectorAccountId })]
    }
  }
}
