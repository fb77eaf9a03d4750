import type { Db } from '../../platform/database/database.ts'
import type { CsvProfile } from '../statements/csv-profile.ts'

export interface CsvProfileRow {
  id: string
  bank_account_id: string
  state: 'draft' | 'approved'
  profile: CsvProfile
  made_by: string
  made_at: Date
  /** When it read a sample without a fault, and how many lines. */
  tried_at: Date | null
  tried_lines: number | null
  approved_by: string | null
  approved_at: Date | null
}

/** The draft and the approved profile of an account, as far as there are any. */
export async function findProfiles(db: Db, bankAccountId: string): Promise<readonly CsvProfileRow[]> {
  const found = await db.query<CsvProfileRow>({
    name: 'find-csv-profiles',
    text: `select id, bank_account_id, state, profile, made_by, made_at, tried_at, tried_lines, approved_by, approved_at
      from bank_csv_profiles where bank_account_id = $1 and state <> 'replaced'`,
    values: [bankAccountId],
  })
  return found.rows
}

/** The profile by which tables of the account are read. Undefined: none is approved. */
export async function findApprovedProfile(db: Db, bankAccountId: string): Promise<CsvProfile | undefined> {
  return (await findProfiles(db, bankAccountId)).find(({ state }) => state === 'approved')?.profile
}

/** Replaces the account's draft. */
export async function saveDraft(
  tx: Db,
  draft: { id: string; bankAccountId: string; profile: CsvProfile; madeBy: string },
): Promise<void> {
  await tx.query({
    name: 'delete-csv-profile-draft',
    text: `delete from bank_csv_profiles where bank_account_id = $1 and state = 'draft'`,
    values: [draft.bankAccountId],
  })
  await tx.query({
    name: 'insert-csv-profile-draft',
    text: `insert into bank_csv_profiles (id, bank_account_id, state, profile, made_by) values ($1, $2, 'draft', $3, $4)`,
    values: [draft.id, draft.bankAccountId, JSON.stringify(draft.profile), draft.madeBy],
  })
}

export async function markTried(db: Db, id: string, lines: number): Promise<void> {
  await db.query({
    name: 'mark-csv-profile-tried',
    text: `update bank_csv_profiles set tried_at = gateway_now(), tried_lines = $2 where id = $1 and state = 'draft'`,
    values: [id, lines],
  })
}

/** The draft takes the place of the approved profile. Returns false where it is no tried draft any more. */
export async function approveDraft(
  tx: Db,
  { id, bankAccountId, by }: { id: string; bankAccountId: string; by: string },
): Promise<boolean> {
  await tx.query({
    name: 'replace-csv-profile',
    text: `update bank_csv_profiles set state = 'replaced' where bank_account_id = $1 and state = 'approved'`,
    values: [bankAccountId],
  })
  const approved = await tx.query({
    name: 'approve-csv-profile',
    text: `update bank_csv_profiles set state = 'approved', approved_by = $3, approved_at = gateway_now()
      where id = $1 and bank_account_id = $2 and state = 'draft' and tried_at is not null`,
    values: [id, bankAccountId, by],
  })
  return approved.rowCount === 1
}
