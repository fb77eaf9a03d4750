/**
 * The weeks in which something was created, newest first, as `weeks (week)`: for a statement to begin with, where it
 * searches by an index that has the week in front. Each is one step through an index, however many rows it has.
 * `rows`: which transactions `t`; the index must lead from its columns straight to the week.
 */
export function withWeeks(rows: string): string {
  const newest = (before: string) =>
    `select t.created_week from transactions t where ${rows} ${before} order by t.created_week desc limit 1`
  return `with recursive weeks (week) as (
    (${newest('')}) union all
    select (${newest('and t.created_week < w.week')}) from weeks w where w.week is not null) `
}

/** As a condition, where the order of what is found does not matter to its index. */
export const inWeeks = 't.created_week = any (array(select w.week from weeks w))'

/** What `rows` says of `t`, asked for each week. It must name `t.created_week = w.week`, an order and a limit. */
export function eachWeek(rows: string): string {
  return `weeks w cross join lateral (${rows}) t`
}
