import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { readBody } from '../../../core/web/json-body.ts'
import {
  operatorActor,
  operatorLimit,
  operatorOf,
  plainField,
  uuidField,
  uuidParameter,
} from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { sayFor } from '../../../core/web/request-context.ts'
import { decideProposal, withdrawProposal } from '../../approvals/decide-proposal.ts'
import { propose } from '../../approvals/propose.ts'
import { listProposals } from '../../approvals/read-proposals.ts'
import { mayActAlone, type ProposalRow } from '../../approvals/rules/proposal.ts'
import { aboutWhat, operatorActions, previewAction } from '../actions.ts'
import { getProposal } from '../get-proposal.ts'
import type { PreviewData, ProposalData } from './contract/operator.ts'
import { proposalBody, proposedOf } from './proposal-bodies.ts'
import { type ProposalViewer, previewData, proposalData, proposalViewer } from './proposal-data.ts'

const noteLengthMax = 500

const decisionBody = z.object({ decision: z.enum(['do', 'refuse']), note: plainField(noteLengthMax).optional() })

const listQuery = z.object({
  state: z.enum(['open', 'decided']).optional(),
  transaction_id: uuidField.optional(),
  point_id: uuidField.optional(),
  limit: operatorLimit,
  cursor: uuidField.optional(),
})

/** Proposals of one operator that another one decides. */
export function operatorProposalRoutes(app: FastifyInstance, deps: CoreDeps): void {
  readingRoutes(app, deps)
  const approving = { ...deps, actions: operatorActions(deps) }
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.post('/operator/proposals/foresee', {
    config: { permission: 'operator_act' },
    handler: async (request) => {
      const { body } = readBody(proposalBody, request.body)
      const proposed = proposedOf(body)
      const preview = previewData(await previewAction(deps, proposed), sayFor(request))
      const { environment } = await aboutWhat(deps, proposed)
      return success<PreviewData>({ ...preview, alone: mayActAlone(environment) })
    },
  })
  typed.post('/operator/proposals', {
    config: { permission: 'operator_act', stepUp: true },
    handler: async (request, reply) => {
      const { body } = readBody(proposalBody, request.body)
      const { result: row } = await propose(approving, {
        proposed: proposedOf(body),
        evidence: body.evidence,
        by: operatorActor(request),
        operationId: body.operation_id,
      })
      return reply.code(201).send(success(proposalData(row, await viewerOf(deps, request, [row]))))
    },
  })
  typed.post('/operator/proposals/:id/decide', {
    config: { permission: 'operator_act', stepUp: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { body } = readBody(decisionBody, request.body)
      const deciding = {
        proposalId: request.params.id,
        decision: body.decision,
        note: body.note,
        by: operatorActor(request),
      }
      const { row, shown } = await decideProposal(approving, deciding)
      const data = proposalData(row, await viewerOf(deps, request, [row]))
      return success<ProposalData>(shown ? { ...data, shown } : data)
    },
  })
  typed.post('/operator/proposals/:id/withdraw', {
    config: { permission: 'operator_act', emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const row = await withdrawProposal(deps, request.params.id, operatorActor(request))
      return success(proposalData(row, await viewerOf(deps, request, [row])))
    },
  })
}

function readingRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/proposals', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async (request) => {
      const { state, transaction_id: transactionId, point_id: pointId, limit, cursor } = request.query
      const page = await listProposals(deps, {
        limit,
        ...(state === undefined ? {} : { open: state === 'open' }),
        ...(transactionId === undefined ? {} : { transactionId }),
        ...(pointId === undefined ? {} : { pointId }),
        ...(cursor === undefined ? {} : { before: cursor }),
      })
      const viewer = await viewerOf(deps, request, page.rows)
      return success({ items: page.rows.map((row) => proposalData(row, viewer)), next_cursor: page.next })
    },
  })
  typed.get('/operator/proposals/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => {
      const { row, preview } = await getProposal(deps, request.params.id)
      return success(proposalData(row, await viewerOf(deps, request, [row]), preview))
    },
  })
}

async function viewerOf(
  deps: CoreDeps,
  request: FastifyRequest,
  rows: readonly ProposalRow[],
): Promise<ProposalViewer> {
  return await proposalViewer(deps, { person: operatorOf(request), say: sayFor(request) }, rows)
}
