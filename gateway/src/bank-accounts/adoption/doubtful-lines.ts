import type { Adoptions } from '../rules/adoption/adopt.ts'
import { adoptionDays, daysBetween } from '../rules/adoption/movement.ts'
import { type AdoptionRow, comparedMax, comparedOfSumMax } from '../store/announced-lines.ts'
import type { LineRow } from '../store/line-states.ts'
import type { Compared } from './compare-lines.ts'

/**
 * Lines that may be the movement of another one, though no key says so. A booked line may be what completed an order by a
 * report or a notice, and an announced one what a statement holds already, or what another channel of the bank announced.
 * Where so many lines have the sum that not all were read, each of its lines may be another one.
 */
export function doubtfulOf(
  rows: readonly LineRow[],
  { compared, found, unsettled }: { compared: Compared; found: Adoptions; unsettled: ReadonlySet<string> },
): ReadonlySet<string> {
  const { announced, booked } = compared
  const settled = found.lumps.filter(({ bookedId }) => !unsettled.has(bookedId))
  const usedAnnounced = new Set([
    ...found.pairs.map(({ announcedId }) => announcedId),
    ...settled.flatMap(({ partIds }) => partIds),
  ])
  const usedBooked = new Set([
    ...[...found.pairs, ...found.held, ...found.lumps].map(({ bookedId }) => bookedId),
    ...found.splits.flatMap(({ partIds }) => partIds),
  ])
  const moved = announced.filter(({ state }) => state === 'applied')
  const free = booked.filter((row) => !row.is_adopting)
  const [ofMoved, ofFree] = [sideOf(moved, usedAnnounced), sideOf(free, usedBooked)]
  const isCut = announced.length >= comparedMax || booked.length >= comparedMax
  const isDoubtful = (row: LineRow) => {
    const side = row.standing === 'announced' ? ofFree : ofMoved
    return isCut || unsettled.has(row.id) || compared.unsure.has(row.id) || side.isCrowded(row) || side.hasNear(row)
  }
  return new Set(rows.filter(isDoubtful).map(({ id }) => id))
}

/** Lines by their sums. */
function sideOf(all: readonly AdoptionRow[], used: ReadonlySet<string>) {
  const bySum = new Map<string, AdoptionRow[]>()
  for (const row of all) {
    const some = bySum.get(sumOf(row))
    if (some) some.push(row)
    else bySum.set(sumOf(row), [row])
  }
  const ofSum = (row: LineRow) => bySum.get(sumOf(row)) ?? []
  return {
    /** Not all of its sum were read. */
    isCrowded: (row: LineRow) => ofSum(row).length >= comparedOfSumMax,
    /** One without a partner is near. */
    hasNear: (row: LineRow) => ofSum(row).some((other) => !used.has(other.id) && isNear(row, other)),
  }
}

function sumOf({ sign, amount_minor: minor }: Pick<AdoptionRow, 'sign' | 'amount_minor'>): string {
  return `${sign} ${minor}`
}

function isNear(row: LineRow, other: AdoptionRow): boolean {
  return row.id !== other.id && daysBetween(row.booking_day, other.booking_day) <= adoptionDays
}
