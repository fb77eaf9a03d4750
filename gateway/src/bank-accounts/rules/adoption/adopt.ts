import {
  type AdoptionKey,
  type AnnouncedMovement,
  adoptionDays,
  adoptionKeys,
  type BookedMovement,
  daysBetween,
  type Movement,
  named,
  type Partner,
  partnersOf,
} from './movement.ts'

// Which line of a statement is the movement that a report or a notice announced.

export interface Adoption {
  announcedId: string
  bookedId: string
  key: AdoptionKey
}

/** One entry of a statement and the announced lines that are its parts. */
export interface Itemisation {
  bookedId: string
  partIds: readonly string[]
}

/** An announced line whose parts the statement has. */
export interface Split {
  announcedId: string
  partIds: readonly string[]
}

export interface Adoptions {
  pairs: readonly Adoption[]
  lumps: readonly Itemisation[]
  splits: readonly Split[]
  /** An order has the announced line's money, and the statement's line may not prove it, or not yet. */
  held: readonly Adoption[]
}

/**
 * Lines that are the same movement: equal sign and amount, near days, and a key, never the amount alone. Announced lines
 * whose money an order has come first, whatever the key: only lines that take effect prove that money. One to one, the
 * best key first, then the nearest day, then the ids: the order of the lines changes nothing. A movement may be announced
 * under several numbers: announced lines without money with a number of a line that has its partner are that line too.
 *
 * What is left may be an entry of a statement that the notices itemise, first one that takes effect, or a whole that the
 * statement itemises: the sums must be equal.
 */
export function adopt(announced: readonly AnnouncedMovement[], booked: readonly BookedMovement[]): Adoptions {
  const used = new Set<string>()
  /** A line is one movement at most. */
  const take = (found: readonly Adoption[]) => {
    for (const { announcedId, bookedId } of found) used.add(announcedId).add(bookedId)
    return found
  }
  const free = <T extends Movement>(all: readonly T[]) => all.filter(({ id }) => !used.has(id))
  const [moved, hints] = [announced.filter(({ hasMoney }) => hasMoney), announced.filter(({ hasMoney }) => !hasMoney)]
  const proven = take(
    oneToOne(
      moved,
      booked.filter(({ isOpen, takesEffect }) => isOpen && takesEffect),
    ),
  )
  const closed = take(
    oneToOne(
      hints,
      free(booked).filter(({ isAdopting, isOpen }) => !isAdopting || isOpen),
    ),
  )
  const held = take(oneToOne(free(moved), free(booked)))
  const again = take(repeats(free(hints), booked))
  const lumps = [true, false].flatMap((isEffective) => {
    const wholes = free(booked).filter(({ takesEffect }) => takesEffect === isEffective)
    const some = itemisations(wholes, free(announced))
    for (const { wholeId, partIds } of some) for (const id of [wholeId, ...partIds]) used.add(id)
    return some.map(({ wholeId: bookedId, partIds }) => ({ bookedId, partIds }))
  })
  const splits = itemisations(free(announced), free(booked)).map(({ wholeId: announcedId, partIds }) => ({
    ...{ announcedId, partIds },
  }))
  return { pairs: [...proven, ...closed, ...again], lumps, splits, held }
}

function oneToOne(announced: readonly AnnouncedMovement[], booked: readonly BookedMovement[]): Adoption[] {
  const used = new Set<string>()
  return inOrder(partnersOf(announced, booked)).flatMap(({ one, other, key }) => {
    if (used.has(one.id) || used.has(other.id)) return []
    used.add(one.id).add(other.id)
    return [{ announcedId: one.id, bookedId: other.id, key }]
  })
}

/** The same movement under another number: only a number tells. */
function repeats(announced: readonly AnnouncedMovement[], booked: readonly BookedMovement[]): Adoption[] {
  const used = new Set<string>()
  return inOrder(partnersOf(announced, booked)).flatMap(({ one, other, key }) => {
    if (used.has(one.id) || (key !== 'bank_reference' && key !== 'reference')) return []
    used.add(one.id)
    return [{ announcedId: one.id, bookedId: other.id, key }]
  })
}

function inOrder(
  partners: readonly Partner<AnnouncedMovement, BookedMovement>[],
): readonly Partner<AnnouncedMovement, BookedMovement>[] {
  return [...partners].sort(
    (a, b) =>
      adoptionKeys.indexOf(a.key) - adoptionKeys.indexOf(b.key) ||
      Number(a.other.isAdopting) - Number(b.other.isAdopting) ||
      a.days - b.days ||
      compareText(a.one.id, b.one.id) ||
      compareText(a.other.id, b.other.id),
  )
}

/** Wholes whose parts, all those of the same group near in time, add up to them. */
function itemisations(
  wholes: readonly Movement[],
  parts: readonly Movement[],
): { wholeId: string; partIds: readonly string[] }[] {
  const byGroup = new Map<string, Movement[]>()
  for (const part of parts) {
    for (const group of new Set([named(part.refs.groupRef), named(part.refs.batchId)])) {
      if (group === undefined) continue
      const some = byGroup.get(group)
      if (some) some.push(part)
      else byGroup.set(group, [part])
    }
  }
  const used = new Set<string>()
  return [...wholes]
    .sort((a, b) => compareText(a.id, b.id))
    .flatMap((whole) => {
      const group = [named(whole.refs.bankRef), named(whole.refs.batchId)].flatMap((key) =>
        key !== undefined && byGroup.has(key) ? [byGroup.get(key) ?? []] : [],
      )[0]
      const own = (group ?? []).filter(
        (part) => part.sign === whole.sign && daysBetween(part.day, whole.day) <= adoptionDays && !used.has(part.id),
      )
      const sum = own.reduce((total, { amountMinor }) => total + amountMinor, 0n)
      if (own.length < 2 || sum !== whole.amountMinor) return []
      for (const { id } of own) used.add(id)
      return [{ wholeId: whole.id, partIds: own.map(({ id }) => id) }]
    })
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
