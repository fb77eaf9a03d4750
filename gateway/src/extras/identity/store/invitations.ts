import type { Db } from '../../../core/platform/database/database.ts'

/** Hours for which an invitation's link works. */
const openHours = 72

export interface NewInvitation {
  id: string
  tokenHash: Buffer
  /** Null: into the operator's team. */
  merchantId: string | null
  role: string
  email: string
  /** Null: a user of the CLI. */
  invitedBy: string | null
  /** The encrypted link, for a second operator; null if it was mailed or already shown. */
  linkBox: Buffer | null
  /** Made by the CLI for the first operators, or because no other operator existed. */
  bootstrap: boolean
  /** The link is mailed to the address and shown to no other person. */
  mailed: boolean
}

/** Writes an invitation and closes earlier ones to the same address and team. Returns the expiry. */
export async function insertInvitation(tx: Db, invitation: NewInvitation): Promise<Date> {
  await tx.query({
    name: 'revoke-older-invitations',
    text: `update invitations set revoked_at = statement_timestamp(), link_box = null where email = $1
      and merchant_id is not distinct from $2 and accepted_at is null and revoked_at is null`,
    values: [invitation.email, invitation.merchantId],
  })
  const inserted = await tx.query<{ expires_at: Date }>({
    name: 'insert-invitation',
    text: `insert into invitations (id, token_hash, merchant_id, role, email, invited_by, link_box, bootstrap, mailed, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, statement_timestamp() + interval '${openHours} hours') returning expires_at`,
    values: [
      invitation.id,
      invitation.tokenHash,
      invitation.merchantId,
      invitation.role,
      invitation.email,
      invitation.invitedBy,
      invitation.linkBox,
      invitation.bootstrap,
      invitation.mailed,
    ],
  })
  const [row] = inserted.rows
  if (!row) throw new Error('Bug! an insert gave no row')
  return row.expires_at
}

export interface InvitationRow {
  id: string
  merchant_id: string | null
  /** Null: into the operator's team. */
  merchant_name: string | null
  role: string
  email: string
  /** The inviter; null: by the CLI. */
  inviter: string | null
  invited_by: string | null
  confirmed_by: string | null
  bootstrap: boolean
  /** The link was mailed and shown to no other person. */
  mailed: boolean
  /** Whether a second operator may still be shown the link. */
  link_waits: boolean
  created_at: Date
  expires_at: Date
}

const open = 'i.accepted_at is null and i.revoked_at is null and i.expires_at > statement_timestamp()'

const invitationColumns = `i.id, i.merchant_id, m.name as merchant_name, i.role, i.email, u.name as inviter,
  i.invited_by, i.confirmed_by, i.bootstrap, i.mailed, i.link_box is not null as link_waits, i.created_at, i.expires_at`

const invitationTables = `invitations i left join merchants m on m.id = i.merchant_id
  left join users u on u.id = i.invited_by`

/** An invitation that is still open. */
export async function findOpenInvitation(db: Db, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  const found = await db.query<InvitationRow>({
    name: 'find-open-invitation',
    text: `select ${invitationColumns} from ${invitationTables} where i.token_hash = $1 and ${open}`,
    values: [tokenHash],
  })
  return found.rows[0]
}

/** The people behind an accepted invitation. */
export interface TakenInvitation {
  id: string
  invited_by: string | null
  confirmed_by: string | null
  /** The operator who was shown the link. */
  shown_to: string | null
  bootstrap: boolean
}

/** Claims an invitation. Undefined if it was already claimed or has ended. */
export async function takeInvitation(tx: Db, tokenHash: Buffer): Promise<TakenInvitation | undefined> {
  const taken = await tx.query<TakenInvitation>({
    name: 'take-invitation',
    text: `update invitations i set accepted_at = statement_timestamp(), link_box = null
      where i.token_hash = $1 and ${open}
      returning i.id, i.invited_by, i.confirmed_by, i.shown_to, i.bootstrap`,
    values: [tokenHash],
  })
  return taken.rows[0]
}

/** Closes the invitation of a link that cannot be accepted. */
export async function closeInvitation(db: Db, tokenHash: Buffer): Promise<void> {
  await db.query({
    name: 'close-invitation',
    text: `update invitations set revoked_at = statement_timestamp(), link_box = null
      where token_hash = $1 and accepted_at is null and revoked_at is null`,
    values: [tokenHash],
  })
}

/** An open invitation with its encrypted link. */
export interface LockedInvitation {
  id: string
  merchant_id: string | null
  email: string
  invited_by: string | null
  confirmed_by: string | null
  link_box: Buffer | null
}

/** An open invitation, locked until the transaction ends. */
export async function lockOpenInvitation(tx: Db, id: string): Promise<LockedInvitation | undefined> {
  const found = await tx.query<LockedInvitation>({
    name: 'lock-open-invitation',
    text: `select i.id, i.merchant_id, i.email, i.invited_by, i.confirmed_by, i.link_box
      from invitations i where i.id = $1 and ${open} for update`,
    values: [id],
  })
  return found.rows[0]
}

export async function confirmInvitation(tx: Db, id: string, confirmedBy: string): Promise<void> {
  await tx.query({
    name: 'confirm-invitation',
    text: 'update invitations set confirmed_by = $2, confirmed_at = statement_timestamp() where id = $1',
    values: [id, confirmedBy],
  })
}

/** Records that the link was shown. It is not shown again. */
export async function noteLinkShown(tx: Db, id: string, shownTo: string): Promise<void> {
  await tx.query({
    name: 'note-link-shown',
    text: 'update invitations set shown_to = $2, link_box = null where id = $1',
    values: [id, shownTo],
  })
}

/** Open invitations of all teams, the latest first. */
export async function findOpenInvitations(db: Db): Promise<readonly InvitationRow[]> {
  const found = await db.query<InvitationRow>({
    name: 'find-open-invitations',
    text: `select ${invitationColumns} from ${invitationTables} where ${open}
      order by i.created_at desc, i.id limit ${openInvitationsMax}`,
  })
  return found.rows
}

/** Open invitations of one team: more than a team needs. */
export const openInvitationsMax = 200

export async function findInvitationsOfTeam(db: Db, merchantId: string | null): Promise<readonly InvitationRow[]> {
  const found = await db.query<InvitationRow>({
    name: merchantId === null ? 'find-invitations-of-operator' : 'find-invitations-of-merchant',
    text: `select ${invitationColumns} from ${invitationTables}
      where ${merchantId === null ? 'i.merchant_id is null and $1::uuid is null' : 'i.merchant_id = $1'} and ${open}
      order by i.created_at desc, i.id limit ${openInvitationsMax}`,
    values: [merchantId],
  })
  return found.rows
}

/** Revokes an invitation. Returns its address, or undefined if the team has no such open invitation. */
export async function revokeInvitation(tx: Db, merchantId: string | null, id: string): Promise<string | undefined> {
  const revoked = await tx.query<{ email: string }>({
    name: 'revoke-invitation',
    text: `update invitations i set revoked_at = statement_timestamp(), link_box = null
      where i.id = $2 and i.merchant_id is not distinct from $1 and ${open} returning i.email`,
    values: [merchantId, id],
  })
  return revoked.rows[0]?.email
}
