import type { Db } from '../../../core/platform/database/database.ts'
import type { Environment } from '../../../core/values/environment.ts'
import { rolesDecidingAboutMoney } from '../../identity/rules/roles.ts'
import type { MerchantDocument } from '../rules/holder.ts'

export interface AccountRow {
  id: string
  merchant_id: string
  environment: Environment
  service_code: string
  details: Record<string, string>
  proposed_by: string
  proposed_at: Date
  confirmed_at: Date | null
  usable_from: Date | null
  ended_at: Date | null
}

const columns = `a.id, a.merchant_id, a.environment, a.service_code, a.details, a.proposed_by, a.proposed_at,
  a.confirmed_at, a.usable_from, a.ended_at`

/** For how long money does not go to an account that was just confirmed, nor after a new password was set by a link. */
export const waitHours = 24

type Wanted = Pick<AccountRow, 'merchant_id' | 'environment' | 'service_code'>

/** How many accounts a merchant proposed in the last 24 hours. */
export async function countProposals(tx: Db, merchantId: string): Promise<number> {
  const found = await tx.query<{ n: number }>({
    name: 'count-proposed-accounts',
    text: `select count(*)::int as n from withdrawal_accounts
      where merchant_id = $1 and proposed_at > gateway_now() - interval '1 day'`,
    values: [merchantId],
  })
  return found.rows[0]?.n ?? 0
}

