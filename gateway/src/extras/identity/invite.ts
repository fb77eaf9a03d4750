import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { requireMerchant } from '../../core/merchants/create-merchant.ts'
import { hasOnlyTestMoney } from '../../core/merchants/has-only-test-money.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid, randomToken, uuidV7 } from '../../core/platform/ids.ts'
import type { Language } from '../../core/texts/messages/languages.ts'
import type { Actor } from '../../core/values/actor.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { nameFaults, refuseFaults } from '../../core/values/refuse-faults.ts'
import { merchantRoles, operatorRoles } from '../../core/values/roles.ts'
import { queueInvitationLink } from '../mail/outbox.ts'
import { sessionHash } from './authenticate-person.ts'
import { say } from './messages/en.ts'
import { personNameLengthMax } from './profile.ts'
import { isDemoAddress } from './rules/demo-people.ts'
import { passwordFaults } from './rules/password.ts'
import { shownLinkPlace } from './rules/person-link.ts'
import { type Browser, newCookie, normalEmail, type SignInDeps, userActor } from './sign-in.ts'
import {
  closeInvitation,
  findInvitationsOfTeam,
  findOpenInvitation,
  type InvitationRow,
  insertInvitation,
  openInvitationsMax,
  revokeInvitation,
  type TakenInvitation,
  takeInvitation,
} from './store/invitations.ts'
import { insertLink } from './store/person-links.ts'
import { deleteSession, deleteSessionsOf, insertSession } from './store/sessions.ts'
import { findOperatorAddresses, hasUnprovedUser, insertUser, releaseUnprovedEmail } from './store/users.ts'

/** 256 bits cannot be guessed. The link is shown once and stored as a keyed hash. */
const tokenBytes = 32
const tokenShape = /^[\w-]{43}$/
const invitationPurpose = 'invitation'
const emailLengthMax = 254

/** One @ between two parts, no spaces or control characters. Receiving the link proves the address. */
const emailShape = /^[^\s@<>"\p{Cc}]+@[^\s@<>"\p{Cc}]+$/u

type InviteDeps = Pick<PlatformDeps, 'database' | 'secretBox' | 'clock' | 'site'> & {
  /** Undefined if no mail server is configured. */
  mail?: object | undefined
}

export interface Invite {
  /** Null: into the operator's team. */
  merchantId: string | null
  role: string
  email: string
  actor: string | Actor
  /** By the CLI: the first operators, whom no other operator can invite. All operators are informed later. */
  bootstrap?: boolean
}

/**
 * Delivery of the link: by mail; by a second operator, who is shown the link; or by the inviter. The last applies only
 * without real money, or when the CLI makes the first operators.
 */
export type LinkDelivery = 'mail' | 'second_operator' | 'inviter'

export interface Invited {
  id: string
  email: string
  expiresAt: Date
  delivery: LinkDelivery
  /** Shown once; undefined if the inviter must not have it. */
  url: string | undefined
}

/**
 * Makes the link by which a person joins a team. With real money the inviter does not get the link: they could join as
 * their own second person. The answer does not depend on whether the address has an account; only the mailed link shows
 * that. Throws `validation_failed`, `not_found` (unknown merchant), `not_in_this_state` if too many invitations are
 * open.
 */
