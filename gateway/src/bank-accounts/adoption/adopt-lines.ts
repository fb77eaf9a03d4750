import { postTransfers } from '../../ledger/book-transfers.ts'
import { rememberAccounts } from '../../ledger/rules/known-accounts.ts'
import { claimedTransfers } from '../../ledger/rules/line-transfers.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import { waitsOfLines } from '../decide-lines.ts'
import { bookedLine, stateOf } from '../line-booking.ts'
import { type Adoption, adopt, type Itemisation, type Split } from '../rules/adoption/adopt.ts'
import type { SettleDeps } from '../settle-lines.ts'
import {
  type AdoptionRow,
  lockUnchanged,
  type NewStanding,
  type SeenLines,
  saveStandings,
} from '../store/announced-lines.ts'
import { keepTransactions, replaceCandidates } from '../store/line-candidates.ts'
import { type LineRow, readLines, saveLineStates } from '../store/line-states.ts'
import { announcedMovement, bookedMovement, type Compared, isOpen, readCompared } from './compare-lines.ts'
import { doubtfulOf } from './doubtful-lines.ts'

export interface AfterAdoption {
  /** Lines that are still to be judged. */
  rows: readonly LineRow[]
  /**
   * Lines of the sum and of about the day of another one that may be the same movement, though no key says so: nothing is
   * applied by itself.
   */
  doubtful: ReadonlySet<string>
  /** Lines that were adopted, or that adopted. */
  settled: number
  seen: SeenLines
}

/**
 * Lines of one account: which line of a statement is which that a report or a notice announced, before any of them is
 * judged. Where the announced line completed an order, the statement's line proves that money, once a statement that holds
 * it takes effect; else the announced one is closed and the statement's is judged. A line whose partner changed meanwhile
 * stays for the next round.
 */
export async function adoptLines(deps: SettleDeps, rows: readonly LineRow[]): Promise<AfterAdoption> {
  const lines = rows.filter(({ standing }) => standing === 'booked' || standing === 'announced')
  const compared = await readCompared(deps.database.engine, lines)
  const { announced, booked, effective } = compared
  const seen = { moved: announced.filter(({ state }) => state === 'applied').map(idOf), booked: booked.map(idOf) }
  if (announced.length === 0) return { rows, doubtful: new Set(), settled: 0, seen }
  const found = adopt(
    announced.map(announcedMovement),
    booked.map((row) => bookedMovement(row, effective)),
  )
  const own = new Set(lines.map(({ id }) => id))
  const isOwn = (ids: readonly string[]) => ids.some((id) => own.has(id))
  const known = new Map([...announced, ...booked].map((row) => [row.id, row]))
  const gone = new Set<string>()
  const unsettled = new Set(found.held.map(({ bookedId }) => bookedId))
  for (const pair of found.pairs.filter(({ announcedId, bookedId }) => isOwn([announcedId, bookedId]))) {
    const done = await settlePair(deps, pair, known)
    if (done !== 'announced_closed') gone.add(pair.bookedId)
    gone.add(pair.announcedId)
  }
  for (const lump of found.lumps.filter(({ bookedId, partIds }) => isOwn([bookedId, ...partIds]))) {
    const isDone = await settleLump(deps, lump, { known, effective })
    for (const id of [lump.bookedId, ...lump.partIds]) (isDone ? gone : unsettled).add(id)
  }
  for (const split of found.splits.filter(({ announcedId, partIds }) => isOwn([announcedId, ...partIds]))) {
    const isDone = await settleSplit(deps, split, known)
    if (isDone) gone.add(split.announcedId)
    else for (const id of split.partIds) unsettled.add(id)
  }
  const rest = rows.filter(({ id }) => !gone.has(id))
  const doubtful = doubtfulOf(rest, { compared, found, unsettled })
  return { rows: rest, doubtful, settled: rows.length - rest.length, seen }
}

function idOf({ id }: AdoptionRow): string {
  return id
}

/** `later`: one of the lines changed meanwhile. */
type Settled = 'announced_closed' | 'linked' | 'later'

