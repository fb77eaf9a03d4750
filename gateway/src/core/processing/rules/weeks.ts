/**
 * SQL for the weeks with rows, newest first, as `weeks (week)`; begins a statement that searches an index whose first
 * column is the week. `rows`: a condition on transactions `t` whose columns lead an index with the week next, so that
 * first and last week are one lookup each. Empty weeks between them cost a step each.
 */
export function withWeeks(rows: string): string {
  const end = (order: 'asc' | 'desc') =>
    `(select t.created_week from transactions t where ${rows} order by t.created_week ${order} limit 1)`
  return `with weeks (week) as materialized (select generate_series(${end('desc')}, ${end('asc')}, -1)) `
}

/** The week of an instant, as the column `created_week` counts it. */
export function weekOf(instant: string): string {
  return `floor(extract(epoch from ${instant}::timestamptz - timestamptz '1970-01-05 00:00Z') / 604800)::int`
}

/** Runs `rows` for each week. `rows` must contain `created_week = w.week`, an order and a limit. */
export function eachWeek(rows: string): string {
  return `weeks w cross join lateral (${rows}) t`
}
