import { postTransfers } from '../ledger/book-transfers.ts'
import { rememberAccounts } from '../ledger/rules/known-accounts.ts'
import type { NewTransfer } from '../ledger/rules/ledger.ts'
import {
  claimedTransfers,
  explainedTransfers,
  movedTransfers,
  unknownTransfer,
} from '../ledger/rules/line-transfers.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import { isDatabaseAway } from '../platform/database/database-away.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { failpoint } from '../platform/process/failpoint.ts'
import { type ApplyDeps, applyOutcomes } from '../processing/apply-outcome.ts'
import type { PaidOn } from '../processing/rules/status.ts'
import type { ApplyItem } from '../processing/status-update.ts'
import type { Verdict } from './decide-lines.ts'
import { type PaidLine, paidOnOf } from './expiry/paid-on.ts'
import { bookedLine, stateOf } from './line-booking.ts'
import { adoptionDays } from './rules/adoption/movement.ts'
import { findUnseen, hasReceived, lockApplying, type SeenLines } from './store/announced-lines.ts'
import {
  keepTransactions,
  type LineCandidate,
  readRefusals,
  refusalKey,
  replaceCandidates,
} from './store/line-candidates.ts'
import { type NewLineState, postponeLines, saveLineStates } from './store/line-states.ts'
import { hasManualMoney } from './store/match-candidates.ts'

export type SettleDeps = ApplyDeps & Pick<PlatformDeps, 'clock'>

type Applied = Extract<Verdict, { kind: 'apply' }>
type Booked = Exclude<Verdict, Applied>

/** Updates that share a commit. */
const groupMax = 50

/** Another process has decided about the line, or an operator about its order, meanwhile. The next round looks again. */
class DecidedMeanwhile extends Error {}

/**
 * Carries verdicts out. Each line moves money once: its state changes in the same commit. A match that the order's
 * state refuses waits for a person, with its money in suspense. `seen`: what the lines were compared with; where something
 * else may be one of them by now, the next round looks again. Returns how many lines took a state.
 */
export async function settleLines(deps: SettleDeps, verdicts: readonly Verdict[], seen: SeenLines): Promise<number> {
  // Groups lock their lines in the order of the ids, as `saveLineStates` does.
  const applied = verdicts
    .filter((each) => each.kind === 'apply')
    .sort(({ row: one }, { row: other }) => (one.id < other.id ? -1 : 1))
  const others = verdicts.filter((each) => each.kind !== 'apply')
  const refused: Verdict[] = []
  let settled = 0
  let compared = seen
  for (const group of groupsOf(applied)) {
    const { done, waiting } = await applyGroup(deps, group, compared)
    settled += done
    refused.push(...waiting)
    // The next group was judged together with this one.
    compared = { ...compared, moved: [...compared.moved, ...group.map(({ row }) => row.id)] }
  }
  return settled + (await bookLines(deps, [...others, ...refused]))
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
  seen: SeenLines,
): Promise<{ done: number; waiting: readonly Verdict[] }> {
  const before = compareAgain(group, seen)
  try {
    const paidOn = await paidOnOf(deps.database.engine, group.filter(({ as }) => as === 'payin').map(paidLineOf))
    const results = await applyOutcomes(
      deps,
      group.map((verdict) => itemOf(deps, verdict, { before, paidOn: paidOn.get(verdict.transactionId) })),
    )
    failpoint('lines_applied_after_commit')
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
    for (const verdict of group) alone.push(await applyGroup(deps, [verdict], seen))
    return { done: alone.reduce((sum, { done }) => sum + done, 0), waiting: alone.flatMap(({ waiting }) => waiting) }
  }
}

/**
 * Once for a group, before its lines are locked. Two rounds may judge lines at once of which one is the other: each is
 * stored before a round judges it, and one round applies at a time, so the later one sees what the earlier one did.
 */
function compareAgain(group: readonly Applied[], seen: SeenLines): (tx: Db) => Promise<void> {
  const credits = group.filter(({ row }) => row.sign === 'C').map(({ row }) => row)
  let isCompared = false
  return async (tx) => {
    const [first] = credits
    if (isCompared || !first) return
    isCompared = true
    await lockApplying(tx, first.bank_account_id)
    const [unseen] = await findUnseen(tx, { lineIds: credits.map(({ id }) => id), seen, days: adoptionDays })
    if (unseen !== undefined) throw new DecidedMeanwhile(`the bank line ${unseen} may be another one`)
  }
}

function paidLineOf({ row, transactionId }: Applied): PaidLine {
  return { transactionId, bankAccountId: row.bank_account_id, bookedOn: row.booking_day }
}

/** `before`: runs in the commit, before a line is claimed. */
interface Surrounding {
  before: (tx: Db) => Promise<void>
  paidOn: PaidOn | undefined
}

function itemOf(deps: SettleDeps, verdict: Applied, { before, paidOn }: Surrounding): ApplyItem {
  const { row, as, transactionId } = verdict
  const sender = {
    ...(row.party_name ? { name: row.party_name } : {}),
    ...(verdict.senderDocument ? { document: verdict.senderDocument } : {}),
  }
  const { endToEndId } = row.refs
  return {
    transactionId,
    source: 'statement',
    detail: `bank ${row.standing === 'announced' ? 'notice' : 'statement'} of ${row.booking_day}`,
    update:
      as === 'payout_return'
        ? { kind: 'reversed', amountMinor: row.amount_minor }
        : {
            kind: 'completed',
            ...(as === 'payin' ? { sender } : {}),
            ...(paidOn ? { paidOn } : {}),
            ...(endToEndId ? { endToEndId } : {}),
          },
    line: {
      ...bookedLine(row),
      claim: async (tx) => {
        await before(tx)
        await claim(tx, deps, verdict)
      },
    },
  }
}

