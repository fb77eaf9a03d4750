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

/** The week of an instant, as the column counts it (migration 0016). */
export function weekOf(instant: string): string {
  return `floor(extract(epoch from ${instant}::timestamptz - timestamptz '1970-01-05 00:00Z') / 604800)::int`
}

/** What `rows` says of `t`, asked for each week. It must name `t.created_week = w.week`, an order and a limit. */
export function eachWeek(rows: string): string {
  return `weeks w cross join lateral (${rows}) t`
}
