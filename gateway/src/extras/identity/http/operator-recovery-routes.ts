import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { OperatorPerson } from '../../../core/values/person.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import { operatorActor, operatorOf, plainField, uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import type { IdentityDeps } from '../deps.ts'
import { listRecoveries, proposeRecovery, refuseRecovery, showRecoveryLink } from '../propose-recovery.ts'
import { operatorMay } from '../rules/roles.ts'
import type { ShownLinkData, WaitingRecoveryData } from './contract/team.ts'

const proposalBody = z.object({ email: z.string().min(1).max(254), evidence: plainField(1_000) })

/** Password recoveries that one operator proposes and another one passes on: /console/operator/password-recoveries…. */
export function operatorRecoveryRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const list = async (person: OperatorPerson) => {
    const mayAct = operatorMay(person.role, 'operator_act')
    const rows = await listRecoveries(deps, person.userId)
    const items = rows.map(
      (row): WaitingRecoveryData => ({
        id: row.id,
        name: row.name,
        email: row.email,
        merchant_name: row.merchant_name,
        proposed_by: row.proposer,
        evidence: row.evidence,
        since: isoMicroseconds(row.created_at),
        may_decide: mayAct && row.mayDecide,
        may_refuse: mayAct,
      }),
    )
    return success({ items })
  }
  typed.get('/operator/password-recoveries', {
    config: { permission: 'operator_read' },
    handler: async (request) => await list(operatorOf(request)),
  })
  typed.post('/operator/password-recoveries', {
    config: { permission: 'operator_act', stepUp: true },
    handler: async (request) => {
      const { body } = readBody(proposalBody, request.body)
      await proposeRecovery(deps, { ...body, by: operatorActor(request) })
      return await list(operatorOf(request))
    },
  })
  typed.post('/operator/password-recoveries/:id/link', {
    config: { permission: 'operator_act', stepUp: true, emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const shown = await showRecoveryLink(deps, request.params.id, operatorActor(request))
      return success<ShownLinkData>(shown)
    },
  })
  typed.post('/operator/password-recoveries/:id/refuse', {
    config: { permission: 'operator_act', emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      await refuseRecovery(deps, request.params.id, operatorActor(request))
      return await list(operatorOf(request))
    },
  })
}
