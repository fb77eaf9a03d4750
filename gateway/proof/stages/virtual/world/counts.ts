import type pg from 'pg'
import type { Decision } from '../engine/decisions.ts'
import { isTrouble } from '../engine/scheduler.ts'

/** How often what matters happened in a run: a run in which nothing happens breaks no rule. */
export type Counts = Readonly<Record<string, number>>

/** What is counted by its state in the database: one number for each name. */
const statement = `
  select pay_type || ' ' || status as name, count(*)::int as n from transactions group by 1
  union all select 'callbacks ' || state, count(*)::int from callback_deliveries group by 1
  union all select 'movements of ' || kind, count(*)::int from ledger_transfers group by 1
  union all select 'bank lines ' || state, count(*)::int from bank_line_states group by 1
  union all select 'calls to providers', coalesce(sum(calls), 0)::int from attempts`

/** Decisions that are no trouble of statements, answers and gateways are the outside world's. */
export async function countRun(db: pg.Client, decisions: readonly Decision[]): Promise<Counts> {
  const { rows } = await db.query<{ name: string; n: number }>(statement)
  const counts = new Map(rows.map(({ name, n }) => [name, n]))
  for (const { choice } of decisions) {
    const name = isTrouble(choice) ? choice : 'other decisions'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

/** All runs together. */
export function addCounts(all: Map<string, number>, more: Counts): void {
  for (const [name, n] of Object.entries(more)) all.set(name, (all.get(name) ?? 0) + n)
}
