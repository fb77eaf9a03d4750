import type { Db } from '../../../core/platform/database/database.ts'

/** Where the detail of an entry holds what a person typed. */
export const freeTexts = ['evidence', 'note', 'reason'] as const

export interface AuditTexts {
  id: string
  created_at: Date
  /** The free texts by their names. */
  texts: Readonly<Record<string, string>>
}

const columns = `a.id, a.created_at, coalesce((select jsonb_object_agg(key, value) from jsonb_each_text(a.detail)
  where key = any ($1::text[]) and value is not null), '{}') as texts`

/** Entries with free texts, ordered by time, after a position. */
export async function readAuditTexts(
  db: Db,
  { after, limit }: { after: { at: Date; id: string }; limit: number },
): Promise<readonly AuditTexts[]> {
  const found = await db.query<AuditTexts>({
    name: 'read-audit-texts',
    text: `select ${columns} from audit_log a where (a.created_at, a.id) > ($2::timestamptz, $3::uuid) and a.detail ?| $1
      order by a.created_at, a.id limit $4`,
    values: [freeTexts, after.at, after.id, limit],
  })
  return found.rows
}

/** The free texts of one entry; undefined: there is no such entry. */
export async function findAuditTexts(db: Db, id: string): Promise<AuditTexts['texts'] | undefined> {
  const found = await db.query<{ texts: AuditTexts['texts'] }>({
    name: 'find-audit-texts',
    text: `select ${columns} from audit_log a where a.id = $2`,
    values: [freeTexts, id],
  })
  return found.rows[0]?.texts
}

/** Blanks these free texts of an entry. Returns the hash of the row before and after (hexadecimal). */
export async function blankAuditTexts(
  tx: Db,
  id: string,
  names: readonly string[],
): Promise<{ before: string; after: string } | undefined> {
  const found = await tx.query<{ before: string; after: string }>({
    name: 'blank-audit-texts',
    text: `select encode(before, 'hex') as before, encode(after, 'hex') as after from blank_audit_texts($1, $2::text[])`,
    values: [id, names],
  })
  return found.rows[0]
}

/**
 * Whether a sealed entry of the log says that this entry was blanked: from the hash that was sealed to the one that it has
 * now.
 */
export async function isBlanked(
  db: Db,
  seal: { audit_id: string; row_hash: Buffer; row_hash_now: Buffer },
): Promise<boolean> {
  const found = await db.query({
    name: 'is-audit-entry-blanked',
    text: `select from audit_log a where a.object_id = $1 and a.action = 'audit.blank' and a.detail->>'before' = $2
      and a.detail->>'after' = $3 and (exists (select from audit_seals s where s.audit_id = a.id)
        or exists (select from audit_pending p where p.audit_id = a.id)) limit 1`,
    values: [seal.audit_id, seal.row_hash.toString('hex'), seal.row_hash_now.toString('hex')],
  })
  return found.rows.length > 0
}
