import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ProcessingDeps } from '../../../core/processing/deps.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { operatorActor, operatorOf, uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { operatorMay } from '../../identity/rules/roles.ts'
import { listWaitingDeposits, showDepositAccount } from '../show-deposit-account.ts'
import type { WaitingDepositData } from './contract/bank-accounts.ts'

/** Lists and activates deposit accounts that replace others and are not shown to payers yet. */
export function operatorDepositRoutes(app: FastifyInstance, deps: ProcessingDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/deposit-accounts/waiting', {
    config: { permission: 'operator_read' },
    handler: async (request) => {
      const { userId, role } = operatorOf(request)
      const mayAct = operatorMay(role, 'operator_act')
      const items = (await listWaitingDeposits(deps, userId)).map(
        (row): WaitingDepositData => ({
          id: row.id,
          service_code: row.service_code,
          account: row.number ?? row.pix_key,
          beneficiary: row.beneficiary,
          shown_from: isoMicroseconds(row.shown_from),
          may_show: row.mayShow && mayAct,
        }),
      )
      return success({ items })
    },
  })
  typed.post('/operator/deposit-accounts/:id/show', {
    config: { permission: 'operator_act', stepUp: true, emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      await showDepositAccount(deps, request.params.id, operatorActor(request))
      return success({ shown: true })
    },
  })
}
