import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../../core/values/problem.ts'
import { type MerchantRole, merchantRoles, type OperatorRole, operatorRoles } from '../../../core/values/roles.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { success } from '../../../core/web/replies.ts'
import { actorOfRequest, personOf } from '../../../core/web/request-context.ts'
import { confirmSeparate } from '../confirm-invitation.ts'
import type { IdentityDeps } from '../deps.ts'
import { invite, linkDelivery, withdrawInvitation } from '../invite.ts'
import { listConfirmations } from '../list-confirmations.ts'
import { say } from '../messages/en.ts'
import { changeRole, endSessions, type Member, readTeam, setDisabled } from '../team.ts'
import { confirmationData } from './confirmation-data.ts'
import type { InvitationData, InvitedData, MemberData, TeamData } from './contract/team.ts'

const inviteBody = z.object({
  email: z.string().min(3).max(254),
  role: z.enum([...new Set<MerchantRole | OperatorRole>([...merchantRoles, ...operatorRoles])]),
  /** For operators: the merchant whose first owner is invited. */
  merchant_id: z.uuid().optional(),
})
const memberBody = z.object({
  role: z.string().max(40).optional(),
  disabled: z.boolean().optional(),
})

const team = { permission: 'team' } as const
const provenTeam = { permission: 'team', stepUp: true, emptyBody: true } as const

/** The people of a merchant or of the operator: /console/team…. */
export function teamRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  app.get('/team', { config: team }, async (request) => success(await teamData(deps, request)))
  app.post('/team/invitations', { config: provenTeam }, async (request) => {
    const { body } = readBody(inviteBody, request.body)
    const merchantId = body.merchant_id === undefined ? teamOf(request) : await ownerless(deps, request, body)
    const invited = await invite(deps, {
      merchantId,
      role: body.role,
      email: body.email,
      actor: actorOfRequest(request),
    })
    const { id, email, url = null, expiresAt, delivery } = invited
    return success<InvitedData>({ id, email, url, delivery, expires_at: isoMicroseconds(expiresAt) })
  })
  app.delete<{ Params: { id: string } }>('/team/invitations/:id', { config: provenTeam }, async (request) => {
    const { id } = request.params
    await withdrawInvitation(deps, { merchantId: teamOf(request), id, actor: actorOfRequest(request) })
    return success(await teamData(deps, request))
  })
  app.post<{ Params: { id: string } }>('/team/confirmations/:id/confirm', { config: provenTeam }, async (request) => {
    const { id } = request.params
    const by = { ...actorOfRequest(request), userId: personOf(request).userId }
    await confirmSeparate(deps, { id, team: { merchantId: teamOf(request) }, by })
    return success(await teamData(deps, request))
  })
  app.patch<{ Params: { userId: string } }>('/team/:userId', { config: provenTeam }, async (request) => {
    const { body } = readBody(memberBody, request.body)
    const member = memberOf(request, request.params.userId)
    if (body.role !== undefined) await changeRole(deps, member, body.role)
    if (body.disabled !== undefined) await setDisabled(deps, member, body.disabled)
    return success(await teamData(deps, request))
  })
  app.delete<{ Params: { userId: string } }>('/team/:userId/sessions', { config: provenTeam }, async (request) => {
    const member = memberOf(request, request.params.userId)
    await endSessions(deps, member)
    return success(await teamData(deps, request))
  })
}

/** The team of a person; null = the operator's. */
function teamOf(request: FastifyRequest): string | null {
  const person = personOf(request)
  return person.side === 'merchant' ? person.merchantId : null
}

function memberOf(request: FastifyRequest, userId: string): Member {
  return { merchantId: teamOf(request), userId, actor: actorOfRequest(request) }
}

/** An operator's admin invites a merchant's first owner. The owner invites all others. Throws `role_missing`. */
async function ownerless(
  deps: IdentityDeps,
  request: FastifyRequest,
  body: { role: string; merchant_id?: string | undefined },
): Promise<string> {
  const { merchant_id: merchantId = '' } = body
  const person = personOf(request)
  if (person.side === 'merchant') {
    if (person.merchantId === merchantId) return merchantId
    throw new Problem('role_missing')
  }
  const { people } = await readTeam(deps, merchantId)
  const hasOwner = people.some(({ role, disabled }) => role === 'owner' && !disabled)
  if (body.role === 'owner' && !hasOwner) return merchantId
  throw new Problem('role_missing', { message: say('invitation.first_owner') })
}

async function teamData(deps: IdentityDeps, request: FastifyRequest): Promise<TeamData> {
  const merchantId = teamOf(request)
  const confirmations = await listConfirmations(deps, { merchantId, viewer: personOf(request).userId })
  const { people, invitations } = await readTeam(deps, merchantId)
  return {
    mail_configured: deps.mail !== undefined,
    link_delivery: await linkDelivery(deps),
    people: people.map(
      (row): MemberData => ({
        id: row.id,
        name: row.name,
        email: row.email,
        role: row.role as MerchantRole | OperatorRole,
        second_factor: row.second_factor,
        locked: row.locked,
        disabled: row.disabled,
        created_at: isoMicroseconds(row.created_at),
        last_seen_at: row.last_seen_at && isoMicroseconds(row.last_seen_at),
      }),
    ),
    invitations: invitations.map(
      (row): InvitationData => ({
        id: row.id,
        email: row.email,
        role: row.role as MerchantRole | OperatorRole,
        invited_by: row.inviter,
        created_at: isoMicroseconds(row.created_at),
        expires_at: isoMicroseconds(row.expires_at),
      }),
    ),
    confirmations: confirmations.map(confirmationData),
    roles: merchantId === null ? operatorRoles : merchantRoles,
  }
}
