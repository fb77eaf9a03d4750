import type { BankProfiles, KnownAccount, StatementFormat } from '@pasarela/bank-statements'
import type { Db } from '../../../core/platform/database/database.ts'
import type { Environment } from '../../../core/values/environment.ts'

export interface NewProfile {
  bankAccountId: string
  format: StatementFormat
  profile: object
  setBy: string
}

export interface ProfileRow {
  format: StatementFormat
  version: number
  profile: object
  set_by: string
  created_at: Date
}

/** Returns the version. The row of the account is locked, so that versions follow each other. */
export async function insertProfile(tx: Db, { bankAccountId, format, profile, setBy }: NewProfile): Promise<number> {
  const made = await tx.query<{ version: number }>({
    name: 'insert-bank-profile',
    text: `insert into bank_profiles (bank_account_id, format, version, profile, set_by)
      select $1, $2, coalesce(max(version), 0) + 1, $3, $4 from bank_profiles where bank_account_id = $1 and format = $2
      returning version`,
    values: [bankAccountId, format, JSON.stringify(profile), setBy],
  })
  return made.rows[0]?.version ?? 0
}

/** The newest profile of each format of an account. */
export async function listProfiles(db: Db, bankAccountId: string): Promise<readonly ProfileRow[]> {
  const found = await db.query<ProfileRow>({
    name: 'list-bank-profiles',
    text: `select distinct on (format) format, version, profile, set_by, created_at from bank_profiles
      where bank_account_id = $1 order by format, version desc`,
    values: [bankAccountId],
  })
  return found.rows
}

/** More accounts than an operator has. */
const listedMax = 1_000

/** The active own accounts of an environment, or one of them, with the profiles of their banks. */
export async function listKnownAccounts(
  db: Db,
  { environment, bankAccountId }: { environment: Environment; bankAccountId?: string | undefined },
): Promise<readonly KnownAccount[]> {
  const found = await db.query<{ numbers: string[]; currency: string; profiles: BankProfiles }>({
    name: 'list-known-bank-accounts',
    text: `select array(select n.number from bank_account_numbers n where n.bank_account_id = b.id) as numbers, b.currency,
        coalesce((select jsonb_object_agg(p.format, p.profile) from (
          select distinct on (format) format, profile from bank_profiles where bank_account_id = b.id
          order by format, version desc) p), '{}') as profiles
      from bank_accounts b where b.environment = $1 and b.active and b.kind = 'bank' and ($2::uuid is null or b.id = $2)
      order by b.created_at, b.id limit ${listedMax}`,
    values: [environment, bankAccountId ?? null],
  })
  return found.rows
}
