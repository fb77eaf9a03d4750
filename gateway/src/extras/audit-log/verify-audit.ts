import type { PlatformDeps } from '../../core/platform/deps.ts'
import {
  type ChainHead,
  isMonthDropped,
  operatorChain,
  readLogPositions,
  readSeals,
  readStuckPending,
  type SealRow,
  sealHash,
} from './store/audit-seals.ts'
import { isBlanked } from './store/audit-texts.ts'

/** Rows per statement: each takes a fraction of a second. */
const pageRows = 2_000

/** Most breaks in a report. One is enough to act on. */
const breaksMax = 20

export interface AuditBreak {
  chain: string
  /** The seal's number in its chain; null if there is no seal. */
  number: bigint | null
  auditId: string
  what: string
}

export interface AuditVerdict {
  /** The first 20; empty: the log is unchanged. */
  breaks: readonly AuditBreak[]
  seals: number
  rows: number
  /** Sealed rows of months that were dropped as a whole, 13 months or more ago. */
  dropped: number
  /** Ids of sealed rows in which operators blanked a card number: nothing proves the rest of them any more. */
  blanked: readonly string[]
  /** The ends of the chains, to compare with copies outside the database. */
  heads: readonly { chain: string; number: bigint; hash: string }[]
}

/** A copy of an end of a chain: the seal of that number must still have that hash (hexadecimal). */
export interface KnownSeal {
  chain: string
  number: bigint
  hash: string
}

interface Tally {
  breaks: AuditBreak[]
  seals: number
  rows: number
  dropped: number
  blanked: string[]
  heads: Map<string, ChainHead>
  known: KnownSeal[]
  droppedMonths: Map<string, boolean>
}

/**
 * Proves the audit log of one merchant, or all of it: every sealed row is unchanged, numbers have no gap, every hash
 * follows from the previous one, and every row is sealed or waits for less than five minutes. `known` detects what the
 * chain alone cannot show: a removed end, or a rewritten chain.
 */
export async function verifyAuditChain(
  deps: Pick<PlatformDeps, 'database'>,
  scope: { merchantId: string | null; known?: readonly KnownSeal[] },
): Promise<AuditVerdict> {
  const tally: Tally = {
    breaks: [],
    seals: 0,
    rows: 0,
    dropped: 0,
    blanked: [],
    heads: new Map(),
    known: [...(scope.known ?? [])],
    droppedMonths: new Map(),
  }
  await proveSeals(deps, scope.merchantId, tally)
  for (const { chain, number } of tally.known) {
    tally.breaks.push({ chain, number, auditId: '', what: 'this seal was known and is gone' })
  }
  await findUnsealed(deps, scope.merchantId, tally)
  const { breaks, seals, rows, dropped, blanked } = tally
  const heads = [...tally.heads.values()].map(({ chain, number, hash }) => ({
    chain,
    number,
    hash: hash.toString('hex'),
  }))
  return { breaks: breaks.slice(0, breaksMax), seals, rows, dropped, blanked, heads }
}

async function proveSeals(deps: Pick<PlatformDeps, 'database'>, chain: string | null, tally: Tally): Promise<void> {
  let after = { chain: '', number: 0n }
  while (tally.breaks.length < breaksMax) {
    const page = await readSeals(deps.database.engine, { chain, after, limit: pageRows })
    for (const seal of page) await proveSeal(deps, seal, tally)
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = { chain: last.chain, number: last.number }
  }
}

async function proveSeal(deps: Pick<PlatformDeps, 'database'>, seal: SealRow, tally: Tally): Promise<void> {
  const { chain, number, hash } = seal
  const before = tally.heads.get(chain) ?? { chain, number: 0n, hash: Buffer.alloc(32) }
  const broken = (what: string) => tally.breaks.push({ chain, number, auditId: seal.audit_id, what })
  tally.seals++
  tally.heads.set(chain, { chain, number, hash })
  if (number !== before.number + 1n) broken(`the seal before has the number ${before.number}: seals are missing`)
  const row = { auditId: seal.audit_id, createdAt: seal.created_at, rowHash: seal.row_hash }
  if (!sealHash(before, row).equals(hash)) broken('the seal does not follow from the one before')
  const place = tally.known.findIndex((each) => each.chain === chain && each.number === number)
  const [known] = place < 0 ? [] : tally.known.splice(place, 1)
  if (known && known.hash.toLowerCase() !== hash.toString('hex')) broken('the seal is not the one that was known')
  if (seal.row_chain === null) {
    if (await isDropped(deps, seal.month, tally)) tally.dropped++
    else broken('the sealed row is gone')
  } else if (!seal.row_hash.equals(seal.row_hash_now)) {
    if (await isBlanked(deps.database.engine, seal)) tally.blanked.push(seal.audit_id)
    else broken('the row was changed after it was sealed')
  } else if (seal.row_chain !== chain) broken('the seal stands in the chain of somebody else')
}

async function isDropped(
  deps: Pick<PlatformDeps, 'database'>,
  month: string,
  { droppedMonths }: Tally,
): Promise<boolean> {
  const known = droppedMonths.get(month)
  if (known !== undefined) return known
  const dropped = await isMonthDropped(deps.database.engine, month)
  droppedMonths.set(month, dropped)
  return dropped
}

async function findUnsealed(
  deps: Pick<PlatformDeps, 'database'>,
  merchantId: string | null,
  tally: Tally,
): Promise<void> {
  const { engine } = deps.database
  const chain = merchantId ?? operatorChain
  const broken = (auditId: string, what: string) => tally.breaks.push({ chain, number: null, auditId, what })
  for (const { audit_id, there } of await readStuckPending(engine, { merchantId, limit: breaksMax })) {
    broken(audit_id, there ? 'the row has been waiting for its seal for minutes' : 'the row went before it was sealed')
  }
  let after: { createdAt: Date; id: string } | undefined
  while (tally.breaks.length < breaksMax) {
    const page = await readLogPositions(engine, { merchantId, after, limit: pageRows })
    tally.rows += page.length
    for (const row of page) if (!row.known) broken(row.id, 'the row was never given to be sealed')
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    after = { createdAt: last.created_at, id: last.id }
  }
}
