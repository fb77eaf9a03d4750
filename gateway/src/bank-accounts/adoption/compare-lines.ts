import type { Db } from '../../platform/database/database.ts'
import { addDays } from '../../values/days.ts'
import { soundLines } from '../decide-lines.ts'
import { type AnnouncedMovement, adoptionDays, type BookedMovement, type Movement } from '../rules/adoption/movement.ts'
import { type ChannelledMovement, unsureTwins } from '../rules/adoption/twins.ts'
import type { LineStanding } from '../rules/line-classes.ts'
import {
  type AdoptionRow,
  readAnnounced,
  readBooked,
  readChannels,
  readSettled,
  type WantedLines,
  type WantedSum,
} from '../store/announced-lines.ts'

/** What a round compares its lines with. */
export interface Compared {
  announced: readonly AdoptionRow[]
  booked: readonly AdoptionRow[]
  /** Announced lines that may be a movement which another one announces too. */
  unsure: ReadonlySet<string>
  /** Booked lines that may prove an order's money: a statement that holds them takes effect by itself. */
  effective: ReadonlySet<string>
}

/** What names a line's sum and its entry. */
type Named = Pick<AdoptionRow, 'sign' | 'amount_minor' | 'booking_day' | 'refs'>

/**
 * What the lines may be: announced and booked ones of their sums and near days, or of their entries, and what those may be
 * instead. The lines are of one account.
 */
export async function readCompared(
  db: Db,
  rows: readonly (Named & { bank_account_id: string; standing: LineStanding })[],
): Promise<Compared> {
  const [first] = rows
  if (!first) return nothing
  const bankAccountId = first.bank_account_id
  // An announced line that another one of the amount may be is at most this far from the line.
  const announced = await readAnnounced(db, wantedOf(bankAccountId, { lines: rows, days: 2 * adoptionDays }))
  if (announced.length === 0) return nothing
  const booked = await readBooked(db, wantedOf(bankAccountId, { lines: [...rows, ...announced], days: adoptionDays }))
  const unsure = await unsureOf(db, { rows, announced, bankAccountId })
  return { announced, booked, unsure, effective: await effectiveOf(db, { announced, booked }) }
}

const nothing: Compared = { announced: [], booked: [], unsure: new Set(), effective: new Set() }

/** A line that a statement has is a movement as well: its money is an order's, or will be by the statement. */
async function unsureOf(
  db: Db,
  around: {
    rows: readonly (Named & { standing: LineStanding })[]
    announced: readonly AdoptionRow[]
    bankAccountId: string
  },
): Promise<ReadonlySet<string>> {
  const { rows, announced, bankAccountId } = around
  const own = rows.filter(({ standing }) => standing === 'announced')
  if (own.length === 0) return new Set()
  const settled = await readSettled(db, {
    ...wantedOf(bankAccountId, { lines: own, days: 2 * adoptionDays }),
    numbers: [],
  })
  const channels = await readChannels(
    db,
    [...announced, ...settled].map(({ id }) => id),
  )
  const channelled = (row: AdoptionRow, hasMoney: boolean): ChannelledMovement => ({
    ...{ ...announcedMovement(row), hasMoney },
    channels: channels.get(row.id) ?? [],
  })
  return unsureTwins([
    ...announced.map((row) => channelled(row, row.state === 'applied')),
    ...settled.map((row) => channelled(row, true)),
  ])
}

function wantedOf(bankAccountId: string, { lines, days }: { lines: readonly Named[]; days: number }): WantedLines {
  const sums = new Map<string, WantedSum>()
  for (const { sign, amount_minor: minor, booking_day: day } of lines) {
    const [from, to] = [addDays(day, -days), addDays(day, days)]
    const key = `${sign} ${minor}`
    const before = sums.get(key) ?? { from, to }
    sums.set(key, {
      ...{ sign, minor, from: from < before.from ? from : before.from },
      to: to > before.to ? to : before.to,
    })
  }
  const numbers = lines.flatMap(({ refs }) => [refs.bankRef, refs.groupRef, refs.batchId].flatMap((ref) => ref ?? []))
  return { bankAccountId, sums: [...sums.values()], numbers: [...new Set(numbers)] }
}

/** Only lines that may prove money, or be split, are looked at. */
async function effectiveOf(
  db: Db,
  { announced, booked }: Pick<Compared, 'announced' | 'booked'>,
): Promise<ReadonlySet<string>> {
  const sums = new Set(announced.filter(({ state }) => state === 'applied').map((row) => row.amount_minor))
  const groups = new Set(announced.flatMap(({ refs }) => [refs.groupRef, refs.batchId].flatMap((ref) => ref ?? [])))
  const isWhole = ({ refs }: AdoptionRow) => [refs.bankRef, refs.batchId].some((ref) => ref && groups.has(ref))
  const asked = booked.filter((row) => isOpen(row) && !row.is_before && (sums.has(row.amount_minor) || isWhole(row)))
  return await soundLines(
    db,
    asked.map(({ id }) => id),
  )
}

/** It moved no money yet, and nobody has said what it is. */
export function isOpen({ state }: Pick<AdoptionRow, 'state'>): boolean {
  return state === 'new' || state === 'in_suspense'
}

export function announcedMovement(row: AdoptionRow): AnnouncedMovement {
  return { ...movementOf(row), hasMoney: row.state === 'applied' }
}

export function bookedMovement(row: AdoptionRow, effective: Compared['effective']): BookedMovement {
  return {
    ...movementOf(row),
    ...{ isOpen: isOpen(row), takesEffect: effective.has(row.id), isAdopting: row.is_adopting },
  }
}

function movementOf(row: AdoptionRow): Movement {
  return {
    ...{ id: row.id, sign: row.sign, amountMinor: row.amount_minor, day: row.booking_day },
    ...{ isSingle: row.is_single, refs: row.refs, text: row.text, partyAccount: row.party_account },
  }
}
