import type { Db } from '../../../core/platform/database/database.ts'

export interface TeamRow {
  id: string
  merchant_id: string | null
  merchant_name: string | null
  role: string
  email: string
  name: string
  second_factor: boolean
  locked: boolean
  disabled: boolean
  created_at: Date
  /** Last use of the active sessions; null: there is none. */
  last_seen_at: Date | null
}

/** More people than a team has. */
const peopleMax = 500

const teamColumns = `u.id, u.merchant_id, m.name as merchant_name, u.role, u.email, u.name,
  u.totp_confirmed_at is not null as second_factor,
  coalesce(u.locked_until > statement_timestamp(), false) as locked, u.disabled_at is not null as disabled, u.created_at,
  (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.stage = 'signed_in') as last_seen_at`

/** A merchant's people, or the operator's where `merchantId` is null; the oldest first. */
export async function findTeam(db: Db, merchantId: string | null): Promise<readonly TeamRow[]> {
  const found = await db.query<TeamRow>({
    name: merchantId === null ? 'find-team-of-operator' : 'find-team-of-merchant',
    text: `select ${teamColumns} from users u left join merchants m on m.id = u.merchant_id
      where ${merchantId === null ? 'u.merchant_id is null and $1::uuid is null' : 'u.merchant_id = $1'}
      order by u.created_at, u.id limit ${peopleMax}`,
    values: [merchantId],
  })
  return found.rows
}

/** All people, for the CLI. */
export async function findEverybody(db: Db): Promise<readonly TeamRow[]> {
  const found = await db.query<TeamRow>({
    name: 'find-everybody',
    text: `select ${teamColumns} from users u left join merchants m on m.id = u.merchant_id
      order by m.name nulls first, u.created_at, u.id limit ${peopleMax}`,
  })
  return found.rows
}

/** Locks the active people of a team with a role until the transaction ends. Returns their ids. */
export async function lockHolders(tx: Db, merchantId: string | null, role: string): Promise<readonly string[]> {
  const found = await tx.query<{ id: string }>({
    name: 'lock-holders',
    text: `select id from users where merchant_id is not distinct from $1 and role = $2 and disabled_at is null
      order by id for update`,
    values: [merchantId, role],
  })
  return found.rows.map(({ id }) => id)
}

export async function saveRole(tx: Db, userId: string, role: string): Promise<void> {
  await tx.query({ name: 'save-role', text: 'update users set role = $2 where id = $1', values: [userId, role] })
}

export async function saveDisabled(tx: Db, userId: string, disabled: boolean): Promise<void> {
  await tx.query({
    name: 'save-disabled',
    text: `update users set disabled_at = case when $2 then coalesce(disabled_at, statement_timestamp()) end
      where id = $1`,
    values: [userId, disabled],
  })
}
