/** Places of entries and what each of them changes the balance by. */
export type Amounts = ReadonlyMap<number, bigint>

/** Entries of which every set is tried: 4,096 sets. */
const setsMax = 12

/** Entries that follow each other in one text, at most. */
const runMax = 16

/** Runs that are looked at. */
const runsMax = 320

/**
 * Places of the entries that a set of entries which changes the balance by this sum may hold. Those of more than 12 are not
 * told apart: it is all of them.
 */
export function entriesInSets(amounts: Amounts, sum: bigint): Set<number> {
  const { forced, left, rest } = comparable(amounts, sum)
  return new Set([...forced, ...(left.size > setsMax ? left.keys() : setsOf(left, rest).flat())])
}

/**
 * Sets of entries that change the balance by this sum: all of them, where there are few entries, else runs that follow each
 * other. Without a sum: all runs.
 */
export function setsThatGive(amounts: Amounts, sum: bigint | undefined): number[][] {
  if (sum === undefined) return runsOf(amounts, sum)
  const { forced, left, rest } = comparable(amounts, sum)
  if (left.size > setsMax) return runsOf(amounts, sum)
  const alone = rest === 0n && forced.length > 0 ? [forced] : []
  return [...alone, ...setsOf(left, rest).map((set) => [...forced, ...set])]
}

interface Comparable {
  /** Without these no set gives the sum. */
  forced: number[]
  /** Those that may be in a set or not. */
  left: Amounts
  /** What a set of `left` is to give. */
  rest: bigint
}

/** Without the entries that are so large that the others of their sign cannot replace them, or those of the other sign outweigh them. */
function comparable(amounts: Amounts, sum: bigint): Comparable {
  const sorted = [...amounts].sort(([, a], [, b]) => (a < b ? -1 : Number(a > b)))
  let [debits, credits, rest] = [0n, 0n, sum]
  for (const [, amount] of sorted) {
    if (amount < 0n) debits += amount
    else credits += amount
  }
  const forced: number[] = []
  let [first, end] = [0, sorted.length]
  while (first < end) {
    const [lowest, highest] = [sorted[first]?.[1] ?? 0n, sorted[end - 1]?.[1] ?? 0n]
    if (highest > 0n && (highest + debits > rest || credits - highest < rest)) {
      if (highest + debits <= rest) {
        forced.push(sorted[end - 1]?.[0] ?? 0)
        rest -= highest
      }
      credits -= highest
      end -= 1
    } else if (lowest < 0n && (lowest + credits < rest || debits - lowest > rest)) {
      if (lowest + credits >= rest) {
        forced.push(sorted[first]?.[0] ?? 0)
        rest -= lowest
      }
      debits -= lowest
      first += 1
    } else break
  }
  return { forced, left: new Map(sorted.slice(first, end)), rest }
}

function setsOf(amounts: Amounts, sum: bigint): number[][] {
  const places = [...amounts.keys()]
  // The sum of each set; its bits say which entries it holds.
  let sums = [0n]
  for (const amount of amounts.values()) sums = [...sums, ...sums.map((each) => each + amount)]
  return sums.flatMap((each, set) =>
    each === sum && set > 0 ? [places.filter((_, index) => (set >> index) % 2 === 1)] : [],
  )
}

/** The shortest first. */
function runsOf(amounts: Amounts, sum: bigint | undefined): number[][] {
  const runs: number[][] = []
  for (const first of amounts.keys()) {
    if (runs.length >= runsMax) break
    const run: number[] = []
    let found = 0n
    for (let place = first; amounts.has(place) && run.length < runMax; place += 1) {
      run.push(place)
      found += amounts.get(place) ?? 0n
      if (sum === undefined || found === sum) runs.push([...run])
    }
  }
  return runs.sort((a, b) => a.length - b.length)
}
