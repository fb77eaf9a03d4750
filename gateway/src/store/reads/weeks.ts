/**
 * The weeks in which something was created, newest first, as `weeks (week)`: for a statement to begin with, where it
 * searches by an index that has the week in front. `rows`: which transactions `t`; an index must lead from its columns
 * straight to the week, at whose two ends the first and the last one stand. Weeks between them in which nothing happened
 * cost a step each.
 */
export function withWeeks(rows: string): string {
  const end = (order: 'asc' | 'desc') =>
    `(select t.created_week from transactions t where ${rows} order by t.created_week ${order} limit 1)`
  return `with weeks (week) as materialized (select generate_series(${end('desc')}, ${end('asc')}, -1)) `
}

/** As a condition, where the order of what is found does not matter to its index. */
export const inWeeks = 't.created_week = any (array(select w.week from weeks w))'

/** What `rows` says of `t`, asked for each week. It must name `t.created_week = w.week`, an order and a limit. */
export function eachWeek(rows: string): string {
  return `weeks w cross join lateral (${rows}) t`
}