async function settlePair(
  deps: SettleDeps,
  { announcedId, bookedId, key }: Adoption,
  known: ReadonlyMap<string, AdoptionRow>,
): Promise<Settled> {
  const [announced, booked] = [known.get(announcedId), known.get(bookedId)]
  if (!announced || !booked) return 'later'
  const { transaction_id: transactionId, transfer_id: transferId } = announced
  const isApplied = announced.state === 'applied'
  const now = deps.clock.now()
  const result = await inTransaction(deps.database.engine, async (tx) => {
    // In the order in which everything locks: transactions, lines, ledger accounts.
    if (transactionId !== null) await keepTransactions(tx, [transactionId])
    const same = await lockUnchanged(tx, [
      { id: announced.id, state: announced.state, standing: 'announced' },
      { id: booked.id, state: booked.state, standing: 'booked' },
    ])
    if (same.size < 2) return 'later' as const
    const state = isApplied ? 'applied' : 'closed'
    await saveStandings(tx, [{ lineId: announced.id, standing: 'adopted', adoptedBy: booked.id, state }], now)
    await replaceCandidates(tx, isApplied ? [booked.id] : [announced.id], [])
    if (!isApplied) return { accounts: new Map<string, bigint>() }
    if (transactionId === null || transferId === null) {
      throw new Error(`the bank line ${announced.id} moved money, and no transfer names it`)
    }
    const [row] = await readLines(tx, [booked.id])
    if (!row) throw new Error(`the bank line ${booked.id} is gone`)
    const evidence = { rule: 'announced', score: 100, reasons: [key] }
    const linked = { ...stateOf(row, 'linked'), class: 'payin' as const, transactionId, transferId, evidence }
    await saveLineStates(tx, [linked], now)
    const transfers = claimedTransfers(bookedLine(row), transactionId)
    const accounts = await postTransfers(tx, deps.knownAccounts, { transfers, now })
    failpoint('line_adopted_before_commit')
    return { accounts }
  })
  if (result === 'later') return 'later'
  rememberAccounts(deps.knownAccounts, result.accounts)
  return isApplied ? 'linked' : 'announced_closed'
}

/** What an announced sum was is several lines of the statement. Returns false where an order has its money: each part is another amount. */
async function settleSplit(
  deps: SettleDeps,
  { announcedId, partIds: [bookedId] }: Split,
  known: ReadonlyMap<string, AdoptionRow>,
): Promise<boolean> {
  if (bookedId === undefined || known.get(announcedId)?.state === 'applied') return false
  await settlePair(deps, { announcedId, bookedId, key: 'bank_reference' }, known)
  return true
}

/**
 * The statement has one line for several that notices told apart: its place in the ledger is theirs. Where it moved money
 * as a whole already, they are nothing more. Returns false where both the whole and a part have moved money, and where
 * the whole or a part stands only in files that take no effect by themselves.
 */
async function settleLump(
  deps: SettleDeps,
  { bookedId, partIds }: Itemisation,
  { known, effective }: { known: ReadonlyMap<string, AdoptionRow>; effective: Compared['effective'] },
): Promise<boolean> {
  const whole = known.get(bookedId)
  const parts = partIds.flatMap((id) => known.get(id) ?? [])
  if (!whole) return false
  const now = deps.clock.now()
  const isSplit = isOpen(whole)
  if (isSplit ? !effective.has(whole.id) : parts.some(({ state }) => state === 'applied')) return false
  // Whoever itemises money decides whose it is. A file that takes no effect by itself does not.
  const waits = isSplit ? await waitsOfLines(deps.database.engine, partIds) : undefined
  if (waits && partIds.some((id) => waits.get(id) !== null)) return false
  const accounts = await inTransaction(deps.database.engine, async (tx) => {
    const same = await lockUnchanged(tx, [
      { id: whole.id, state: whole.state, standing: 'booked' },
      ...parts.map(({ id, state }) => ({ id, state, standing: 'announced' as const })),
    ])
    if (same.size < parts.length + 1) return new Map<string, bigint>()
    const standings = parts.map(({ id, state }): NewStanding => {
      if (!isSplit) return { lineId: id, standing: 'adopted', adoptedBy: whole.id, state: 'closed' }
      return { lineId: id, standing: 'part', adoptedBy: whole.id, state: state === 'applied' ? 'applied' : 'new' }
    })
    await replaceCandidates(tx, isSplit ? [whole.id] : partIds, [])
    if (!isSplit) {
      await saveStandings(tx, standings, now)
      return new Map<string, bigint>()
    }
    const [row] = await readLines(tx, [whole.id])
    if (!row) throw new Error(`the bank line ${whole.id} is gone`)
    const itemised: NewStanding = { lineId: whole.id, standing: 'itemised', adoptedBy: null, state: 'closed' }
    await saveStandings(tx, [...standings, itemised], now)
    return await postTransfers(tx, deps.knownAccounts, { transfers: claimedTransfers(bookedLine(row)), now })
  })
  rememberAccounts(deps.knownAccounts, accounts)
  return true
}