export async function invite(deps: InviteDeps, input: Invite): Promise<Invited> {
  const email = normalEmail(input.email)
  refuseFaults([...emailFaults(email), ...roleFaults(input)])
  const { engine } = deps.database
  if (input.merchantId !== null) await requireMerchant(engine, input.merchantId)
  const open = await findInvitationsOfTeam(engine, input.merchantId)
  // A new invitation to the same address replaces the previous one.
  if (open.filter((each) => each.email !== email).length >= openInvitationsMax) {
    throw new Problem('not_in_this_state', { message: say('invitation.too_many') })
  }
  const token = randomToken(tokenBytes)
  const id = uuidV7(deps.clock.now())
  // Browsers do not send the part after #, so no server, log or referrer header contains the token.
  const url = `${deps.site.url()}/dashboard/invitation#${token}`
  const delivery = input.bootstrap && !deps.mail ? 'inviter' : await linkDelivery(deps)
  const linkBox = delivery === 'second_operator' ? deps.secretBox.seal(url, shownLinkPlace(id)) : null
  const bootstrap = input.bootstrap ?? false
  const expiresAt = await inTransaction(engine, async (tx) => {
    const expiresAt = await insertInvitation(tx, {
      id,
      tokenHash: tokenHash(deps, token),
      merchantId: input.merchantId,
      role: input.role,
      email,
      invitedBy: typeof input.actor === 'string' ? null : input.actor.userId,
      linkBox,
      bootstrap,
      mailed: delivery === 'mail',
    })
    const detail = { email, role: input.role, ...(bootstrap ? { bootstrap } : {}) }
    const facts = { objectId: id, merchantId: input.merchantId, detail }
    await writeAudit(tx, auditOf(input.actor, 'team.invite', facts), deps.clock.now())
    if (delivery === 'mail') await queueInvitationLink(deps, tx, { invitationId: id, link: url })
    return expiresAt
  })
  return { id, email, expiresAt, delivery, url: delivery === 'inviter' ? url : undefined }
}

/** How the link of an invitation would be delivered now. */
export async function linkDelivery(deps: Pick<InviteDeps, 'database' | 'mail'>): Promise<LinkDelivery> {
  if (deps.mail) return 'mail'
  return (await hasOnlyTestMoney(deps)) ? 'inviter' : 'second_operator'
}

/**
 * The inviter, team and role of an invitation. Throws `not_found` for a link that is used, revoked, expired or invalid.
 */
export async function readInvitation(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  token: string,
): Promise<InvitationRow> {
  const found = tokenShape.test(token)
    ? await findOpenInvitation(deps.database.engine, tokenHash(deps, token))
    : undefined
  if (found) return found
  throw usedUp()
}

function usedUp(): Problem {
  return new Problem('not_found', { message: say('invitation.used') })
}

/**
 * Joins a team by its link, once, and signs in. A mailed link proves the address, so an unverified account with that
 * address is closed. Throws `validation_failed`, `not_found` as above, and `not_in_this_state` if the address is taken
 * and the link was mailed. A link that was shown to another person reports nothing about the address, and is closed.
 */
export async function acceptInvitation(
  deps: SignInDeps,
  token: string,
  { person, browser }: { person: { name: string; password: string; language: Language }; browser: Browser },
): Promise<{ cookie: string }> {
  const invitation = await readInvitation(deps, token)
  const { email, role, merchant_id: merchantId } = invitation
  const name = person.name.trim()
  refuseFaults([...nameFaults(name, 'name', personNameLengthMax), ...passwordFaults(person.password, { email, name })])
  const passwordHash = await deps.passwords.hash(email, person.password)
  const { language } = person
  const emailProved = invitation.mailed
  const user = { id: uuidV7(deps.clock.now()), merchantId, role, email, name, language, passwordHash, emailProved }
  const cookie = newCookie()
  const joining = inTransaction(deps.database.engine, async (tx) => {
    const taken = await takeInvitation(tx, tokenHash(deps, token))
    if (!taken) throw usedUp()
    if (emailProved) await closeUnverifiedAccount(deps, tx, email)
    if (!(await insertUser(tx, user))) {
      throw new Problem('not_in_this_state', { message: say('person.address_taken') })
    }
    if (browser.cookie !== undefined) await deleteSession(tx, sessionHash(deps, browser.cookie))
    await insertSession(tx, {
      idHash: sessionHash(deps, cookie),
      publicId: uuidV7(deps.clock.now()),
      userId: user.id,
      stage: 'signed_in',
      address: browser.address,
      userAgent: browser.userAgent,
    })
    await linkInvited(deps, tx, { taken, userId: user.id })
    const actor = userActor({ ...user, merchant_id: merchantId }, browser.address)
    const facts = { objectId: user.id, detail: { role, invitation: invitation.id } }
    await writeAudit(tx, auditOf(actor, 'team.join', facts), deps.clock.now())
  })
  await joining.catch(async (error: unknown) => {
    const isTaken = error instanceof Problem && error.code === 'not_in_this_state'
    if (!isTaken || emailProved) throw error
    await closeInvitation(deps.database.engine, tokenHash(deps, token))
    throw usedUp()
  })
  return { cookie }
}

