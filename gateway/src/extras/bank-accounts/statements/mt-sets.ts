/** Places of entries and what each of them changes the balance by. */
export type Amounts = ReadonlyMap<number, bigint>

/** Entries of which every set is tried: 4,096 sets. */
const setsMax = 12

/** Entries that follow each other in one text, at most. */
const runMax = 16

/** Runs that are looked at. */
const runsMax = 320

/**
 * Places of the entries that a set of entries without effect on the balance may hold. Those of more than 12 are not told
 * apart: it is all of them.
 */
export function cancelling(amounts: Amounts): Set<number> {
  const left = comparable(amounts)
  return new Set(left.size > setsMax ? left.keys() : setsOf(left, 0n).flat())
}

/**
 * Sets of entries that change the balance by this sum: all of them, where there are few entries, else runs that follow each
 * other. Without a sum: all runs.
 */
export function setsThatGive(amounts: Amounts, sum: bigint | undefined): number[][] {
  return sum !== undefined && amounts.size <= setsMax ? setsOf(amounts, sum) : runsOf(amounts, sum)
}

/** Without the entries that are larger than all of the other sign together: these cancel nothing out. */
function comparable(amounts: Amounts): Amounts {
  const sorted = [...amounts].sort(([, a], [, b]) => (a < b ? -1 : Number(a > b)))
  let [debits, credits] = [0n, 0n]
  for (const [, amount] of sorted) {
    if (amount < 0n) debits -= amount
    else credits += amount
  }
  let [first, end] = [0, sorted.length]
  while (first < end) {
    const [lowest, highest] = [sorted[first]?.[1] ?? 0n, sorted[end - 1]?.[1] ?? 0n]
    if (highest > debits) {
      credits -= highest
      end -= 1
    } else if (-lowest > credits) {
      debits += lowest
      first += 1
    } else break
  }
  return new Map(sorted.slice(first, end))
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
