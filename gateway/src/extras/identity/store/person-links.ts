import type { Db } from '../../../core/platform/database/database.ts'
import { type LinkKind, linkDays } from '../rules/person-link.ts'

/** Stands for a user of the CLI without an account. */
export const machinePerson = '00000000-0000-0000-0000-000000000000'

export interface NewLink {
  /** The invitation's id, if there is one. */
  id: string
  kind: LinkKind
  /** Null: a user of the CLI. */
  by: string | null
  userId: string
  confirmedBy?: string | null
}

export async function insertLink(tx: Db, link: NewLink): Promise<void> {
  await tx.query({
    name: 'insert-person-link',
    text: `insert into person_links (id, kind, by_user, user_id, confirmed_by, confirmed_at)
      values ($1, $2, $3, $4, $5, case when $5::uuid is not null then statement_timestamp() end)`,
    values: [link.id, link.kind, link.by, link.userId, link.confirmedBy ?? null],
  })
}

/** Which links count: `lately` = recent unconfirmed links; `ever` = all invitations as well. */
export type LinkReach = 'lately' | 'ever'

const young = `l.confirmed_at is null and l.created_at > statement_timestamp() - interval '${linkDays} days'`

/**
 * All accounts that may be behind each person, transitively: the person, their inviter, the inviter's inviter.
 * `machinePerson` if the CLI made one of them.
 */
export async function findBehind(
  db: Db,
  people: readonly string[],
  reach: LinkReach,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = await db.query<{ person: string; behind: string }>({
    name: `find-behind-${reach}`,
    text: `with recursive behind as (
        select p as person, p as id from unnest($1::uuid[]) p
        union
        select b.person, coalesce(l.by_user, '${machinePerson}'::uuid)
        from behind b join person_links l on l.user_id = b.id
          and ${reach === 'lately' ? young : `(l.kind = 'invitation' or ${young})`})
      select person, id as behind from behind`,
    values: [[...new Set(people)]],
  })
  const behind = new Map<string, Set<string>>(people.map((person) => [person, new Set([person])]))
  for (const row of found.rows) behind.get(row.person)?.add(row.behind)
  return behind
}

/** Confirms that two different people are behind a link. False if there is nothing to confirm. */
export async function confirmLink(tx: Db, id: string, confirmedBy: string): Promise<boolean> {
  const confirmed = await tx.query({
    name: 'confirm-person-link',
    text: `update person_links set confirmed_by = $2, confirmed_at = statement_timestamp()
      where id = $1 and confirmed_at is null`,
    values: [id, confirmedBy],
  })
  return confirmed.rowCount === 1
}

/** A link between two people, with its team. */
export interface LinkRow {
  id: string
  kind: LinkKind
  /** Null: a user of the CLI. */
  invited_by: string | null
  inviter: string | null
  user_id: string
  email: string
  name: string
  role: string
  merchant_id: string | null
  merchant_name: string | null
  confirmed_by: string | null
  created_at: Date
}

const linkColumns = `l.id, l.kind, l.by_user as invited_by, b.name as inviter, l.user_id, u.email, u.name, u.role, u.merchant_id,
  m.name as merchant_name, l.confirmed_by, l.created_at`
const linkTables = `person_links l join users u on u.id = l.user_id left join users b on b.id = l.by_user
  left join merchants m on m.id = u.merchant_id`

/** The person who passed a link on has seen it. Nobody can confirm that they did not use it. */
const confirmable = `l.kind <> 'link_shown'`

/** A link that can be confirmed, locked until the transaction ends. */
export async function lockLink(tx: Db, id: string): Promise<LinkRow | undefined> {
  const found = await tx.query<LinkRow>({
    name: 'lock-person-link',
    text: `select ${linkColumns} from ${linkTables} where l.id = $1 and ${confirmable} for update of l`,
    values: [id],
  })
  return found.rows[0]
}

/** More links than a deployment has to confirm. */
const linksMax = 500

/** Links between people of a team that can be confirmed now, the latest first; undefined: of all teams. */
export async function findYoungLinks(db: Db, merchantId?: string | null): Promise<readonly LinkRow[]> {
  const team = merchantId === undefined ? 'true' : merchantId === null ? 'u.merchant_id is null' : 'u.merchant_id = $1'
  const found = await db.query<LinkRow>({
    text: `select ${linkColumns} from ${linkTables} where ${team} and ${young} and ${confirmable} and u.disabled_at is null
      order by l.created_at desc, l.id limit ${linksMax}`,
    values: typeof merchantId === 'string' ? [merchantId] : [],
  })
  return found.rows
}