async function claim(tx: Db, { clock }: Pick<PlatformDeps, 'clock'>, verdict: Applied): Promise<void> {
  const { row, as, transactionId, evidence } = verdict
  if (as !== 'payout_return' && (await hasManualMoney(tx, transactionId))) {
    throw new DecidedMeanwhile(`an operator has confirmed money of ${transactionId}`)
  }
  if (row.standing === 'announced' && (await hasReceived(tx, transactionId))) {
    throw new DecidedMeanwhile(`money of ${transactionId} has come meanwhile`)
  }
  const state = { ...stateOf(row, 'applied'), class: as, transactionId, evidence }
  const saved = await saveLineStates(tx, [state], clock.now())
  if (!saved.has(row.id)) throw new DecidedMeanwhile(`the bank line ${row.id} has moved money meanwhile`)
  // The line is locked: nobody refuses the match from here on.
  if ((await readRefusals(tx, [row.id])).has(refusalKey(row.id, transactionId))) {
    throw new DecidedMeanwhile(`a person has said that the bank line ${row.id} is not of ${transactionId}`)
  }
  await replaceCandidates(tx, [row.id], [])
  failpoint('line_claimed_before_commit')
}

function asWaiting({ row, as, transactionId, evidence }: Applied): Verdict {
  return { kind: 'wait', row, candidates: [{ lineId: row.id, transactionId, class: as, ...evidence }] }
}

/**
 * Books lines of a round in one commit. If that fails, each alone: a line that cannot be booked is left as it is and
 * never holds up the others. It is tried again later, and the log names it.
 */
async function bookLines(deps: SettleDeps, verdicts: readonly Verdict[]): Promise<number> {
  const wanted = verdicts.filter((each): each is Booked => each.kind !== 'apply')
  try {
    return await bookTogether(deps, wanted)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const [only, other] = wanted
    if (!only) return 0
    if (other) {
      let booked = 0
      for (const verdict of wanted) booked += await bookLines(deps, [verdict])
      return booked
    }
    deps.log.error({ err: error, line: only.row.id }, 'a bank line could not be booked; it is tried again later')
    await postponeLines(deps.database.engine, [only.row.id], deps.clock.now())
    return 0
  }
}

/**
 * Lines that move no order's money: their states, candidates and transfers in one commit. Locks as `applyOutcomes` does:
 * transactions, lines, ledger accounts. Else the foreign keys would lock the transactions last.
 */
async function bookTogether(deps: SettleDeps, wanted: readonly Booked[]): Promise<number> {
  if (wanted.length === 0) return 0
  const now = deps.clock.now()
  const { accounts, count } = await inTransaction(deps.database.engine, async (tx) => {
    await keepTransactions(tx, wanted.flatMap(transactionsOf))
    const saved = await saveLineStates(tx, wanted.map(newState), now)
    const own = wanted.filter(({ row }) => saved.has(row.id))
    const candidates: LineCandidate[] = own.flatMap((each) => (each.kind === 'wait' ? [...each.candidates] : []))
    await replaceCandidates(
      tx,
      own.map(({ row }) => row.id),
      candidates,
    )
    const transfers = own.flatMap(transfersOf)
    const posted = await postTransfers(tx, deps.knownAccounts, { transfers, now })
    failpoint('lines_booked_before_commit')
    return { accounts: posted, count: own.length }
  })
  failpoint('lines_booked_after_commit')
  rememberAccounts(deps.knownAccounts, accounts)
  return count
}

/** What the rows of a verdict refer to. */
function transactionsOf(verdict: Booked): string[] {
  if (verdict.kind === 'link') return [verdict.transactionId]
  return verdict.kind === 'wait' ? verdict.candidates.map(({ transactionId }) => transactionId) : []
}

function newState(verdict: Booked): NewLineState {
  const { kind, row } = verdict
  if (kind === 'close') return stateOf(row, 'closed')
  if (kind === 'wait') return stateOf(row, row.standing === 'announced' ? 'expected' : 'in_suspense')
  if (kind === 'explain')
    return { ...stateOf(row, 'explained'), class: verdict.rule.class, lineRuleId: verdict.rule.id }
  const { as, transactionId, transferId, evidence } = verdict
  return { ...stateOf(row, 'linked'), class: as, transactionId, transferId, evidence }
}

function transfersOf(verdict: Booked): NewTransfer[] {
  const line = bookedLine(verdict.row)
  switch (verdict.kind) {
    case 'close':
      return []
    case 'wait':
      return line.isInSuspense || verdict.row.standing === 'announced' ? [] : [unknownTransfer(line)]
    case 'explain':
      return explainedTransfers(line, { as: verdict.rule.class === 'own_transfer' ? 'own_transfer' : 'bank' })
    case 'link': {
      const { transactionId, orderAccountId: connectorAccountId } = verdict
      return [...claimedTransfers(line, transactionId), ...movedTransfers(line, { transactionId, connectorAccountId })]
    }
  }
}
