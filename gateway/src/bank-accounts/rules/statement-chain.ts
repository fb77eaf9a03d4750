/** A stored statement of one account as far as the chain needs it. Days `2030-06-14`, minor units. */
export interface ChainedStatement {
  id: string
  from_day: string
  to_day: string
  opening_minor: bigint | null
  closing_minor: bigint | null
  credit_minor: bigint
  debit_minor: bigint
  /** Two operators accepted it. */
  accepted: boolean
  /** It begins the account with the balance with which two operators opened the ledger. */
  is_root: boolean
}

/**
 * The statements of one account that people vouch for: those that two operators accepted, the one that begins with the
 * balance that they agreed, and every one that adds up and begins where one of these ended last. A statement that joins one
 * of nobody is not among them, so that two forged files do not prove each other.
 */
export function vouchedStatements(statements: readonly ChainedStatement[]): ReadonlySet<string> {
  const groups = new Map<string, ChainedStatement[]>()
  for (const each of statements) groups.set(each.to_day, [...(groups.get(each.to_day) ?? []), each])
  const days = [...groups.keys()].sort()
  const vouched = new Set<string>()
  for (const [at, day] of days.entries()) {
    const group = groups.get(day) ?? []
    // Each part of a day may lead to a further one.
    for (let isMore = true; isMore; ) {
      const next = group.filter((each) => !vouched.has(each.id) && isVouched(each, { group, at }))
      for (const { id } of next) vouched.add(id)
      isMore = next.length > 0
    }
  }
  return vouched

  function isVouched(
    each: ChainedStatement,
    { group, at }: { group: readonly ChainedStatement[]; at: number },
  ): boolean {
    if (each.accepted) return true
    if (!addsUp(each)) return false
    if (each.is_root) return true
    const parts = group.filter((other) => other.id !== each.id && other.from_day === each.from_day)
    return [...parts, ...lastBefore(each.from_day, at)].some(
      (other) => vouched.has(other.id) && other.closing_minor === each.opening_minor,
    )
  }

  function lastBefore(day: string, at: number): readonly ChainedStatement[] {
    const last = days.slice(0, at).findLast((each) => each < day)
    return last === undefined ? [] : (groups.get(last) ?? [])
  }
}

function addsUp({ opening_minor: opening, closing_minor: closing, ...sums }: ChainedStatement): boolean {
  return opening !== null && closing !== null && opening + sums.credit_minor - sums.debit_minor === closing
}
/** A stored statement of some days. Minor units as text. */
export interface StatementPart {
  /** Later ones are larger. */
  id: string
  page: string | null
  opening_minor: string | null
  closing_minor: string | null
}

/**
 * Of statements of the same days those that count together, in order. Banks send a day as pages, or as parts of which
 * each begins where another one ends. A newer statement of the same page and balance replaces the older one, and so it
 * does one that does not lead to it.
 */
export function partsInOrder<Part extends StatementPart>(statements: readonly Part[]): readonly Part[] {
  const [newest, ...older] = [...statements].sort((one, other) => (one.id > other.id ? -1 : 1))
  if (!newest) return []
  const kept = [newest]
  // Each kept part may lead to a further one.
  for (let left: readonly Part[] = older; ; ) {
    const next = left.find((each) => isPartOf(kept, each))
    if (!next) return inOrder(kept)
    kept.push(next)
    left = left.filter((each) => each !== next)
  }
}

function isPartOf(kept: readonly StatementPart[], older: StatementPart): boolean {
  const ofPage = kept.filter(({ page }) => page === older.page)
  if (ofPage.length === 0) return true
  if (ofPage.some((newer) => newer.opening_minor === older.opening_minor)) return false
  return kept.some((other) => leadsTo(other, older) || leadsTo(older, other))
}

function leadsTo(one: StatementPart, other: StatementPart): boolean {
  return one.closing_minor !== null && one.closing_minor === other.opening_minor
}

/** By their pages, and where those are equal each part behind the one that leads to it. */
function inOrder<Part extends StatementPart>(parts: readonly Part[]): readonly Part[] {
  const left = [...parts].sort(byPage)
  const ordered: Part[] = []
  while (left.length > 0) {
    const last = ordered.at(-1)
    const next = last
      ? left.findIndex((each) => leadsTo(last, each))
      : left.findIndex(
          (each) => !left.some((other) => other !== each && other.page === each.page && leadsTo(other, each)),
        )
    ordered.push(...left.splice(Math.max(next, 0), 1))
  }
  return ordered
}

function byPage({ page: one, id: first }: StatementPart, { page: other, id: second }: StatementPart): number {
  const [a, b] = [one ?? '', other ?? '']
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : first < second ? -1 : 1)
}
