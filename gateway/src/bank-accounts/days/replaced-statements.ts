/** What tells whether a statement takes the place of another one. */
export interface ReplacingStatement {
  id: string
  kind: string
  from_day: string
  to_day: string
  /** Minor units as decimal text; null: the file says none. */
  opening_minor: string | null
  page: string | null
}

/**
 * The ids of the statements that a newer one replaces: banks give the statement of a running day again and again, each from
 * the same opening balance. Parts and pages of the same days begin elsewhere, so they replace nothing. The newest come first.
 */
export function replacedStatements(newestFirst: readonly ReplacingStatement[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const replaced = new Set<string>()
  for (const statement of newestFirst) {
    const { kind, from_day, to_day, opening_minor: opening, page } = statement
    const same = JSON.stringify([kind, from_day, to_day, opening, page])
    if (opening !== null && seen.has(same)) replaced.add(statement.id)
    seen.add(same)
  }
  return replaced
}