/** Whether joining by this link closes an account with an unverified address. */
export async function closesAccount(
  deps: Pick<PlatformDeps, 'database'>,
  { mailed, email }: InvitationRow,
): Promise<boolean> {
  return mailed && (await hasUnprovedUser(deps.database.engine, email))
}

/** Closes the account with the unverified address and its sessions, and informs its team. */
async function closeUnverifiedAccount(deps: Pick<PlatformDeps, 'clock'>, tx: Db, email: string): Promise<void> {
  const released = await releaseUnprovedEmail(tx, email)
  if (!released) return
  await deleteSessionsOf(tx, released.id)
  const facts = { objectId: released.id, merchantId: released.merchant_id, detail: { email } }
  const actor = { name: 'the owner of the address', merchantId: null, userId: null, origin: null }
  await writeAudit(tx, auditOf(actor, 'user.give_way', facts), deps.clock.now())
}

/** Links the new person to the inviter and to the person who saw the link: either may have used the link themselves. */
async function linkInvited(
  deps: Pick<PlatformDeps, 'clock'>,
  tx: Db,
  { taken, userId }: { taken: TakenInvitation; userId: string },
): Promise<void> {
  const { id, invited_by: by, confirmed_by: confirmedBy, shown_to: shownTo } = taken
  // The first two operators are made by the CLI, because no operator can invite them. Further ones may be the same
  // person at the machine.
  if (!taken.bootstrap || (await hasDualApproval(tx, userId))) {
    await insertLink(tx, { id, kind: 'invitation', by, userId, confirmedBy })
  }
  if (shownTo !== null) await insertLink(tx, { id: uuidV7(deps.clock.now()), kind: 'link_shown', by: shownTo, userId })
}

async function hasDualApproval(tx: Db, besides: string): Promise<boolean> {
  const others = (await findOperatorAddresses(tx, besides)).filter((email) => !isDemoAddress(email))
  return others.length >= 2
}

/** Withdraws an invitation. Throws `not_found`. */
export async function withdrawInvitation(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  input: { merchantId: string | null; id: string; actor: Actor },
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    const email = isUuid(input.id) ? await revokeInvitation(tx, input.merchantId, input.id) : undefined
    if (email === undefined) throw new Problem('not_found', { message: say('invitation.unknown') })
    const facts = { objectId: input.id, merchantId: input.merchantId, detail: { email } }
    await writeAudit(tx, auditOf(input.actor, 'team.withdraw_invitation', facts), deps.clock.now())
  })
}

function tokenHash(deps: Pick<PlatformDeps, 'secretBox'>, token: string): Buffer {
  return deps.secretBox.keyedHash(invitationPurpose, token)
}

function emailFaults(email: string): FieldProblem[] {
  if (email.length > emailLengthMax)
    return [{ code: 'too_long', param: 'email', message: say('field.is_too_long', { field: 'email' }) }]
  if (emailShape.test(email)) return nameFaults(email, 'email', emailLengthMax)
  return [{ code: 'invalid_format', param: 'email', message: say('field.no_email', { field: 'email' }) }]
}

function roleFaults({ merchantId, role }: Invite): FieldProblem[] {
  const known: readonly string[] = merchantId === null ? operatorRoles : merchantRoles
  if (known.includes(role)) return []
  return [
    {
      code: 'not_allowed',
      param: 'role',
      message: say('field.is_one_of', { field: 'role', allowed: known.join(', ') }),
    },
  ]
}
