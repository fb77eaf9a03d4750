import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { OperatorPerson } from '../../../core/values/person.ts'
import { operatorActor, operatorOf, uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { confirmSeparate, showInvitationLink } from '../confirm-invitation.ts'
import type { IdentityDeps } from '../deps.ts'
import { listConfirmations } from '../list-confirmations.ts'
import { operatorMay } from '../rules/roles.ts'
import { confirmationData } from './confirmation-data.ts'
import type { ConfirmationData, ShownLinkData } from './contract/team.ts'

/** Confirmations of all teams that wait for a second person, and the links to pass on. */
export function operatorConfirmationRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const list = async ({ userId, role }: OperatorPerson) => {
    const mayAct = operatorMay(role, 'operator_act')
    const rows = await listConfirmations(deps, { viewer: userId })
    const items: readonly ConfirmationData[] = rows.map((row) =>
      confirmationData({ ...row, mayConfirm: row.mayConfirm && mayAct }),
    )
    return success({ items })
  }
  typed.get('/operator/confirmations', {
    config: { permission: 'operator_read' },
    handler: async (request) => await list(operatorOf(request)),
  })
  typed.post('/operator/confirmations/:id/confirm', {
    config: { permission: 'operator_act', stepUp: true, emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      await confirmSeparate(deps, { id: request.params.id, team: 'any', by: operatorActor(request) })
      return await list(operatorOf(request))
    },
  })
  typed.post('/operator/confirmations/:id/link', {
    config: { permission: 'operator_act', stepUp: true, emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const shown = await showInvitationLink(deps, request.params.id, operatorActor(request))
      return success<ShownLinkData>(shown)
    },
  })
}