/** Proposes an account in place of the one that is proposed. One at a time for a merchant. */
export async function insertAccount(
  tx: Db,
  wanted: Wanted & Pick<AccountRow, 'id' | 'details' | 'proposed_by'>,
): Promise<void> {
  const { id, merchant_id, environment, service_code, details, proposed_by } = wanted
  await tx.query({
    name: 'lock-merchant-of-accounts',
    text: 'select 1 from merchants where id = $1 for no key update',
    values: [merchant_id],
  })
  await tx.query({
    name: 'end-proposed-account',
    text: `update withdrawal_accounts set ended_at = gateway_now() where merchant_id = $1 and environment = $2
      and service_code = $3 and confirmed_at is null and ended_at is null`,
    values: [merchant_id, environment, service_code],
  })
  await tx.query({
    name: 'insert-withdrawal-account',
    text: `insert into withdrawal_accounts (id, merchant_id, environment, service_code, details, proposed_by)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [id, merchant_id, environment, service_code, JSON.stringify(details), proposed_by],
  })
}

export async function lockAccount(tx: Db, id: string): Promise<AccountRow | undefined> {
  const found = await tx.query<AccountRow>({
    name: 'lock-withdrawal-account',
    text: `select ${columns} from withdrawal_accounts a where a.id = $1 for update`,
    values: [id],
  })
  return found.rows[0]
}

/** Confirms a locked account in place of the one that counted. On live points money goes there a day later. */
export async function confirmAccountRow(
  tx: Db,
  { id, merchant_id, environment, service_code }: AccountRow,
  by: { userId: string } | { operator: string },
): Promise<void> {
  await endAccounts(tx, `merchant_id = $1 and environment = $2 and service_code = $3 and confirmed_at is not null`, [
    merchant_id,
    environment,
    service_code,
  ])
  await tx.query({
    name: 'confirm-withdrawal-account',
    text: `update withdrawal_accounts set confirmed_by = $2, confirmed_by_operator = $3, confirmed_at = gateway_now(),
        usable_from = gateway_now() + case when environment = 'live' then interval '${waitHours} hours' else interval '0' end
      where id = $1`,
    values: [id, 'userId' in by ? by.userId : null, 'operator' in by ? by.operator : null],
  })
}

export async function endAccount(tx: Db, id: string): Promise<void> {
  await endAccounts(tx, 'id = $1', [id])
}

async function endAccounts(tx: Db, where: string, values: readonly unknown[]): Promise<void> {
  await tx.query({
    text: `update withdrawal_accounts set ended_at = gateway_now() where ${where} and ended_at is null`,
    values: [...values],
  })
}

/**
 * Somebody of the merchant of `a` who may do more than read set a password by a link. Real time: passwords do not follow the
 * test clock.
 */
const suspendedUntil = `(select max(r.used_at) + interval '${waitHours} hours' from password_recoveries r join users u on u.id = r.user_id
  where u.merchant_id = a.merchant_id and u.role <> 'read_only' and r.used_at > statement_timestamp() - interval '${waitHours} hours') as suspended_until`

/** More than a merchant has of all service codes, proposed and confirmed; the rest is what ended last. */
const listedMax = 60

export interface AccountOfList extends AccountRow, Pick<Destination, 'suspended_until'> {
  proposer: string
}

/** What is proposed and what counts, and then what ended lately. */
export async function readAccounts(
  db: Db,
  merchantId: string,
  environment: Environment,
): Promise<readonly AccountOfList[]> {
  const found = await db.query<AccountOfList>({
    name: 'read-withdrawal-accounts',
    text: `select ${columns}, ${suspendedUntil}, p.name as proposer
      from withdrawal_accounts a join users p on p.id = a.proposed_by where a.merchant_id = $1 and a.environment = $2
      order by a.ended_at desc nulls first, a.service_code, a.confirmed_at nulls last limit ${listedMax}`,
    values: [merchantId, environment],
  })
  return found.rows
}

/** An account that waits for a second person. */
export interface ProposedRow extends AccountRow {
  merchant: string
  proposer: string
  documents: readonly MerchantDocument[]
  /** Nobody else of the merchant could confirm it. */
  is_alone: boolean
}

const proposedMax = 200

/** What waits for a second person, of one merchant or of all, oldest first. */
export async function readProposed(db: Db, merchantId: string | undefined): Promise<readonly ProposedRow[]> {
  const found = await db.query<ProposedRow>({
    name: 'read-proposed-accounts',
    text: `select ${columns}, m.name as merchant, p.name as proposer,
        (select coalesce(jsonb_agg(jsonb_build_object('country', d.country, 'type', d.type, 'number', d.number)), '[]')
          from merchant_documents d where d.merchant_id = a.merchant_id and d.ended_at is null) as documents,
        not exists (select from users u where u.merchant_id = a.merchant_id and u.id <> a.proposed_by
          and u.disabled_at is null and u.role = any ($2::text[])) as is_alone
      from withdrawal_accounts a join merchants m on m.id = a.merchant_id join users p on p.id = a.proposed_by
      where a.confirmed_at is null and a.ended_at is null and ($1::uuid is null or a.merchant_id = $1)
      order by a.proposed_at, a.id limit ${proposedMax}`,
    values: [merchantId ?? null, rolesDecidingAboutMoney.merchant],
  })
  return found.rows
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  const found = await db.query<AccountRow>({
    name: 'find-withdrawal-account',
    text: `select ${columns} from withdrawal_accounts a where a.id = $1`,
    values: [id],
  })
  return found.rows[0]
}

/** An account that counts, and until when no money goes there; null: it goes there now. */
export interface Destination extends Pick<AccountRow, 'id' | 'details'> {
  waits_until: Date | null
  /** Until when nobody of the merchant withdraws. */
  suspended_until: Date | null
  merchant_suspended: boolean
}

const destinationWhere = (condition: string) => `select a.id, a.details,
    case when a.usable_from > gateway_now() then a.usable_from end as waits_until, ${suspendedUntil},
    (select m.suspended_at is not null from merchants m where m.id = a.merchant_id) as merchant_suspended
  from withdrawal_accounts a where ${condition} and a.confirmed_at is not null and a.ended_at is null`

/** The account that counts of a merchant and a service code. */
export async function findDestination(
  db: Db,
  { merchant_id, environment, service_code }: Wanted,
): Promise<Destination | undefined> {
  const found = await db.query<Destination>({
    name: 'find-withdrawal-destination',
    text: destinationWhere('a.merchant_id = $1 and a.environment = $2 and a.service_code = $3'),
    values: [merchant_id, environment, service_code],
  })
  return found.rows[0]
}

/** An account by its id, if it counts still. */
export async function readDestination(db: Db, id: string): Promise<Destination | undefined> {
  const found = await db.query<Destination>({
    name: 'read-withdrawal-destination',
    text: destinationWhere('a.id = $1'),
    values: [id],
  })
  return found.rows[0]
}
