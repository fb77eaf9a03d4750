import type { Db } from '../../../core/platform/database/database.ts'

/** Days after the end of an order until its number may be given out again. Matching looks back 30 days: payers pay late. */
const referenceKeptDays = 31

/** References that are looked at in one round. */
const examinedMax = 20_000

/** The connector accounts of the operator's own bank accounts. */
export async function ownConnectorAccounts(db: Db): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>({
    name: 'own-connector-accounts',
    text: `select id from connector_accounts where connector = 'own-account' order by id limit 1000`,
  })
  return found.rows.map(({ id }) => id)
}

export interface ReleasedReferences {
  released: number
  /** The last reference that was looked at; undefined: none is behind it. */
  last: string | undefined
}

/**
 * Frees numeric references of an account whose orders ended long ago, because seven digits are few. The instructions of
 * the transaction keep the reference. Looks at a limited number of references, in order, behind `after`.
 */
export async function releaseReferences(db: Db, accountId: string, after: string): Promise<ReleasedReferences> {
  const found = await db.query<{ released: number; examined: number; last: string | null }>({
    name: 'release-references',
    // Digits sort before letters: the range has the numeric references only.
    text: `with examined as materialized (
        select id, target_reference, status, updated_at from transactions
        where connector_account_id = $1 and target_reference > $2 and target_reference < 'A'
        order by target_reference limit ${examinedMax}),
      released as (
        update transactions t set target_reference = null from examined e
        where t.id = e.id and t.status <> 'PENDING' and t.suspense_minor = 0 and t.needs_operator is null
          and t.updated_at < gateway_now() - interval '${referenceKeptDays} days'
        returning t.id)
      select (select count(*)::int from released) as released, count(*)::int as examined, max(target_reference) as last
      from examined`,
    values: [accountId, after],
  })
  const row = found.rows[0]
  return { released: row?.released ?? 0, last: row?.examined === examinedMax ? (row.last ?? undefined) : undefined }
}

/** Counts the seven-digit references that are in use at each own account, and those of them that were drawn within a week. */
export async function countReferences(db: Db): Promise<void> {
  await db.query({
    name: 'count-references',
    text: `insert into reference_counts (connector_account_id, held, drawn_in_week, counted_at)
      select c.id, n.held, n.drawn, gateway_now() from connector_accounts c cross join lateral (
        select count(*) as held, count(*) filter (where t.created_at > gateway_now() - interval '7 days') as drawn
        from transactions t where t.connector_account_id = c.id and t.target_reference < 'A') n
      where c.connector = 'own-account'
      on conflict (connector_account_id) do update
        set held = excluded.held, drawn_in_week = excluded.drawn_in_week, counted_at = excluded.counted_at`,
  })
}
